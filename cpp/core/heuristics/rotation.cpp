// Rotations and extensions (Pósa 1976) of a path that begins as a 2-factor.
//
// 1. Forced edges are found by the rules of edge_search.hpp. They are never given up.
// 2. Walks by Warnsdorff's rule cover the graph with paths.
// 3. An end of a path takes a random further edge; its other vertex gives one up, and the vertex
//    that loses this edge is the next end. Two ends that meet are gone. Now nearly all vertices lie
//    on cycles: a random graph has few, a grid has many.
// 4. Switches join cycles: two edges a-b and c-d of different cycles become a-c and b-d.
// 5. One cycle is opened. The path absorbs a whole cycle as soon as its tail touches one. If the
//    tail touches none, the path is rotated: for a neighbour p of the tail, the part after p is
//    reversed, which makes the successor of p the new tail. No rotation takes the last one back, so
//    in a cubic graph the tails never repeat before the path closes (Thomason 1978).
//
// Steps 2 to 4 take a few operations per edge.
#include <algorithm>
#include <numeric>

#include "core/heuristics/edge_search.hpp"
#include "core/heuristics/finders.hpp"
#include "core/heuristics/turning_path.hpp"

namespace babieca::heuristics {

namespace {

constexpr int walk_steps = 30;         // of step 3, per vertex
constexpr int patience = 20;           // rotations per vertex until a new attempt
constexpr std::int64_t longer = 1000;  // rotations more, for small graphs

class Rotating {
  public:
    // `search` has deduced which edges are used and gone.
    Rotating(const CycleQuestion& question, const EdgeSearch& search, std::uint64_t seed,
             Watch& watch)
        : size_(question.vertices),
          watch_(watch),
          dice_(seed),
          fixed_(size_, {-1, -1}),
          path_(size_),
          outside_near_(size_) {
        std::vector<Edge> left;
        for (int edge = 0; edge < static_cast<int>(question.edges.size()); ++edge) {
            const auto [u, v] = question.edges[edge];
            if (search.used(edge)) link(fixed_, u, v);
            if (!search.gone(edge)) left.push_back({u, v});
        }
        rest_ = graph_of(size_, left);
        graph_ = rest_.view();
    }

    // The cycle, or nothing if a limit was reached.
    std::vector<Vertex> run(Answer& answer) {
        for (;; ++answer.restarts) {
            cover(answer.restarts > 0);
            answer.nodes += size_;
            if (watch_.spent(answer.nodes, 4 * size_)) return {};
            match_ends(answer);
            join_cycles();
            open();
            if (grow(answer)) return path_.list();
            if (watch_.spent(answer.nodes)) return {};
        }
    }

  private:
    bool is_fixed(Vertex u, Vertex v) const { return fixed_[u][0] == v || fixed_[u][1] == v; }
    bool is_full(Vertex v) const { return links_[v][1] >= 0; }
    bool are_linked(Vertex u, Vertex v) const { return links_[u][0] == v || links_[u][1] == v; }
    int link_count(Vertex v) const { return (links_[v][0] >= 0) + (links_[v][1] >= 0); }

    void unlink(Vertex u, Vertex v) {
        for (auto [from, to] : {Edge{u, v}, Edge{v, u}}) {
            auto& [one, other] = links_[from];
            if (one == to) one = other;
            other = -1;
        }
    }

    // Covers the graph with paths: each walks on at both ends, to a vertex with few neighbours that
    // can still be linked.
    void cover(bool shuffled) {
        links_ = fixed_;
        std::vector<Vertex> mate(size_), order(size_);  // the other end of the path of an end
        std::vector<int> open_near(size_);
        std::iota(mate.begin(), mate.end(), 0);
        std::iota(order.begin(), order.end(), 0);
        for (Vertex v : order) {
            open_near[v] = graph_.degree(v);
            if (link_count(v) != 1) continue;
            Vertex before = v, here = links_[v][0];
            while (is_full(here))
                before = std::exchange(here, links_[here][links_[here][0] == before]);
            mate[v] = here;
        }
        for (Vertex v : order)
            if (is_full(v))
                for (Vertex u : graph_.neighbours(v)) --open_near[u];
        if (shuffled)
            dice_.shuffle(order);
        else
            std::stable_sort(order.begin(), order.end(), [&](Vertex one, Vertex other) {
                return graph_.degree(one) < graph_.degree(other);
            });
        for (Vertex start : order) {
            if (is_full(start)) continue;
            for (Vertex end : {start, Vertex{-1}}) {
                if (end < 0) end = mate[start] == start ? start : other_end_;
                for (;;) {
                    Best next;
                    for (Vertex u : graph_.neighbours(end))
                        if (!is_full(u) && u != mate[end] && u != end)
                            next.offer(u, open_near[u], dice_);
                    if (next.item < 0) break;
                    const Vertex one = mate[end], other = mate[next.item];
                    link(links_, end, next.item);
                    for (Vertex v : {end, next.item})
                        if (is_full(v))
                            for (Vertex u : graph_.neighbours(v)) --open_near[u];
                    mate[one] = other, mate[other] = one;
                    end = other;
                }
                other_end_ = mate[end];
                if (is_full(other_end_)) break;
            }
        }
    }

    // Step 3. Ends remain if the steps do not suffice.
    void match_ends(Answer& answer) {
        std::vector<Vertex> ends;
        for (Vertex v = 0; v < size_; ++v)
            for (int i = link_count(v); i < 2; ++i) ends.push_back(v);
        if (ends.size() <= 2) return;
        std::int64_t steps = walk_steps * static_cast<std::int64_t>(size_) + longer;
        for (Vertex end : ends) {
            Vertex lost = -1;  // the neighbour that gave up its edge to the end
            while (!is_full(end) && --steps > 0) {
                Best next;
                for (Vertex u : graph_.neighbours(end))
                    if (!are_linked(end, u)) next.offer(u, is_full(u) + (u == lost), dice_);
                const Vertex taken = next.item;
                if (taken < 0) break;
                ++answer.nodes;
                if (!is_full(taken)) {
                    link(links_, end, taken);
                    break;
                }
                int given_up = dice_.below(2);
                if (is_fixed(taken, links_[taken][given_up])) given_up ^= 1;
                const Vertex loser = links_[taken][given_up];
                unlink(taken, loser);
                link(links_, end, taken);
                lost = taken, end = loser;
            }
            if (watch_.spent(answer.nodes)) return;
        }
    }

    Vertex root(Vertex v) {
        while (piece_[v] != v) v = piece_[v] = piece_[piece_[v]];
        return v;
    }

    // Step 4. A path and a cycle make a path.
    void join_cycles() {
        piece_.resize(size_);
        std::iota(piece_.begin(), piece_.end(), 0);
        in_cycle_.assign(size_, 1);
        for (Vertex v = 0; v < size_; ++v)
            for (Vertex u : links_[v])
                if (u >= 0) piece_[root(v)] = root(u);
        for (Vertex v = 0; v < size_; ++v)
            if (!is_full(v)) in_cycle_[root(v)] = 0;
        for (bool changed = true; changed;) {
            changed = false;
            for (Vertex a = 0; a < size_; ++a)
                for (Vertex c : graph_.neighbours(a))
                    if (root(a) != root(c) && (in_cycle_[root(a)] || in_cycle_[root(c)]))
                        changed |= switched(a, c);
        }
        for (Vertex v = 0; v < size_; ++v) in_cycle_[v] = in_cycle_[root(v)];
    }

    bool switched(Vertex a, Vertex c) {
        for (Vertex b : links_[a])
            for (Vertex d : links_[c]) {
                if (b < 0 || d < 0 || is_fixed(a, b) || is_fixed(c, d) || !graph_.adjacent(b, d))
                    continue;
                unlink(a, b), unlink(c, d);
                link(links_, a, c), link(links_, b, d);
                const Vertex one = root(a), other = root(c);
                in_cycle_[one] &= in_cycle_[other];
                piece_[other] = one;
                return true;
            }
        return false;
    }

    // Begins step 5 with the largest piece.
    void open() {
        std::vector<Vertex> sizes(size_);
        for (Vertex v = 0; v < size_; ++v) ++sizes[root(v)];
        const auto most = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
        path_.clear();
        outside_.clear();
        for (Vertex v = 0; v < size_; ++v) {
            outside_near_[v] = graph_.degree(v);
            outside_.push_back(v);
        }
        Vertex first = static_cast<Vertex>(most);
        for (Vertex v = 0; v < size_ && !in_cycle_[first]; ++v)
            if (root(v) == most && !is_full(v)) {
                first = v;
                break;
            }
        absorb(first);
    }

    // Appends the piece of v, from v on: the whole of a cycle, the longer part of a path.
    void absorb(Vertex v) {
        auto [onward, given_up] = links_[v];
        if (given_up >= 0 && !is_fixed(v, onward) &&
            (is_fixed(v, given_up) || (!in_cycle_[v] && length(v, given_up) > length(v, onward))))
            std::swap(onward, given_up);
        if (given_up >= 0) unlink(v, given_up);
        for (Vertex before = -1, here = v; here >= 0;) {
            path_.append(here);
            for (Vertex u : graph_.neighbours(here)) --outside_near_[u];
            const auto [left, right] = links_[here];
            before = std::exchange(here, here == v ? onward : left == before ? right : left);
        }
    }

    // The number of vertices from v on through `next`, up to the end of the path.
    Vertex length(Vertex v, Vertex next) const {
        Vertex count = 1;
        for (; next >= 0; ++count) v = std::exchange(next, links_[next][links_[next][0] == v]);
        return count;
    }

    // Step 5. False if nothing was absorbed for a long time.
    bool grow(Answer& answer) {
        std::int64_t idle = 0;
        Vertex turned_at = -1;  // the neighbour of the tail before the last rotation
        while (idle < patience * static_cast<std::int64_t>(size_) + longer) {
            if (watch_.spent(answer.nodes)) return false;
            ++answer.nodes;
            if (extend()) {
                idle = 0, turned_at = -1;
                continue;
            }
            if (graph_.adjacent(path_.front(), path_.back()) && path_.size() > 2) {
                if (path_.size() == size_) return true;
                if (reopen()) {
                    turned_at = -1;
                    continue;
                }
            }
            ++idle;
            if (dice_.below(32) == 0) path_.reverse(), turned_at = -1;
            if (!rotate(turned_at)) {
                path_.reverse(), turned_at = -1;
                if (!rotate(turned_at)) return false;
            }
            ++answer.rotations;
        }
        return false;
    }

    // Absorbs a piece that touches the tail: rather a whole one, at a vertex with few neighbours
    // outside the path.
    bool extend() {
        const Vertex tail = path_.back();
        if (outside_near_[tail] == 0) return false;
        Best next;
        for (Vertex u : graph_.neighbours(tail)) {
            if (path_.contains(u)) continue;
            const bool divided = !in_cycle_[u] && is_full(u);
            next.offer(u, outside_near_[u] + (divided ? size_ : 0), dice_);
        }
        absorb(next.item);
        return true;
    }

    // The path is a cycle: lets it end where it touches a piece outside. False if it touches none.
    bool reopen() {
        std::erase_if(outside_, [&](Vertex v) { return path_.contains(v); });
        const auto skipped =
            static_cast<std::size_t>(dice_.below(static_cast<int>(outside_.size())));
        for (std::size_t i = 0; i < outside_.size(); ++i)
            for (Vertex u : graph_.neighbours(outside_[(i + skipped) % outside_.size()])) {
                if (!path_.contains(u)) continue;
                for (bool turned : {false, true}) {
                    if (turned) path_.reverse();
                    const Vertex next = u == path_.back() ? path_.front() : path_.after(u);
                    if (is_fixed(u, next)) continue;
                    if (u != path_.back()) path_.end_with(u);
                    return true;
                }
            }
        return false;
    }

    // Rotates to a random tail, if possible to one from which the path grows or closes.
    bool rotate(Vertex& turned_at) {
        const Vertex tail = path_.back();
        Best pivot;
        for (Vertex u : graph_.neighbours(tail)) {
            if (!path_.contains(u)) continue;
            const Vertex next = path_.after(u);
            if (next == tail || is_fixed(u, next)) continue;
            const bool good = path_.size() < size_ ? outside_near_[next] > 0
                                                   : graph_.adjacent(next, path_.front());
            pivot.offer(u, u == turned_at ? 2 : !good, dice_);
        }
        if (pivot.item < 0) return false;
        turned_at = pivot.item;
        path_.reverse_after(pivot.item);
        return true;
    }

    const Vertex size_;
    Watch& watch_;
    Dice dice_;
    OwnedGraph rest_;  // without the edges that are gone
    Graph graph_;
    Neighbours fixed_;
    Neighbours links_;           // of steps 2 to 4, and of the pieces outside the path
    Vertex other_end_ = -1;      // of the path that `cover` extends
    std::vector<Vertex> piece_;  // towards the root of its piece, before step 5
    std::vector<char> in_cycle_;
    TurningPath path_;
    std::vector<int> outside_near_;  // neighbours that are not in the path
    std::vector<Vertex> outside_;    // holds all vertices outside the path
};

}  // namespace

Answer rotation_extension(const Graph& graph, const EdgesRequest& how, Control& control) {
    if (graph.vertex_count() == 1 && how.question.paths)
        return {.outcome = Outcome::found, .squares = {0}};
    const CycleQuestion question(graph, how.question);
    EdgeSearch search(question.vertices, question.edges);
    Answer answer;
    if (!search.deduce(question.forced)) {
        answer.outcome = Outcome::impossible;
        return answer;
    }
    Watch watch(control, how.limits);
    auto cycle = Rotating(question, search, how.seed, watch).run(answer);
    if (cycle.empty()) return answer;
    answer.outcome = Outcome::found;
    Neighbours neighbours(question.vertices, {-1, -1});
    for (std::size_t i = 0; i < cycle.size(); ++i)
        link(neighbours, cycle[i], cycle[(i + 1) % cycle.size()]);
    answer.squares = question.tour(neighbours);
    return answer;
}

}  // namespace babieca::heuristics
