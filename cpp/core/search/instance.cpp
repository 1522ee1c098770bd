#include "core/search/instance.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace babieca::search {
namespace {

std::vector<signed char> two_colours(const std::vector<std::vector<Vertex>>& neighbours) {
    std::vector<signed char> colour(neighbours.size(), -1);
    if (colour.empty()) return {};
    std::vector<Vertex> queue = {0};
    colour[0] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (Vertex u : neighbours[queue[i]]) {
            if (colour[u] < 0) {
                colour[u] = static_cast<signed char>(1 - colour[queue[i]]);
                queue.push_back(u);
            } else if (colour[u] == colour[queue[i]]) {
                return {};
            }
        }
    }
    if (queue.size() != colour.size()) return {};
    return colour;
}

class RootMaker {
  public:
    RootMaker(Instance& instance, const std::vector<Vertex>& inside)
        : instance_(instance), question_(instance.question), inside_(inside) {}

    void make() {
        const Vertex n = instance_.vertex_count();
        if (n == 0) return;
        if (!instance_.twin.empty()) {
            make_half_turn();
        } else if (question_.kind == Kind::closed) {
            if (n >= 3) make_closed();
        } else {
            make_paths();
        }
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

    void make_closed() {
        const Vertex start = instance_.home = closed_start();
        if (question_.begin.size() > 2) {
            // One root for all last squares: after a longer beginning few are possible.
            add({beginning(), instance_.neighbours[start]});
            return;
        }
        const auto& moves = instance_.ordered[start];
        const bool one_way = question_.directed || question_.second() >= 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (question_.second() >= 0 && moves[i] != inside(question_.second())) continue;
            for (std::size_t j = one_way ? 0 : i + 1; j < moves.size(); ++j) {
                if (i == j) continue;
                add({{start, moves[i]}, instance_.neighbours[moves[j]], moves[j]});
            }
        }
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
        const auto& moves = instance_.ordered[start];
        const bool one_way = question_.directed || question_.second() >= 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (moves[i] == twin[start]) continue;
            if (question_.second() >= 0 && moves[i] != inside(question_.second())) continue;
            // The walk ends beside the twin of the start, so the last square of the tour is the
            // twin of the walk's end. It comes after the first move, so that each tour is met once.
            std::vector<Vertex> ends;
            for (std::size_t j = one_way ? 0 : i + 1; j < moves.size(); ++j)
                if (j != i) ends.push_back(twin[moves[j]]);
            add({{start, moves[i]}, ends});
        }
        make_reversed_half_turn();
    }

    void make_reversed_half_turn() {
        const auto& twin = instance_.twin;
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

    // Whether the moves of the prefix exist and leave a place for every required edge.
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
        for (Vertex v = 0; v < instance_.vertex_count(); ++v)
            difference += colour[v] == head ? 1 : -1;
        for (Vertex v : root.prefix) difference -= colour[v] == head ? 1 : -1;
        if (root.last >= 0) difference -= colour[root.last] == head ? 1 : -1;
        if (difference != 0 && difference != -1) return false;
        const int end_colour = difference == 0 ? head : 1 - head;
        std::erase_if(root.ends, [&](Vertex v) { return colour[v] != end_colour; });
        return !root.ends.empty();
    }

    Instance& instance_;
    const Question& question_;
    const std::vector<Vertex>& inside_;  // by the caller's numbers
};

void expect(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

void check(const Question& question, const Options& options) {
    const Graph& graph = question.graph;
    const Vertex n = graph.vertex_count();
    const auto check_vertex = [n](Vertex v, Vertex least) {
        expect(v >= least && v < n, "vertex out of range");
    };
    check_vertex(question.start, -1);
    check_vertex(question.end, -1);
    const auto& begin = question.begin;
    std::vector<bool> visited(n, false);
    for (Vertex v : begin) {
        check_vertex(v, 0);
        expect(!visited[v], "a beginning visits squares once");
        visited[v] = true;
    }
    expect(begin.empty() || (begin.size() > 1 && begin.front() == question.start),
           "a beginning goes on from the start");
    for (std::size_t i = 1; i < begin.size(); ++i)
        expect(graph.adjacent(begin[i - 1], begin[i]), "a beginning makes moves of the graph");
    for (const auto& edges : {question.through, question.avoiding})
        for (auto [u, v] : edges) {
            check_vertex(u, 0);
            check_vertex(v, 0);
            expect(graph.adjacent(u, v), "not an edge of the graph");
        }
    const bool closed = question.kind == Kind::closed;
    expect(!closed || question.end < 0, "a closed tour has no end");
    const auto& twin = question.twin;
    expect(twin.empty() || (closed && question.through.empty()),
           "a symmetry goes with plain closed tours only");
    for (Vertex v = 0; v < static_cast<Vertex>(twin.size()); ++v)
        expect(twin[v] >= 0 && twin[v] < n && twin[v] != v && twin[twin[v]] == v,
               "the symmetry must move every vertex and undo itself");
    expect(options.order != Order::listed || options.listed.size() == graph.targets.size(),
           "the listed order must name every neighbour");
    expect(options.rank.empty() || options.rank.size() == static_cast<std::size_t>(n),
           "the rank must name every vertex");
}

}  // namespace

bool Instance::adjacent(Vertex u, Vertex v) const {
    return std::binary_search(neighbours[u].begin(), neighbours[u].end(), v);
}

int Instance::walk_length(const Root& root) const {
    if (!twin.empty()) return vertex_count() / 2;
    return vertex_count() - (root.last >= 0 ? 1 : 0);
}

Instance prepare(const Question& question, const Options& options) {
    check(question, options);
    const Graph& graph = question.graph;
    const Vertex n = graph.vertex_count();
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
    const auto& tried =
        options.order == Order::listed ? std::span<const Vertex>(options.listed) : graph.targets;
    for (Vertex v = 0; v < n; ++v) {
        const Vertex from = instance.outside[v];
        std::vector<Vertex> list;
        for (auto i = graph.offsets[from]; i < graph.offsets[from + 1]; ++i) {
            if (!avoided(from, tried[i])) list.push_back(inside[tried[i]]);
        }
        auto sorted = list;
        std::sort(sorted.begin(), sorted.end());
        instance.ordered.push_back(options.order == Order::listed ? list : sorted);
        instance.neighbours.push_back(std::move(sorted));
    }
    for (auto [u, v] : question.through) {
        if (avoided(u, v)) throw std::invalid_argument("an edge is both required and avoided");
        instance.through.push_back({inside[u], inside[v]});
    }
    for (Vertex v = 0; v < n && !question.twin.empty(); ++v)
        instance.twin.push_back(inside[question.twin[instance.outside[v]]]);
    instance.colour = two_colours(instance.neighbours);
    RootMaker(instance, inside).make();
    instance.question.graph = {};  // borrowed from the caller
    return instance;
}

}  // namespace babieca::search
