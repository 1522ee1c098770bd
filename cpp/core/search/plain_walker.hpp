// The search of Bañón: one square after another, with the W table and any of its rules.
//
// W(v) = number of squares from which v can still be entered = unvisited neighbours, and the knight
// itself if it stands beside v. It falls by one when the knight leaves a neighbour.
#pragma once

#include <optional>
#include <vector>

#include "core/search/degree_table.hpp"
#include "core/search/subtour_table.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

// With Twin, every square entered is taken together with its twin (Sánchez López).
template <typename Set, int Planes, bool Twin>
class PlainWalker final : public ProbingWalker {
  public:
    PlainWalker(const Instance& instance, bool listing)
        : instance_(instance), rules_(instance.options.rules), listing_(listing) {
        const Vertex n = instance.vertex_count();
        frames_.resize(n + 1);
        path_.resize(n + 1);
        adjacent_.resize(n);
        required_.resize(n);
        for (Vertex v = 0; v < n; ++v) {
            for (Vertex u : instance.neighbours[v]) adjacent_[v].insert(u);
            if (!instance.colour.empty()) colour_[instance.colour[v]].insert(v);
        }
        for (auto [u, v] : instance.through) {
            required_[u].insert(v);
            required_[v].insert(u);
        }
        if (listing || !instance.through.empty() || Twin) rules_ &= ~rule::last_three;
        if (listing || !instance.through.empty()) rules_ &= ~rule::equivalent;
        if (has(rule::equivalent)) table_.emplace(instance.options.subtour_bytes);
    }

    void start(const Task& task) override {
        root_ = &instance_.roots[task.root];
        root_number_ = task.root;
        length_ = instance_.walk_length(*root_);
        ends_ = {};
        for (Vertex v : root_->ends) ends_.insert(v);
        // A dangling square is as good as its twin: the knights decide which of them walks on it.
        last_squares_ = ends_;
        if constexpr (Twin) {
            for (Vertex v : root_->ends) last_squares_.insert(instance_.twin[v]);
        }
        const bool untried = task.path.size() > root_->prefix.size();
        const int visited = static_cast<int>(task.path.size()) - (untried ? 1 : 0);
        replay(task.path, visited);
        set_last_colour();
        bottom_ = depth_ = visited - 1;
        Frame& frame = frames_[depth_];
        frame.tabulated = false;
        frame.candidates = untried ? Set::of(task.path.back()) : moves_from(depth_);
        complete_at_start_ = !untried && visited == length_;
    }

    Event advance(std::int64_t nodes) override {
        if (complete_at_start_) {
            complete_at_start_ = false;
            if (solved(depth_) && listing_) return Event::tour;
        }
        while (depth_ >= bottom_) {
            Frame& frame = frames_[depth_];
            if (frame.candidates.empty()) {
                if (frame.tabulated) {
                    table_->insert({frame.unvisited, path_[depth_], root_number_},
                                   tally_.solutions - frame.solutions_before);
                }
                --depth_;
                continue;
            }
            if (nodes-- <= 0) return Event::pause;
            const Vertex next = choose(frame);
            frame.candidates.erase(next);
            enter(depth_, next);
            ++tally_.nodes;
            const std::int64_t before = tally_.solutions;
            if (open(depth_ + 1)) {
                ++depth_;
            } else if (listing_ && tally_.solutions != before) {
                return Event::tour;
            }
        }
        return Event::finished;
    }

    void tour(std::vector<Vertex>& squares) const override {
        complete_tour(instance_, *root_, walk(length_), squares);
    }

    void unload(std::vector<Task>& tasks, bool everything) override {
        for (int level = bottom_; level <= depth_; ++level) {
            Frame& frame = frames_[level];
            // From here up, what this walker will still find is only a part of what there is.
            frame.tabulated = false;
            if (frame.candidates.empty()) continue;
            frame.candidates.for_each([&](Vertex v) {
                auto path = walk(level + 1);
                path.push_back(v);
                tasks.push_back({root_number_, std::move(path)});
            });
            frame.candidates = {};
            if (!everything) return;
        }
    }

    double probe(int squares, std::mt19937_64& random, std::vector<double>& seen) override {
        double weight = 1;
        while (depth_ + 1 < squares) {
            Frame& frame = frames_[depth_];
            const int choices = frame.candidates.count();
            if (choices == 0) break;
            auto skip = static_cast<int>(random() % static_cast<std::uint64_t>(choices));
            Set rest = frame.candidates;
            while (skip-- > 0) rest.take_lowest();
            weight *= choices;
            enter(depth_, rest.lowest());
            ++tally_.nodes;
            frame.candidates = {};
            if (depth_ + 2 < static_cast<int>(seen.size())) seen[depth_ + 2] += weight;
            if (!open(depth_ + 1)) break;
            ++depth_;
        }
        bottom_ = depth_;
        return weight;
    }

  private:
    using Table = DegreeTable<Set, Planes>;

    // frames_[k] is the board with the knight on path_[k], k + 1 squares visited.
    struct Frame {
        Set unvisited;
        Table degrees;   // W of the unvisited squares; of the others, anything
        Set candidates;  // moves not tried yet
        std::int64_t solutions_before;
        bool tabulated;  // enter the number of tours below into the table when all are tried
    };

    bool has(unsigned rule) const { return (rules_ & rule) != 0; }

    std::vector<Vertex> walk(int squares) const { return {path_.begin(), path_.begin() + squares}; }

    void replay(const std::vector<Vertex>& path, int visited) {
        Frame& first = frames_[0];
        first = {};
        for (Vertex v = 0; v < instance_.vertex_count(); ++v) first.unvisited.insert(v);
        if (root_->last >= 0) first.unvisited.erase(root_->last);
        for (Vertex v = 0; v < instance_.vertex_count(); ++v) {
            (adjacent_[v] & first.unvisited).for_each([&](Vertex u) {
                first.degrees.raise(Set::of(u));
            });
        }
        if (root_->last >= 0) first.degrees.lower(adjacent_[root_->last] & first.unvisited);
        path_[0] = path[0];
        first.unvisited.erase(path[0]);
        if constexpr (Twin) first.unvisited.erase(instance_.twin[path[0]]);
        for (int k = 1; k < visited; ++k) enter(k - 1, path[k]);
    }

    // The colour the walk must end on, if colours matter: unvisited squares of the other one are
    // lost when they dangle.
    void set_last_colour() {
        wrong_colour_ = {};
        if (!has(rule::dangling_colour) || instance_.colour.empty() || Twin) return;
        const int first = instance_.colour[path_[0]];
        wrong_colour_ = colour_[length_ % 2 == 0 ? first : 1 - first];
    }

    void enter(int level, Vertex next) {
        const Frame& frame = frames_[level];
        Frame& below = frames_[level + 1];
        const Vertex left = path_[level];
        below.degrees = frame.degrees;
        below.degrees.lower(adjacent_[left] & frame.unvisited);
        if constexpr (Twin) {
            below.degrees.lower(adjacent_[instance_.twin[left]] & frame.unvisited);
        }
        below.unvisited = frame.unvisited;
        below.unvisited.erase(next);
        if constexpr (Twin) below.unvisited.erase(instance_.twin[next]);
        path_[level + 1] = next;
    }

    Set moves_from(int level) const {
        Set moves = adjacent_[path_[level]] & frames_[level].unvisited;
        if (instance_.through.empty()) return moves;
        Set must = required_[path_[level]];
        if (level > 0) must.erase(path_[level - 1]);
        if (must.empty()) return moves;
        return must.at_most_one() ? moves & must : Set{};
    }

    Vertex choose(const Frame& frame) const {
        if (instance_.options.order == Order::increasing) return frame.candidates.lowest();
        if (instance_.options.order == Order::warnsdorff) {
            return frame.degrees.smallest(frame.candidates);
        }
        const auto& list = instance_.ordered[path_[depth_]];
        std::size_t i = 0;
        while (!frame.candidates.has(list[i])) ++i;
        return list[i];
    }

    bool solved(int level) {
        bool good = ends_.has(path_[level]);
        if (good && !instance_.through.empty()) {
            good = uses_required_edges(instance_, *root_, walk(length_));
        }
        if (good && root_->reversed && instance_.question.second() >= 0) {
            std::vector<Vertex> squares;
            tour(squares);
            good = squares[1] == instance_.question.second();
        }
        if (good) ++tally_.solutions;
        tally_.end(good ? Ending::solution : Ending::stuck, level + 1);
        return good;
    }

    bool close(int level, Ending ending) {
        tally_.end(ending, level + 1);
        return false;
    }

    // Looks at the square just entered. False: the attempt ends here, and why is in the tally.
    bool open(int level) {
        Frame& frame = frames_[level];
        const int left = length_ - level - 1;
        if (left == 0) {
            solved(level);
            return false;
        }
        if (has(rule::island) && !frame.degrees.zeros(frame.unvisited).empty()) {
            return close(level, Ending::island);
        }
        if (has(rule::dangling_colour | rule::dangling_end | rule::second_dangling)) {
            const Set dangling = frame.degrees.ones(frame.unvisited);
            if (!dangling.empty() && hopeless(dangling)) return close(level, Ending::dangling);
        }
        if (left == 3 && has(rule::last_three)) return settle_last_three(level);
        frame.candidates = moves_from(level);
        if (frame.candidates.empty()) return close(level, Ending::stuck);
        if (has(rule::divided) && is_divided(level)) return close(level, Ending::divided);
        frame.tabulated = false;
        if (has(rule::equivalent) && level + 1 == instance_.options.subtour_squares) {
            const auto* known = table_->find({frame.unvisited, path_[level], root_number_});
            if (known != nullptr) {
                tally_.solutions += *known;
                return close(level, Ending::known);
            }
            frame.tabulated = true;
            frame.solutions_before = tally_.solutions;
        }
        return true;
    }

    // A square that can be entered from one square only has no way out: it must be the last one.
    bool hopeless(const Set& dangling) const {
        if (has(rule::dangling_colour) && !(dangling & wrong_colour_).empty()) return true;
        if (has(rule::dangling_end) && !(dangling - last_squares_).empty()) return true;
        if (!has(rule::second_dangling)) return false;
        return Twin ? dangling.count() > 2 : !dangling.at_most_one();
    }

    bool settle_last_three(int level) {
        Set rest = frames_[level].unvisited;
        const Vertex square[3] = {rest.take_lowest(), rest.take_lowest(), rest.lowest()};
        const Set& here = adjacent_[path_[level]];
        int found = 0;
        for (int last = 0; last < 3; ++last) {
            if (!ends_.has(square[last])) continue;
            const Vertex a = square[(last + 1) % 3], b = square[(last + 2) % 3];
            if (!adjacent_[a].has(b)) continue;
            found += here.has(a) && adjacent_[b].has(square[last]);
            found += here.has(b) && adjacent_[a].has(square[last]);
        }
        if (found == 0) return close(level, Ending::stuck);
        tally_.solutions += found;
        for (int i = 0; i < found; ++i) tally_.end(Ending::solution, level + 1);
        return false;
    }

    bool is_divided(int level) const {
        Set unreached = frames_[level].unvisited;
        Set wave = adjacent_[path_[level]] & unreached;
        if constexpr (Twin) wave = wave | (adjacent_[instance_.twin[path_[level]]] & unreached);
        while (!wave.empty()) {
            unreached = unreached - wave;
            Set next;
            wave.for_each([&](Vertex v) { next = next | adjacent_[v]; });
            wave = next & unreached;
        }
        return !unreached.empty();
    }

    const Instance& instance_;
    unsigned rules_;
    const bool listing_;
    std::vector<Set> adjacent_;
    std::vector<Set> required_;
    Set colour_[2];
    std::optional<SubtourTable<Set>> table_;

    const Root* root_ = nullptr;
    int root_number_ = 0;
    int length_ = 0;  // squares of a complete walk
    Set ends_;
    Set last_squares_;
    Set wrong_colour_;
    std::vector<Frame> frames_;
    std::vector<Vertex> path_;
    int bottom_ = 0;
    int depth_ = -1;
    bool complete_at_start_ = false;
};

}  // namespace babieca::search
