// The search of Bañón: one square after another, with the W table and any of its rules.
//
// W(v) = number of squares from which v can still be entered = unvisited neighbours, plus one if
// the knight stands beside v. It falls by one when the knight leaves a neighbour. With twins, every
// square is entered together with its twin (Sánchez López).
#include "core/search/tree_walker.hpp"

namespace babieca::search {
namespace {

// By Ending.
constexpr Happening happenings[] = {Happening::dead_end, Happening::island,   Happening::dangling,
                                    Happening::divided,  Happening::dead_end, Happening::known,
                                    Happening::found};

template <typename Set, int Planes, typename Log>
class PlainWalker final : public TreeWalker<Set, Planes, Log> {
    using Base = TreeWalker<Set, Planes, Log>;
    using Base::board_, Base::has, Base::instance_, Base::listing_, Base::root_, Base::rules_;
    using Base::root_number_, Base::table_, Base::tally_;

  public:
    PlainWalker(const Instance& instance, bool listing, Log* log)
        : Base(instance, listing, log),
          twins_(!instance.twin.empty()),
          required_(instance.vertex_count()),
          frames_(instance.vertex_count() + 1),
          path_(instance.vertex_count() + 1) {
        for (std::size_t v = 0; v < instance.colour.size(); ++v)
            colour_[instance.colour[v]].insert(static_cast<Vertex>(v));
        for (auto [u, v] : instance.through) {
            required_[u].insert(v);
            required_[v].insert(u);
        }
        if (listing || !instance.through.empty() || twins_) rules_ &= ~rule::last_three;
    }

    void start(const Task& task) override {
        this->set_root(task);
        length_ = instance_.walk_length(*root_);
        ends_ = {};
        for (Vertex v : root_->ends) ends_.insert(v);
        // Either knight may walk on a dangling square, so its twin may be an end as well.
        last_squares_ = ends_;
        if (twins_)
            for (Vertex v : root_->ends) last_squares_.insert(instance_.twin[v]);
        const bool untried = task.path.size() > root_->prefix.size();
        const int visited = static_cast<int>(task.path.size()) - (untried ? 1 : 0);
        replay(task.path, visited);
        set_wrong_colour();
        bottom_ = depth_ = visited - 1;
        Frame& frame = frames_[depth_];
        frame.tabulated = false;
        frame.candidates = untried ? Set::of(task.path.back()) : moves_from(depth_);
        complete_at_start_ = !untried && visited == length_;
        this->trace_start();
    }

    Event advance(std::int64_t nodes) override {
        if (complete_at_start_) {
            complete_at_start_ = false;
            if (solved(depth_) && listing_) return Event::tour;
        }
        while (depth_ >= bottom_) {
            Frame& frame = frames_[depth_];
            if (frame.candidates.empty()) {
                if (frame.tabulated)
                    table_->insert(key(depth_), tally_.solutions - frame.solutions_before);
                --depth_;
                if (depth_ >= bottom_) trace(Happening::backtrack, depth_);
                continue;
            }
            if (nodes-- <= 0) return Event::pause;
            const Vertex next = this->choose(frame.candidates, frame.degrees, path_[depth_]);
            frame.candidates.erase(next);
            enter(depth_, next);
            ++tally_.nodes;
            if constexpr (Log::tracing) {
                const Set moves = moves_from(depth_);
                trace(moves.at_most_one() ? Happening::forced : Happening::move, depth_ + 1, moves);
            }
            const std::int64_t before = tally_.solutions;
            if (open(depth_ + 1)) {
                ++depth_;
            } else if (listing_ && tally_.solutions != before) {
                return Event::tour;
            } else {
                trace(Happening::backtrack, depth_);
            }
        }
        return Event::finished;
    }

    void unload(std::vector<Task>& tasks, bool everything) override {
        const int levels = std::max(depth_ - bottom_ + 1, 0);
        this->unload_frames(
            std::span(frames_).subspan(bottom_, levels), tasks, everything,
            [&](const Frame& frame) { return walk(static_cast<int>(&frame - &frames_[0]) + 1); });
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
    // frames_[k] is the board with the knight on path_[k], k + 1 squares visited.
    struct Frame : Base::Branches {
        Set unvisited;
        typename Base::Table degrees;  // W of the unvisited squares; undefined for the others
    };

    std::vector<Vertex> walk(int squares) const { return {path_.begin(), path_.begin() + squares}; }
    std::vector<Vertex> found() const override { return walk(length_); }
    typename Base::Key key(int level) const {
        return {frames_[level].unvisited, path_[level], root_number_};
    }

    void replay(const std::vector<Vertex>& path, int visited) {
        Frame& first = frames_[0];
        first = {};
        first.unvisited = this->all_vertices();
        if (root_->last >= 0) first.unvisited.erase(root_->last);
        for (const Set& neighbours : board_)
            (neighbours & first.unvisited).for_each([&](Vertex u) {
                first.degrees.raise(Set::of(u));
            });
        if (root_->last >= 0) first.degrees.lower(board_[root_->last] & first.unvisited);
        path_[0] = path[0];
        first.unvisited.erase(path[0]);
        if (twins_) first.unvisited.erase(instance_.twin[path[0]]);
        for (int k = 1; k < visited; ++k) enter(k - 1, path[k]);
    }

    // The walk must end on one colour: a dangling square of the other colour is lost.
    void set_wrong_colour() {
        wrong_colour_ = {};
        if (!has(rule::dangling_colour) || instance_.colour.empty() || twins_) return;
        const int first = instance_.colour[path_[0]];
        wrong_colour_ = colour_[length_ % 2 == 0 ? first : 1 - first];
    }

    void enter(int level, Vertex next) {
        const Frame& frame = frames_[level];
        Frame& below = frames_[level + 1];
        const Vertex left = path_[level];
        below.degrees = frame.degrees;
        below.degrees.lower(board_[left] & frame.unvisited);
        below.unvisited = frame.unvisited;
        below.unvisited.erase(next);
        if (twins_) {
            below.degrees.lower(board_[instance_.twin[left]] & frame.unvisited);
            below.unvisited.erase(instance_.twin[next]);
        }
        path_[level + 1] = next;
    }

    Set moves_from(int level) const {
        Set moves = board_[path_[level]] & frames_[level].unvisited;
        if (instance_.through.empty()) return moves;
        Set must = required_[path_[level]];
        if (level > 0) must.erase(path_[level - 1]);
        if (must.empty()) return moves;
        return must.at_most_one() ? moves & must : Set{};
    }

    bool solved(int level) {
        bool good = ends_.has(path_[level]);
        if (good && !instance_.through.empty()) good = this->uses_required_edges(walk(length_));
        if (good && root_->reversed && instance_.question.second() >= 0) {
            std::vector<Vertex> squares;
            this->tour(squares);
            good = squares[1] == instance_.question.second();
        }
        if (good) ++tally_.solutions;
        end(level, good ? Ending::solution : Ending::stuck, {}, good ? 1 : -1);
        return good;
    }

    // Ends an attempt with the knight on path_[level]; always false.
    bool end(int level, Ending ending, const Set& squares = {}, int detail = -1) {
        tally_.end(ending, level + 1);
        trace(happenings[static_cast<int>(ending)], level, squares, detail);
        return false;
    }

    void trace(Happening what, int level, const Set& squares = {}, int detail = -1) {
        if constexpr (Log::tracing)
            this->log_->say(what, this->outside(path_[level]), static_cast<std::size_t>(level) + 1,
                            this->outside(squares), detail);
    }

    // Looks at the square just entered. False: the attempt ended here.
    bool open(int level) {
        Frame& frame = frames_[level];
        const int left = length_ - level - 1;
        if (left == 0) {
            solved(level);
            return false;
        }
        if (has(rule::island)) {
            const Set islands = frame.degrees.zeros(frame.unvisited);
            if (!islands.empty()) return end(level, Ending::island, islands);
        }
        if (has(rule::dangling_colour | rule::dangling_end | rule::second_dangling)) {
            const Set dangling = frame.degrees.ones(frame.unvisited);
            if (!dangling.empty() && hopeless(dangling))
                return end(level, Ending::dangling, dangling);
        }
        if (left == 3 && has(rule::last_three)) return settle_last_three(level);
        frame.candidates = moves_from(level);
        if (frame.candidates.empty()) return end(level, Ending::stuck);
        if (has(rule::divided)) {
            const Set cut_off = unreachable(level);
            if (!cut_off.empty()) return end(level, Ending::divided, cut_off);
        }
        frame.tabulated = false;
        if (has(rule::equivalent) && level + 1 == instance_.options.subtour_squares)
            if (const auto* known = this->known_below(frame, key(level)))
                return end(level, Ending::known, {}, static_cast<int>(*known));
        return true;
    }

    // A square that can be entered from one square only has no way out: it must be the last one.
    bool hopeless(const Set& dangling) const {
        if (has(rule::dangling_colour) && !(dangling & wrong_colour_).empty()) return true;
        if (has(rule::dangling_end) && !(dangling - last_squares_).empty()) return true;
        if (!has(rule::second_dangling)) return false;
        return twins_ ? dangling.count() > 2 : !dangling.at_most_one();
    }

    bool settle_last_three(int level) {
        Set rest = frames_[level].unvisited;
        const Vertex square[3] = {rest.take_lowest(), rest.take_lowest(), rest.lowest()};
        const Set& here = board_[path_[level]];
        int found = 0;
        for (int last = 0; last < 3; ++last) {
            if (!ends_.has(square[last])) continue;
            const Vertex a = square[(last + 1) % 3], b = square[(last + 2) % 3];
            if (!board_[a].has(b)) continue;
            found += here.has(a) && board_[b].has(square[last]);
            found += here.has(b) && board_[a].has(square[last]);
        }
        if (found == 0) return end(level, Ending::stuck);
        tally_.solutions += found;
        for (int i = 0; i < found; ++i) tally_.end(Ending::solution, level + 1);
        trace(Happening::found, level, frames_[level].unvisited, found);
        return false;
    }

    Set unreachable(int level) const {
        const Set& unvisited = frames_[level].unvisited;
        Set wave = board_[path_[level]];
        if (twins_) wave = wave | board_[instance_.twin[path_[level]]];
        return Base::unreachable(unvisited, wave & unvisited, [&](Vertex v) { return board_[v]; });
    }

    const bool twins_;
    std::vector<Set> required_;
    Set colour_[2];

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

}  // namespace

std::unique_ptr<Walker> make_plain_walker(const Instance& instance, bool listing, EventLog* log) {
    return make_fitting<PlainWalker>(instance, instance.vertex_count(), listing, log);
}

}  // namespace babieca::search
