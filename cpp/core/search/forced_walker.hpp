// The search with forced edges: squares with two ways left, and the rails they form.
//
// The walk so far and the vertex that closes it (`last`, or an added apex beside all permitted
// ends) are the two ends of one fragment; a tour is complete when all fragments have become one
// cycle. A vertex inside a fragment is done with and leaves the graph; what stays are
//   bare vertices, which need two edges, and
//   ends of fragments, which need one more; mate[v] is the other end (mate[v] == v: bare).
// An edge is live when both its vertices are here and they are not mates (it would close a cycle
// too early). degrees[v] = number of live edges at v. Then
//   a bare vertex with fewer than 2 live edges, or an end with none, proves that no tour is left;
//   a bare vertex with exactly 2, or an end with exactly 1, must use them: they are joined at once.
// This contains Bañón's islands and dangling squares (the apex makes "may be last" an edge like
// any other) and goes on where they stop: joining removes edges, which forces others. The knight
// rides through fragments without branching.
//
// What happens is said to the log, if it listens, in the caller's numbers. A join is said with the
// depth that the walk had when it was said last, and every move deepens the walk: so the joins that
// a way back undoes are those that were said deeper than where it leads.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "core/search/degree_table.hpp"
#include "core/search/subtour_table.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

template <typename Set, int Planes, typename Log = Silent>
class ForcedWalker final : public Walker {
  public:
    ForcedWalker(const Instance& instance, bool listing, Log* log = nullptr)
        : instance_(instance), rules_(instance.options.rules), listing_(listing), log_(log) {
        const Vertex n = instance.vertex_count();
        frames_.resize(n + 2);
        joins_.resize(n + 2);
        board_.resize(n);
        for (Vertex v = 0; v < n; ++v) {
            for (Vertex u : instance.neighbours[v]) board_[v].insert(u);
        }
        if (listing || !instance.through.empty()) rules_ &= ~rule::equivalent;
        if (has(rule::equivalent)) table_.emplace(instance.options.subtour_bytes);
    }

    void start(const Task& task) override {
        root_ = &instance_.roots[task.root];
        root_number_ = task.root;
        begin_root();
        depth_ = -1;
        Frame& frame = frames_[0];
        if constexpr (Log::listens) {
            said_ = root_->prefix.size();
            log_->say(Happening::start, outside(root_->prefix.back()), said_,
                      outside(root_->prefix), root_->last < 0 ? -1 : outside(root_->last));
        }
        at_start_ = prepare_root(frame);
        tell_ride(frame);
        if (at_start_ != State::open) return;
        depth_ = 0;
        if (task.path.size() == root_->prefix.size()) {
            frame.candidates = live(frame, frame.head);
            return;
        }
        // The vertices before the last were walked once already: none of them can fail. Where the
        // knight is further on than the path says, it rode there on rails.
        for (std::size_t i = root_->prefix.size(); i + 1 < task.path.size(); ++i) {
            if (frame.head != task.path[i - 1]) continue;
            join(frame, frame.head, task.path[i]);
            propagate(frame);
        }
        frame.candidates = Set::of(task.path.back());
    }

    Event advance(std::int64_t nodes) override {
        if (at_start_ != State::open) {
            const bool found = settle(at_start_, frames_[0]);
            at_start_ = State::open;
            if (found && listing_) return Event::tour;
        }
        while (depth_ >= 0) {
            Frame& frame = frames_[depth_];
            if (frame.candidates.empty()) {
                if (frame.tabulated) {
                    table_->insert(key(frame), tally_.solutions - frame.solutions_before);
                }
                --depth_;
                if (depth_ >= 0) tell_way_back(frames_[depth_]);
                continue;
            }
            if (nodes-- <= 0) return Event::pause;
            const Vertex next = choose(frame);
            frame.candidates.erase(next);
            // The last branch needs no way back, unless somebody watches: it takes its parent's
            // place.
            const bool in_place = !Log::listens && frame.candidates.empty() && !frame.tabulated;
            const int above_squares = frame.squares;
            if (in_place) {
                --depth_;
            } else {
                frames_[depth_ + 1] = frame;
            }
            Frame& below = frames_[depth_ + 1];
            ++tally_.nodes;
            tell_move(below, next);
            join(below, below.head, next);
            const State state = propagate(below);
            tell_ride(below);
            if (state == State::open) {
                if (worth_entering(above_squares, below)) {
                    ++depth_;
                    continue;
                }
            } else if (settle(state, below) && listing_) {
                return Event::tour;
            }
            if constexpr (Log::listens) tell_way_back(frames_[depth_]);
        }
        return Event::finished;
    }

    void tour(std::vector<Vertex>& squares) const override {
        complete_tour(instance_, *root_, walk(edge_count_), squares);
    }

    void unload(std::vector<Task>& tasks, bool everything) override {
        for (int level = 0; level <= depth_; ++level) {
            Frame& frame = frames_[level];
            frame.tabulated = false;
            if (frame.candidates.empty()) continue;
            const auto path = walk(frame.joins);
            frame.candidates.for_each([&](Vertex v) {
                tasks.push_back({root_number_, path});
                tasks.back().path.push_back(v);
            });
            frame.candidates = {};
            if (!everything) return;
        }
    }

  private:
    using Table = DegreeTable<Set, Planes>;
    using Mate = std::conditional_t<(Set::capacity <= 256), std::uint8_t, std::uint16_t>;
    enum class State { open, dead, complete };

    struct Frame {
        Set here;  // bare vertices and ends
        Set ends;
        Table degrees;
        Mate mate[Set::capacity];
        Vertex head;  // where the knight stands, after every rail it can ride
        int joins;
        Set candidates;
        std::int64_t solutions_before;
        int squares;  // visited; kept only when subtours are tabulated
        bool tabulated;
    };

    bool has(unsigned rule) const { return (rules_ & rule) != 0; }

    void begin_root() {
        const Vertex n = instance_.vertex_count();
        target_ = root_->last >= 0 ? root_->last : n;
        adjacent_.assign(n + 1, Set{});
        Set kept;
        for (Vertex v = 0; v < n; ++v) kept.insert(v);
        for (Vertex v : root_->prefix) kept.erase(v);
        kept.insert(root_->prefix.back());
        if (root_->last >= 0) kept.erase(root_->last);
        kept.for_each([&](Vertex v) { adjacent_[v] = board_[v] & kept; });
        for (Vertex v : root_->ends) {
            if (!kept.has(v)) continue;
            adjacent_[v].insert(target_);
            adjacent_[target_].insert(v);
        }
        // The edges of the cycle, less the one that the walk so far stands for.
        edge_count_ = kept.count();
        kept.insert(target_);
        frames_[0] = {};
        frames_[0].here = kept;
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
        const Set kept = frame.here;
        for (auto [u, v] : instance_.through) {
            if (!kept.has(u) || !kept.has(v)) continue;  // of the prefix: seen to with the root
            if (frame.joins + 1 == edge_count_) break;
            if (!frame.here.has(u) || !live(frame, u).has(v)) return State::dead;
            join(frame, u, v);
            tell_join(u, v);
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
        if (a == frame.head) {
            frame.head = far_b;
        } else if (b == frame.head) {
            frame.head = far_a;
        }
    }

    void retire(Frame& frame, Vertex v, Vertex joined_to) {
        Set losers = live(frame, v);
        losers.erase(joined_to);
        lower(frame, losers);
        frame.here.erase(v);
        frame.ends.erase(v);
    }

    // The target may have any number of live edges: they are counted when needed, not in the table.
    void lower(Frame& frame, Set vertices) const {
        vertices.erase(target_);
        frame.degrees.lower(vertices);
    }

    // Joins everything that is forced. `open`: nothing more is, and the knight has a choice.
    State propagate(Frame& frame) {
        while (frame.joins + 1 < edge_count_) {
            Set counted = frame.here;
            counted.erase(target_);
            const Set ends = frame.ends & counted;
            const Set bare = counted - ends;
            const Set lost = frame.degrees.zeros(counted) | frame.degrees.ones(bare);
            if (!lost.empty()) {
                if constexpr (Log::listens) lost_ = lost;
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
            tell_join(v, other);
        }
        Set both = frame.here;
        const Vertex one = both.take_lowest();
        return finish(frame, one, both.lowest());
    }

    // All is one fragment from `a` to `b`.
    State finish(Frame& frame, Vertex a, Vertex b) {
        if (!adjacent_[a].has(b)) return State::dead;
        joins_[frame.joins++] = {a, b};
        tell_join(a, b);
        if (instance_.through.empty()) return State::complete;
        return uses_required_edges(instance_, *root_, walk(edge_count_)) ? State::complete
                                                                         : State::dead;
    }

    bool settle(State state, const Frame& frame) {
        const int squares = static_cast<int>(root_->prefix.size()) + frame.joins;
        const bool good = state == State::complete;
        tally_.end(good ? Ending::solution : Ending::forced, squares);
        if (good) ++tally_.solutions;
        if constexpr (Log::listens) {
            say(good ? Happening::found : Happening::dead_end, frame, std::exchange(lost_, Set{}),
                good ? 1 : -1);
        }
        return good;
    }

    bool worth_entering(int squares_above, Frame& frame) {
        frame.candidates = live(frame, frame.head);
        frame.tabulated = false;
        if (has(rule::divided)) {
            const Set cut_off = unreachable(frame);
            if (!cut_off.empty()) {
                say(Happening::divided, frame, cut_off);
                return close(frame, Ending::divided);
            }
        }
        const int wanted = instance_.options.subtour_squares;
        if (!has(rule::equivalent) || squares_above >= wanted) return true;
        frame.squares = static_cast<int>(walk(frame.joins).size());
        if (frame.squares < wanted) return true;
        if (const auto* known = table_->find(key(frame)); known != nullptr) {
            tally_.solutions += *known;
            say(Happening::known, frame, {}, static_cast<int>(*known));
            return close(frame, Ending::known);
        }
        frame.tabulated = true;
        frame.solutions_before = tally_.solutions;
        return true;
    }

    bool close(const Frame& frame, Ending ending) {
        tally_.end(ending, static_cast<int>(root_->prefix.size()) + frame.joins);
        return false;
    }

    typename SubtourTable<Set>::Key key(const Frame& frame) const {
        Set unvisited;
        for (Vertex v = 0; v < instance_.vertex_count(); ++v) unvisited.insert(v);
        for (Vertex v : walk(frame.joins)) unvisited.erase(v);
        return {unvisited, frame.head, root_number_};
    }

    Set unreachable(const Frame& frame) const {
        Set unreached = frame.here;
        Set wave = Set::of(frame.head);
        while (!wave.empty()) {
            unreached = unreached - wave;
            Set next;
            wave.for_each([&](Vertex v) {
                next = next | adjacent_[v];
                next.insert(frame.mate[v]);
            });
            wave = next & unreached;
        }
        return unreached;
    }

    Vertex choose(const Frame& frame) const {
        if (instance_.options.order == Order::increasing) return frame.candidates.lowest();
        if (instance_.options.order == Order::warnsdorff) {
            return frame.degrees.smallest(frame.candidates);
        }
        const auto& list = instance_.ordered[frame.head];
        std::size_t i = 0;
        while (!frame.candidates.has(list[i])) ++i;
        return list[i];
    }

    // The knight's walk that the first `joins` joined edges make, from the root's start; the target
    // is left out.
    std::vector<Vertex> walk(int joins) const {
        std::vector<Edge> links(instance_.vertex_count() + 1, {-1, -1});
        const auto link = [&](Vertex v, Vertex u) {
            (links[v].first < 0 ? links[v].first : links[v].second) = u;
        };
        for (int i = 0; i < joins; ++i) {
            link(joins_[i].first, joins_[i].second);
            link(joins_[i].second, joins_[i].first);
        }
        std::vector<Vertex> path = root_->prefix;
        Vertex before = -1;
        for (Vertex v = links[path.back()].first; v >= 0 && v != target_;) {
            before = path.back();
            path.push_back(v);
            v = links[v].first == before ? links[v].second : links[v].first;
        }
        return path;
    }

    // The target is nobody's, where it is the apex: it has the number after the last.
    Vertex outside(Vertex v) const {
        return v < instance_.vertex_count() ? instance_.outside[v] : v;
    }

    std::vector<Vertex> outside(const std::vector<Vertex>& squares) const {
        std::vector<Vertex> named;
        for (Vertex v : squares) named.push_back(outside(v));
        return named;
    }

    void say([[maybe_unused]] Happening what, [[maybe_unused]] const Frame& frame,
             [[maybe_unused]] const Set& squares = {}, [[maybe_unused]] int detail = -1) {
        if constexpr (Log::listens) {
            std::vector<Vertex> named;
            squares.for_each([&](Vertex v) { named.push_back(outside(v)); });
            const auto path = walk(frame.joins);
            log_->say(what, outside(path.back()), path.size(), named, detail);
        }
    }

    void tell_move([[maybe_unused]] const Frame& frame, [[maybe_unused]] Vertex next) {
        if constexpr (Log::listens) {
            std::vector<Vertex> named;
            live(frame, frame.head).for_each([&](Vertex v) { named.push_back(outside(v)); });
            log_->say(Happening::move, outside(next), ++said_, named);
        }
    }

    void tell_join([[maybe_unused]] Vertex a, [[maybe_unused]] Vertex b) {
        if constexpr (Log::listens) {
            log_->say(Happening::joined, -1, said_, std::vector<Vertex>{outside(a), outside(b)});
        }
    }

    // Says how far rails have carried the knight since it was heard of last.
    void tell_ride([[maybe_unused]] const Frame& frame) {
        if constexpr (Log::listens) {
            const auto path = outside(walk(frame.joins));
            if (path.size() == said_) return;
            const std::vector<Vertex> ridden(path.begin() + static_cast<std::ptrdiff_t>(said_),
                                             path.end());
            said_ = path.size();
            log_->say(Happening::ride, path.back(), said_, ridden);
        }
    }

    void tell_way_back([[maybe_unused]] const Frame& frame) {
        if constexpr (Log::listens) {
            say(Happening::backtrack, frame);
            said_ = walk(frame.joins).size();
        }
    }

    const Instance& instance_;
    unsigned rules_;
    const bool listing_;
    Log* const log_;
    std::size_t said_ = 0;  // squares of the walk, as far as the log has heard
    Set lost_;              // of the last attempt: vertices with too few ways left
    std::vector<Set> board_;
    std::optional<SubtourTable<Set>> table_;

    const Root* root_ = nullptr;
    int root_number_ = 0;
    Vertex target_ = 0;
    std::vector<Set> adjacent_;  // of this root: without what the prefix used up, with the target
    int edge_count_ = 0;         // edges to join for a tour
    std::vector<Frame> frames_;
    std::vector<Edge> joins_;
    int depth_ = -1;
    State at_start_ = State::open;
};

}  // namespace babieca::search
