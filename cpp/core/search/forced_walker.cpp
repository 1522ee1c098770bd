// The search with forced edges: squares with two edges left, and the fragments that they form.
//
// The walk so far and the vertex that closes it (`last`, or an added apex beside all permitted
// ends) are the two ends of one fragment; a tour is complete when all fragments have become one
// cycle. A vertex inside a fragment is done and leaves the graph. The vertices that stay are
//   bare vertices, which need two edges, and
//   ends of fragments, which need one more; mate[v] is the other end (mate[v] == v: bare).
// An edge is live if both its vertices are here and are not mates (it would close a cycle too
// early). degrees[v] = number of live edges at v. Then
//   a bare vertex with fewer than 2 live edges, or an end with none, proves that no tour is left;
//   a bare vertex with exactly 2, or an end with exactly 1, must use them: they are joined at once.
// This contains Bañón's islands and dangling squares (the apex makes "may be last" an edge like
// any other) and goes on where they stop: joining removes edges, which forces others. The knight
// rides through fragments without branching.
//
// In a trace, a join has the depth of the walk at the last event before it, and every move makes
// the walk deeper. So a backtrack undoes exactly the joins whose depth is greater than its own.
#include <type_traits>

#include "core/search/tree_walker.hpp"

namespace babieca::search {
namespace {

template <typename Set, int Planes>
struct ForcedFrame
    : Branches<Set, Planes> {  // `head`: after all joined edges from its last move on
    using Mate = std::conditional_t<(Set::capacity <= 256), std::uint8_t, std::uint16_t>;
    Set here;  // bare vertices and ends
    Set ends;
    Mate mate[Set::capacity];
    int joins;
    int squares;  // visited; set only if subtours are tabulated
};

template <typename Set, int Planes, typename Log>
class ForcedWalker final
    : public TreeWalker<ForcedWalker<Set, Planes, Log>, ForcedFrame<Set, Planes>, Set, Log> {
    using Frame = ForcedFrame<Set, Planes>;
    using Base = TreeWalker<ForcedWalker, Frame, Set, Log>;
    friend Base;
    using Base::board_, Base::has, Base::instance_, Base::log_, Base::outside, Base::root_;
    using Base::root_number_, Base::tally_, Base::frames_, Base::depth_, Base::all_, Base::end;
    using Mate = typename Frame::Mate;
    enum class State { open, dead, complete };

  public:
    ForcedWalker(const Instance& instance, bool listing, Log* log)
        : Base(instance, listing, log), joins_(instance.vertex_count() + 2) {}

    void start(const Task& task) override {
        this->set_root(task);
        const auto& path = task.second;
        begin_root();
        depth_ = -1;
        Frame& frame = frames_[0];
        traced_ = root_->prefix.size();
        this->trace_start();
        at_start_ = prepare_root(frame);
        trace_ride(frame);
        if (at_start_ != State::open) return;
        depth_ = 0;
        if (path.size() == root_->prefix.size()) {
            frame.candidates = live(frame, frame.head);
            return;
        }
        // The vertices before the last were walked before, so none of them can fail. If the knight
        // is further on than the path says, it rode there along joined edges.
        for (std::size_t i = root_->prefix.size(); i + 1 < path.size(); ++i) {
            if (frame.head != path[i - 1]) continue;
            join(frame, frame.head, path[i]);
            propagate(frame);
        }
        frame.candidates = Set::of(path.back());
    }

  private:
    void finish_start() {
        if (at_start_ != State::open) settle(std::exchange(at_start_, State::open), frames_[0]);
    }

    bool enter(Vertex next) {
        const Frame& above = frames_[depth_];
        const int squares_above = above.squares;
        // The last branch replaces its parent, except in a trace.
        if (!Log::tracing && above.candidates.empty() && !above.tabulated)
            --depth_;
        else
            frames_[depth_ + 1] = above;
        Frame& below = frames_[depth_ + 1];
        trace_move(below, next);
        join(below, below.head, next);
        const State state = propagate(below);
        trace_ride(below);
        return state == State::open ? worth_entering(squares_above, below) : settle(state, below);
    }

    int steps(const Frame& frame) const {
        return static_cast<int>(root_->prefix.size()) + frame.joins;
    }
    std::vector<Vertex> walk(const Frame& frame) const { return walk(frame.joins); }
    std::vector<Vertex> found() const override { return walk(edge_count_); }

    void begin_root() {
        const Vertex n = instance_.vertex_count();
        target_ = root_->last >= 0 ? root_->last : n;
        adjacent_.assign(n + 1, Set{});
        Set remaining = all_;
        for (Vertex v : root_->prefix) remaining.erase(v);
        remaining.insert(root_->prefix.back());
        if (root_->last >= 0) remaining.erase(root_->last);
        remaining.for_each([&](Vertex v) { adjacent_[v] = board_[v] & remaining; });
        for (Vertex v : root_->ends) {
            if (!remaining.has(v)) continue;
            adjacent_[v].insert(target_);
            adjacent_[target_].insert(v);
        }
        // The edges of the cycle, without the edge that stands for the walk so far.
        edge_count_ = remaining.count();
        remaining.insert(target_);
        frames_[0] = {};
        frames_[0].here = remaining;
    }

    State prepare_root(Frame& frame) {
        const Vertex head = root_->prefix.back();
        frame.here.for_each([&](Vertex v) {
            frame.mate[v] = static_cast<Mate>(v);
            if (v == target_) return;
            for (int left = adjacent_[v].count(); left > 0; --left) frame.degrees.raise(Set::of(v));
        });
        frame.head = head;
        frame.squares = static_cast<int>(root_->prefix.size());
        frame.mate[head] = static_cast<Mate>(target_);
        frame.mate[target_] = static_cast<Mate>(head);
        frame.ends = Set::of(head) | Set::of(target_);
        if (edge_count_ == 1) return finish(frame, head, target_);
        if (adjacent_[head].has(target_)) lower(frame, frame.ends);
        const Set remaining = frame.here;
        for (auto [u, v] : instance_.through) {
            if (!remaining.has(u) || !remaining.has(v)) continue;  // in the prefix: checked before
            if (frame.joins + 1 == edge_count_) break;
            if (!frame.here.has(u) || !live(frame, u).has(v)) return State::dead;
            join(frame, u, v);
            trace_join(u, v);
        }
        return propagate(frame);
    }

    Set live(const Frame& frame, Vertex v) const {
        Set others = adjacent_[v] & frame.here;
        others.erase(frame.mate[v]);
        return others;
    }

    // Uses the live edge a-b. Keeps every invariant above; may leave degrees that prove `dead`.
    void join(Frame& frame, Vertex a, Vertex b) {
        joins_[frame.joins++] = {a, b};
        const Vertex far_a = frame.mate[a], far_b = frame.mate[b];
        lower(frame, Set::of(a) | Set::of(b));
        if (far_a != a) retire(frame, a, b);
        if (far_b != b) retire(frame, b, a);
        frame.mate[far_a] = static_cast<Mate>(far_b);
        frame.mate[far_b] = static_cast<Mate>(far_a);
        const Set both = Set::of(far_a) | Set::of(far_b);
        frame.ends = frame.ends | both;
        const bool joined_itself = far_a == a && far_b == b;
        if (!joined_itself && adjacent_[far_a].has(far_b)) lower(frame, both);
        if (a == frame.head)
            frame.head = far_b;
        else if (b == frame.head)
            frame.head = far_a;
    }

    void retire(Frame& frame, Vertex v, Vertex joined_to) {
        Set losers = live(frame, v);
        losers.erase(joined_to);
        lower(frame, losers);
        frame.here.erase(v);
        frame.ends.erase(v);
    }

    // The target may have more live edges than the table can count: they are counted when needed.
    void lower(Frame& frame, Set vertices) const {
        vertices.erase(target_);
        frame.degrees.lower(vertices);
    }

    // Joins all forced edges. `open`: no edge is forced any more, and the knight has a choice.
    State propagate(Frame& frame) {
        while (frame.joins + 1 < edge_count_) {
            Set counted = frame.here;
            counted.erase(target_);
            const Set ends = frame.ends & counted;
            const Set bare = counted - ends;
            const Set lost = frame.degrees.zeros(counted) | frame.degrees.ones(bare);
            if (!lost.empty()) {
                if constexpr (Log::tracing) lost_ = lost;
                return State::dead;
            }
            const Set forced = frame.degrees.twos(bare) | frame.degrees.ones(ends);
            Vertex v = target_;
            if (!forced.empty()) {
                v = forced.lowest();
            } else if (!frame.here.has(target_) || !live(frame, target_).at_most_one()) {
                return State::open;
            }
            const Set choice = live(frame, v);
            if (choice.empty()) return State::dead;
            const Vertex other = choice.lowest();
            join(frame, v, other);
            trace_join(v, other);
        }
        Set both = frame.here;
        const Vertex one = both.take_lowest();
        return finish(frame, one, both.lowest());
    }

    // Closes the cycle: all vertices are one fragment from `a` to `b`.
    State finish(Frame& frame, Vertex a, Vertex b) {
        if (!adjacent_[a].has(b)) return State::dead;
        joins_[frame.joins++] = {a, b};
        trace_join(a, b);
        if (instance_.through.empty()) return State::complete;
        return this->uses_required_edges(walk(edge_count_)) ? State::complete : State::dead;
    }

    // Ends an attempt; always false.
    bool settle(State state, const Frame& frame) {
        const bool good = state == State::complete;
        if (good) ++tally_.solutions;
        return end(frame, good ? Ending::solution : Ending::forced, std::exchange(lost_, Set{}),
                   good ? 1 : -1);
    }

    bool worth_entering(int squares_above, Frame& frame) {
        frame.candidates = live(frame, frame.head);
        frame.tabulated = false;
        if (has(rule::divided)) {
            const Set cut_off = unreachable(frame);
            if (!cut_off.empty()) return end(frame, Ending::divided, cut_off);
        }
        const int wanted = instance_.options.subtour_squares;
        if (!has(rule::equivalent) || squares_above >= wanted) return true;
        frame.squares = static_cast<int>(walk(frame).size());
        if (frame.squares < wanted) return true;
        if (const auto* known = this->known_below(frame))
            return end(frame, Ending::known, {}, static_cast<int>(*known));
        return true;
    }

    auto key(const Frame& frame) const {
        Set unvisited = all_;
        for (Vertex v : walk(frame)) unvisited.erase(v);
        return typename SubtourTable<Set>::Key{unvisited, frame.head, root_number_};
    }

    Set unreachable(const Frame& frame) const {
        return Base::unreachable(frame.here, Set::of(frame.head),
                                 [&](Vertex v) { return adjacent_[v] | Set::of(frame.mate[v]); });
    }

    // The knight's walk along the first `joins` joined edges, from the start of the root, without
    // the target.
    std::vector<Vertex> walk(int joins) const {
        Neighbours links(instance_.vertex_count() + 1, {-1, -1});
        for (int i = 0; i < joins; ++i) link(links, joins_[i].first, joins_[i].second);
        std::vector<Vertex> path = root_->prefix;
        Vertex before = -1;
        for (Vertex v = links[path.back()][0]; v >= 0 && v != target_;) {
            before = path.back();
            path.push_back(v);
            v = links[v][links[v][0] == before];
        }
        return path;
    }

    void trace_move(const Frame& frame, Vertex next) {
        if constexpr (Log::tracing)
            log_->say(Happening::move, outside(next), ++traced_, outside(live(frame, frame.head)));
    }

    void trace_join(Vertex a, Vertex b) {
        if constexpr (Log::tracing)
            log_->say(Happening::joined, -1, traced_, outside(std::vector{a, b}));
    }

    // Traces how far joined edges have carried the knight since the last event.
    void trace_ride(const Frame& frame) {
        if constexpr (Log::tracing) {
            const auto path = walk(frame);
            if (path.size() == traced_) return;
            const auto ridden = outside(std::vector(path.begin() + traced_, path.end()));
            traced_ = path.size();
            log_->say(Happening::ride, ridden.back(), traced_, ridden);
        }
    }

    void trace_backtrack() {
        if constexpr (Log::tracing) {
            this->trace(Happening::backtrack, frames_[depth_]);
            traced_ = walk(frames_[depth_]).size();
        }
    }

    std::size_t traced_ = 0;  // squares of the walk at the last event
    Set lost_;                // in a trace, of the last attempt: vertices with too few live edges

    Vertex target_ = 0;
    std::vector<Set> adjacent_;  // of this root: without the prefix, with the target
    int edge_count_ = 0;         // edges to join for a tour
    std::vector<Edge> joins_;
    State at_start_ = State::open;
};

}  // namespace

std::unique_ptr<Walker> make_forced_walker(const Instance& instance, bool listing, EventLog* log) {
    const bool apex = std::ranges::any_of(instance.roots, [](auto& root) { return root.last < 0; });
    return make_fitting<ForcedWalker>(instance, instance.vertex_count() + apex, listing, log);
}

}  // namespace babieca::search
