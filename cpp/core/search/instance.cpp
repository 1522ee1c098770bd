#include "core/search/instance.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace babieca::search {
namespace {

class RootMaker {
  public:
    RootMaker(Instance& instance, const std::vector<Vertex>& inside)
        : instance_(instance), question_(instance.question), inside_(inside) {}

    void make() {
        const Vertex n = instance_.vertex_count();
        if (n == 0) return;
        if (question_.kind != Kind::closed)
            make_paths();
        else if (!instance_.twin.empty())
            make_half_turn();
        else if (n >= 3)
            make_closed();
    }

  private:
    Vertex inside(Vertex v) const { return v < 0 ? -1 : inside_[v]; }

    std::vector<Vertex> beginning() const {
        std::vector<Vertex> squares;
        for (Vertex v : question_.begin) squares.push_back(inside(v));
        return squares;
    }

    // A vertex of least degree, so that few first moves are tried: the first in the caller's
    // numbers.
    Vertex closed_start() const {
        if (question_.start >= 0) return inside(question_.start);
        Vertex best = inside_[0];
        for (Vertex v : inside_)
            if (instance_.neighbours[v].size() < instance_.neighbours[best].size()) best = v;
        return best;
    }

    // Calls visit(first move, moves to last squares) for every first move that the question allows.
    // Last squares come after the first move in the move order, so that each tour is met once. If
    // the direction is given, every other move may lead to the last square.
    template <typename Visit>
    void for_each_first_move(Vertex start, Visit&& visit) const {
        const auto& moves = instance_.ordered[start];
        const bool one_way = question_.directed || question_.second() >= 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (question_.second() >= 0 && moves[i] != inside(question_.second())) continue;
            std::vector<Vertex> others(moves.begin() + (one_way ? 0 : i), moves.end());
            std::erase(others, moves[i]);
            visit(moves[i], others);
        }
    }

    void make_closed() {
        const Vertex start = instance_.home = closed_start();
        // One root for all last squares after a longer beginning: few are possible.
        if (question_.begin.size() > 2) return add({beginning(), instance_.neighbours[start]});
        for_each_first_move(start, [&](Vertex first, const std::vector<Vertex>& others) {
            for (Vertex last : others) add({{start, first}, instance_.neighbours[last], last});
        });
    }

    void make_paths() {
        for (Vertex v = 0; v < instance_.vertex_count(); ++v) {
            if (question_.start >= 0 && v != question_.start) continue;
            if (v == question_.end && instance_.vertex_count() > 1) continue;
            make_paths_from(v);
        }
    }

    // `from` is the caller's number: an undirected path begins at its end with the lower number.
    void make_paths_from(Vertex from) {
        const Vertex start = inside(from);
        const bool both_directions =
            question_.directed || question_.start >= 0 || question_.end >= 0;
        if (instance_.vertex_count() == 1) {
            if (question_.end <= 0) add({{start}, {start}});
            return;
        }
        const auto may_end_on = [&](Vertex v) {
            if (question_.kind == Kind::open && question_.graph.adjacent(from, v)) return false;
            return v != from && (both_directions || v > from);
        };
        std::vector<Vertex> prefix = {start};
        if (!question_.begin.empty()) {
            prefix = beginning();
            // The end is not part of the walk, and no path passes it before its last square.
            const auto end = std::ranges::find(prefix, inside(question_.end));
            if (end != prefix.end() && end - prefix.begin() + 1 != instance_.vertex_count()) return;
            prefix.erase(end, prefix.end());
        }
        if (question_.end >= 0) {
            const Vertex last = inside(question_.end);
            if (may_end_on(question_.end)) add({prefix, instance_.neighbours[last], last});
            return;
        }
        std::vector<Vertex> ends;
        for (Vertex v = 0; v < instance_.vertex_count(); ++v)
            if (may_end_on(instance_.outside[v])) ends.push_back(v);
        add({prefix, ends});
    }

    void make_half_turn() {
        const auto& twin = instance_.twin;
        const Vertex start = instance_.home = closed_start();
        for_each_first_move(start, [&](Vertex first, std::vector<Vertex> others) {
            if (first == twin[start]) return;
            // The walk ends beside the twin of the start, so the last square of the tour is the
            // twin of the walk's end.
            for (Vertex& end : others) end = twin[end];
            add({{start, first}, others});
        });
        std::vector<Vertex> middle;  // one end of every edge that is its own twin
        for (Vertex v = 0; v < instance_.vertex_count(); ++v)
            if (v < twin[v] && instance_.adjacent(v, twin[v])) middle.push_back(v);
        for (std::size_t i = 0; i < middle.size(); ++i)
            for (std::size_t j = question_.directed ? 0 : i + 1; j < middle.size(); ++j)
                if (i != j) add({{middle[i]}, {middle[j], twin[middle[j]]}, -1, true});
    }

    void add(Root root) {
        std::sort(root.ends.begin(), root.ends.end());
        if (!edges_allow(root)) return;
        if ((instance_.options.rules & rule::dangling_colour) != 0 && !colours_allow(root)) return;
        instance_.roots.push_back(std::move(root));
    }

    // Whether the moves of the prefix exist and leave every required edge possible.
    bool edges_allow(Root& root) const {
        const auto& prefix = root.prefix;
        for (std::size_t i = 1; i < prefix.size(); ++i)
            if (!instance_.adjacent(prefix[i - 1], prefix[i])) return false;
        for (auto [u, v] : instance_.through)
            if (!edge_allows(root, u, v) || !edge_allows(root, v, u)) return false;
        return true;
    }

    bool edge_allows(Root& root, Vertex from, Vertex to) const {
        const auto& prefix = root.prefix;
        const auto at = std::ranges::find(prefix, from);
        if (at == prefix.end() || at + 1 == prefix.end() || *(at + 1) == to) return true;
        if (at != prefix.begin()) return *(at - 1) == to;
        if (question_.kind != Kind::closed) return false;
        if (root.last >= 0) return root.last == to;
        std::erase_if(root.ends, [&](Vertex v) { return v != to; });
        return true;
    }

    // Whether the colours, which alternate along a path, allow the root. Removes the ends of the
    // wrong colour.
    bool colours_allow(Root& root) const {
        const auto& colour = instance_.colour;
        if (colour.empty() || !instance_.twin.empty()) return true;
        const int head = colour[root.prefix.back()];
        int difference = 0;  // unvisited of the head's colour minus the others
        for (int each : colour) difference += each * head;
        for (Vertex v : root.prefix) difference -= colour[v] * head;
        if (root.last >= 0) difference -= colour[root.last] * head;
        if (difference != 0 && difference != -1) return false;
        const int end_colour = difference == 0 ? head : -head;
        std::erase_if(root.ends, [&](Vertex v) { return colour[v] != end_colour; });
        return !root.ends.empty();
    }

    Instance& instance_;
    const Question& question_;
    const std::vector<Vertex>& inside_;  // by the caller's numbers
};

}  // namespace

bool Instance::adjacent(Vertex u, Vertex v) const {
    return std::binary_search(neighbours[u].begin(), neighbours[u].end(), v);
}

int Instance::walk_length(const Root& root) const {
    if (!twin.empty()) return vertex_count() / 2;
    return vertex_count() - (root.last >= 0 ? 1 : 0);
}

Instance prepare(const Question& question, const Options& options) {
    const Graph& graph = question.graph;
    const Vertex n = graph.vertex_count();
    const auto& twin = question.twin;
    for (Vertex v = 0; v < static_cast<Vertex>(twin.size()); ++v)
        if (twin[v] == v || twin[twin[v]] != v)
            throw std::invalid_argument("the symmetry must be an involution that fixes no vertex");
    Instance instance;
    instance.question = question;
    instance.options = options;
    instance.outside.resize(n);
    std::iota(instance.outside.begin(), instance.outside.end(), 0);
    if (!options.rank.empty())
        std::ranges::stable_sort(instance.outside, {}, [&](Vertex v) { return options.rank[v]; });
    std::vector<Vertex> inside(n);
    for (Vertex v = 0; v < n; ++v) inside[instance.outside[v]] = v;

    const auto avoided = [&](Vertex u, Vertex v) {
        return std::ranges::any_of(
            question.avoiding, [&](Edge edge) { return edge == Edge(u, v) || edge == Edge(v, u); });
    };
    const bool listed = options.move_order == MoveOrder::listed;
    const auto& tried = listed ? std::span<const Vertex>(options.listed) : graph.targets;
    for (Vertex v = 0; v < n; ++v) {
        const Vertex from = instance.outside[v];
        std::vector<Vertex> list;
        for (auto i = graph.offsets[from]; i < graph.offsets[from + 1]; ++i)
            if (!avoided(from, tried[i])) list.push_back(inside[tried[i]]);
        auto sorted = list;
        std::sort(sorted.begin(), sorted.end());
        instance.ordered.push_back(listed ? list : sorted);
        instance.neighbours.push_back(std::move(sorted));
    }
    for (auto [u, v] : question.through) instance.through.push_back({inside[u], inside[v]});
    for (Vertex v = 0; v < n && !twin.empty(); ++v)
        instance.twin.push_back(inside[twin[instance.outside[v]]]);
    const Colouring colours =
        two_colours(n, [&](Vertex v) -> auto& { return instance.neighbours[v]; });
    if (colours.components == 1) instance.colour = colours.colour;
    RootMaker(instance, inside).make();
    instance.question.graph = {};  // borrowed from the caller
    return instance;
}

}  // namespace babieca::search
