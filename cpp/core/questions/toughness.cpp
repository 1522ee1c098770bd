// Sets of vertices that exclude a tour: too few moves for a set, too many pieces without a set.
//
// Moves. A tour makes two moves at every square, one at a given end. Let A and B be two sets. The
// moves of A are at most twice the squares of B, and the moves that lead from A to squares outside
// B. Maximal flow finds sets A and B that contradict this, if there are any: every square has a
// copy that gives its moves and a copy that takes them.
//
// Pieces. A closed tour without k squares falls into at most k pieces, a path into k + 1 (Chvátal
// 1973: a graph with a closed tour is 1-tough). A greedy search takes away one vertex after
// another, vertices that divide the rest first. The search does not find all such sets.
#include <algorithm>

#include "core/questions/refuter.hpp"

namespace babieca::questions {
namespace {

constexpr Square largest_flow = 20'000;         // vertices
constexpr std::int64_t most_work = 10'000'000;  // edges looked at, for pieces
constexpr std::size_t most_removed = 12;        // vertices

// The largest set of moves with at most two at every giver and every taker.
class Flow {
  public:
    Flow(const Graph& graph, const Squares& ends)
        : graph_(graph), wants_(graph.vertex_count(), 2), given_(graph.targets.size()) {
        for (Square end : ends) wants_[end] = 1;
        taken_ = wants_;
        back_.resize(graph.targets.size());
        std::vector<std::int64_t> next(graph.offsets.begin(), graph.offsets.end() - 1);
        for (Vertex v = 0; v < graph.vertex_count(); ++v)
            for (std::int64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e)
                back_[next[graph.targets[e]]++] = e;
    }

    // The moves that are missing.
    int missing() {
        const Vertex n = graph_.vertex_count();
        for (Vertex v = 0; v < n; ++v)
            for (std::int64_t e = graph_.offsets[v]; e < graph_.offsets[v + 1] && wants_[v]; ++e)
                if (taken_[graph_.targets[e]]) give(v, e, true);
        std::vector<Vertex> lacking;
        int missing = 0;
        for (Vertex v = 0; v < n; ++v) {
            while (wants_[v] && augment({v})) {
            }
            missing += wants_[v];
            if (wants_[v]) lacking.push_back(v);
        }
        if (missing) augment(lacking);  // marks the two sets
        return missing;
    }

    bool gives(Vertex v) const { return from_[v] != unseen; }  // whether v is in A
    bool takes(Vertex v) const { return seen_taker_[v]; }      // whether v is in B

  private:
    static constexpr std::int64_t unseen = -2, root = -1;

    void give(Vertex v, std::int64_t edge, bool given) {
        given_[edge] = given;
        wants_[v] += given ? -1 : 1;
        taken_[graph_.targets[edge]] += given ? -1 : 1;
    }

    // Looks breadth first for a taker with room, and gives it a move; otherwise marks all that was
    // reached. The giver v was reached because it could give up the move from_[v].
    bool augment(const std::vector<Vertex>& starts) {
        from_.assign(graph_.vertex_count(), unseen);
        seen_taker_.assign(graph_.vertex_count(), 0);
        into_.resize(graph_.vertex_count());
        std::vector<Vertex> queue = starts;
        for (Vertex v : starts) from_[v] = root;
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const Vertex v = queue[head];
            for (std::int64_t e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e) {
                const Vertex taker = graph_.targets[e];
                if (given_[e] || seen_taker_[taker]) continue;
                seen_taker_[taker] = 1;
                into_[taker] = {v, e};
                if (taken_[taker]) {
                    push_along(taker);
                    return true;
                }
                for (std::int64_t f = graph_.offsets[taker]; f < graph_.offsets[taker + 1]; ++f) {
                    const Vertex other = graph_.targets[f];
                    if (!given_[back_[f]] || from_[other] != unseen) continue;
                    from_[other] = back_[f];
                    queue.push_back(other);
                }
            }
        }
        return false;
    }

    void push_along(Vertex taker) {
        for (;;) {
            const auto [giver, edge] = into_[taker];
            give(giver, edge, true);
            if (from_[giver] == root) return;
            taker = graph_.targets[from_[giver]];
            give(giver, from_[giver], false);
        }
    }

    Graph graph_;
    std::vector<int> wants_, taken_;  // moves that each giver lacks; room of each taker
    std::vector<char> given_;         // per directed edge
    std::vector<std::int64_t> back_;  // per directed edge: the same edge in the other direction
    std::vector<std::int64_t> from_;  // per giver
    std::vector<std::pair<Vertex, std::int64_t>> into_;  // per taker: the giver and the edge
    std::vector<char> seen_taker_;
};

MaybeReason too_few_moves_for_a_set(const Graph& graph, const Question& question) {
    if (question.size() > largest_flow) return {};
    const Squares ends = question.ends();
    Flow flow(graph, ends);
    const int free_ends = question.closed() ? 0 : 2 - static_cast<int>(ends.size());
    if (flow.missing() <= free_ends) return {};
    std::vector<Vertex> givers, takers;
    std::int64_t elsewhere = 0;
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        if (flow.takes(v)) takers.push_back(v);
        if (!flow.gives(v)) continue;
        givers.push_back(v);
        for (Vertex u : graph.neighbours(v)) elsewhere += !flow.takes(u);
    }
    std::int64_t needed = 2 * static_cast<std::int64_t>(givers.size()) - free_ends;
    for (Square end : ends) needed -= flow.gives(static_cast<Vertex>(end));
    Reason reason{Code::too_few_moves,
                  {{"vertices", all_named(givers)}, {"needed", needed}, {"possible", elsewhere}}};
    if (takers.empty()) return reason;
    reason.code = Code::too_few_moves_between;
    reason.arguments.push_back({"takers", all_named(takers)});
    reason.arguments.push_back({"taken", static_cast<std::int64_t>(2 * takers.size())});
    return reason;
}

// The pieces of a graph without some vertices.
struct Pieces {
    Square count = 0;
    Vertex divider = -1;  // the vertex whose removal adds most pieces, with most neighbours left
};

Pieces pieces_of(const Graph& graph, const std::vector<char>& removed, LowPoints& low_points) {
    Pieces found;
    std::vector<std::int32_t> pieces(graph.vertex_count(), 1);
    low_points.clear();
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        if (removed[v] || low_points.seen(v)) continue;
        ++found.count;
        pieces[v] = 0;
        low_points.search(
            v, [&](Vertex u) { return !removed[u]; },
            [&](Vertex, Vertex parent, bool cut) {
                pieces[parent] += cut;
                return true;
            });
    }
    const auto key = [&](Vertex v) {
        return std::pair(pieces[v],
                         std::count_if(graph.neighbours(v).begin(), graph.neighbours(v).end(),
                                       [&](Vertex u) { return !removed[u]; }));
    };
    for (Vertex v = 0; v < graph.vertex_count(); ++v)
        if (!removed[v] && (found.divider < 0 || key(v) > key(found.divider))) found.divider = v;
    return found;
}

MaybeReason too_many_pieces(const Graph& graph, bool closed) {
    const Vertex n = graph.vertex_count();
    LowPoints low_points(graph);
    std::int64_t work = most_work;
    for (Vertex start = 0; start < n; ++start) {
        std::vector<char> removed(n, 0);
        std::vector<Vertex> names{start};
        removed[start] = 1;
        while (names.size() <= most_removed && names.size() + 1 < static_cast<std::size_t>(n)) {
            work -= n + static_cast<std::int64_t>(graph.targets.size());
            if (work < 0) return {};
            const Pieces pieces = pieces_of(graph, removed, low_points);
            if (pieces.count > static_cast<Square>(names.size()) + !closed) {
                std::sort(names.begin(), names.end());
                return Reason{Code::pieces,
                              {{"vertices", all_named(names)}, {"pieces", pieces.count}}};
            }
            names.push_back(pieces.divider);
            removed[pieces.divider] = 1;
        }
    }
    return {};
}

}  // namespace

MaybeReason not_tough(const Question& question) {
    const Graph& graph = question.graph();
    if (auto reason = too_few_moves_for_a_set(graph, question)) return reason;
    return too_many_pieces(graph, question.closed());
}

}  // namespace babieca::questions
