// The search of Bañón: one square after another, with the W table and any of its rules.
//
// W(v) = number of squares from which v can still be entered = unvisited neighbours, plus one if
// the knight stands beside v. It falls by one when the knight leaves a neighbour. With twins, every
// square is entered together with its twin (Sánchez López).
#include "core/search/tree_walker.hpp"

namespace babieca::search {
namespace {

template <typename Set, int Planes>
struct PlainFrame : Branches<Set, Planes> {  // `degrees`: W of the unvisited squares only
    Set unvisited;
};

// Invariant: frames_[k] is the board with k + 1 squares visited.
template <typename Set, int Planes, typename Log>
class PlainWalker final
    : public TreeWalker<PlainWalker<Set, Planes, Log>, PlainFrame<Set, Planes>, Set, Log> {
    using Frame = PlainFrame<Set, Planes>;
    using Base = TreeWalker<PlainWalker, Frame, Set, Log>;
    friend Base;
    using Base::board_, Base::has, Base::instance_, Base::root_, Base::rules_, Base::root_number_;
    using Base::tally_, Base::frames_, Base::bottom_, Base::depth_, Base::end;

  public:
    PlainWalker(const Instance& instance, bool listing, Log* log)
        : Base(instance, listing, log),
          twins_(!instance.twin.empty()),
          required_(instance.vertex_count()) {
        for (auto [u, v] : instance.through) {
            required_[u].insert(v);
            required_[v].insert(u);
        }
        if (listing || !instance.through.empty() || twins_) rules_ &= ~rule::last_three;
    }

    void start(const Task& task) override {
        this->set_root(task);
        const auto& path = task.second;
        length_ = instance_.walk_length(*root_);
        ends_ = {};
        for (Vertex v : root_->ends) ends_.insert(v);
        // Either knight may walk on a dangling square, so its twin may be an end as well.
        last_squares_ = ends_;
        if (twins_)
            for (Vertex v : root_->ends) last_squares_.insert(instance_.twin[v]);
        const bool untried = path.size() > root_->prefix.size();
        const int visited = static_cast<int>(path.size()) - (untried ? 1 : 0);
        replay(path, visited);
        set_wrong_colour();
        bottom_ = depth_ = visited - 1;
        Frame& frame = frames_[depth_];
        frame.tabulated = false;
        frame.candidates = untried ? Set::of(path.back()) : moves_from(frame);
        complete_at_start_ = !untried && visited == length_;
        this->trace_start();
    }

    double probe(int squares, std::mt19937_64& random, std::vector<double>& seen) override {
        double weight = 1;
        while (depth_ + 1 < squares) {
            Set rest = std::exchange(frames_[depth_].candidates, {});
            const int choices = rest.count();
            if (choices == 0) break;
            auto skip = static_cast<int>(random() % static_cast<std::uint64_t>(choices));
            while (skip-- > 0) rest.take_lowest();
            weight *= choices;
            ++tally_.nodes;
            if (depth_ + 2 < static_cast<int>(seen.size())) seen[depth_ + 2] += weight;
            if (!enter(rest.lowest())) break;
            ++depth_;
        }
        bottom_ = depth_;
        return weight;
    }

  private:
    std::vector<Vertex> walk(const Frame& last) const {
        std::vector<Vertex> path;
        for (const Frame* frame = frames_.data(); frame <= &last; ++frame)
            path.push_back(frame->head);
        return path;
    }
    int steps(const Frame& frame) const { return static_cast<int>(&frame - frames_.data()) + 1; }
    std::vector<Vertex> found() const override { return walk(frames_[length_ - 1]); }
    auto key(const Frame& frame) const {
        return typename SubtourTable<Set>::Key{frame.unvisited, frame.head, root_number_};
    }

    void finish_start() {
        if (std::exchange(complete_at_start_, false)) solved(frames_[depth_]);
    }

    bool enter(Vertex next) {
        step(depth_, next);
        Frame& below = frames_[depth_ + 1];
        if constexpr (Log::tracing) {
            const Set moves = moves_from(frames_[depth_]);
            this->trace(moves.at_most_one() ? Happening::forced : Happening::move, below, moves);
        }
        return open(below);
    }

    void trace_backtrack() { this->trace(Happening::backtrack, frames_[depth_]); }

    void replay(const std::vector<Vertex>& path, int visited) {
        Frame& first = frames_[0];
        first = {};
        first.unvisited = this->all_;
        if (root_->last >= 0) first.unvisited.erase(root_->last);
        for (const Set& neighbours : board_)
            (neighbours & first.unvisited).for_each([&](Vertex u) {
                first.degrees.raise(Set::of(u));
            });
        if (root_->last >= 0) first.degrees.lower(board_[root_->last] & first.unvisited);
        first.head = path[0];
        first.unvisited.erase(path[0]);
        if (twins_) first.unvisited.erase(instance_.twin[path[0]]);
        for (int k = 1; k < visited; ++k) step(k - 1, path[k]);
    }

    // The walk must end on one colour: a dangling square of the other colour is lost.
    void set_wrong_colour() {
        wrong_colour_ = {};
        if (!has(rule::dangling_colour) || instance_.colour.empty() || twins_) return;
        const int first = instance_.colour[frames_[0].head];
        const int wrong = length_ % 2 == 0 ? first : -first;
        for (Vertex v = 0; v < instance_.vertex_count(); ++v)
            if (instance_.colour[v] == wrong) wrong_colour_.insert(v);
    }

    void step(int level, Vertex next) {
        const Frame& frame = frames_[level];
        Frame& below = frames_[level + 1];
        below.degrees = frame.degrees;
        below.degrees.lower(board_[frame.head] & frame.unvisited);
        below.unvisited = frame.unvisited;
        below.unvisited.erase(next);
        if (twins_) {
            below.degrees.lower(board_[instance_.twin[frame.head]] & frame.unvisited);
            below.unvisited.erase(instance_.twin[next]);
        }
        below.head = next;
    }

    Set moves_from(const Frame& frame) const {
        const Set moves = board_[frame.head] & frame.unvisited;
        if (instance_.through.empty()) return moves;
        Set must = required_[frame.head];
        if (&frame != frames_.data()) must.erase((&frame)[-1].head);
        if (must.empty()) return moves;
        return must.at_most_one() ? moves & must : Set{};
    }

    // Ends a complete walk; always false.
    bool solved(const Frame& frame) {
        bool good = ends_.has(frame.head);
        if (good && !instance_.through.empty()) good = this->uses_required_edges(found());
        if (good && root_->reversed && instance_.question.second() >= 0) {
            std::vector<Vertex> squares;
            this->append_tour(squares);
            good = squares[1] == instance_.question.second();
        }
        if (good) ++tally_.solutions;
        return end(frame, good ? Ending::solution : Ending::stuck, {}, good ? 1 : -1);
    }

    // Looks at the square just entered. False: the attempt ended here.
    bool open(Frame& frame) {
        const int left = length_ - steps(frame);
        if (left == 0) return solved(frame);
        if (has(rule::island)) {
            const Set islands = frame.degrees.zeros(frame.unvisited);
            if (!islands.empty()) return end(frame, Ending::island, islands);
        }
        if (has(rule::dangling_colour | rule::dangling_end | rule::second_dangling)) {
            const Set dangling = frame.degrees.ones(frame.unvisited);
            if (!dangling.empty() && hopeless(dangling))
                return end(frame, Ending::dangling, dangling);
        }
        if (left == 3 && has(rule::last_three)) return settle_last_three(frame);
        frame.candidates = moves_from(frame);
        if (frame.candidates.empty()) return end(frame, Ending::stuck);
        if (has(rule::divided)) {
            const Set cut_off = unreachable(frame);
            if (!cut_off.empty()) return end(frame, Ending::divided, cut_off);
        }
        frame.tabulated = false;
        if (has(rule::equivalent) && steps(frame) == instance_.options.subtour_squares)
            if (const auto* known = this->known_below(frame))
                return end(frame, Ending::known, {}, static_cast<int>(*known));
        return true;
    }

    // A square that can be entered from one square only cannot be left: it must be the last square.
    bool hopeless(const Set& dangling) const {
        if (has(rule::dangling_colour) && !(dangling & wrong_colour_).empty()) return true;
        if (has(rule::dangling_end) && !(dangling - last_squares_).empty()) return true;
        if (!has(rule::second_dangling)) return false;
        return twins_ ? dangling.count() > 2 : !dangling.at_most_one();
    }

    bool settle_last_three(const Frame& frame) {
        Set rest = frame.unvisited;
        const Vertex square[3] = {rest.take_lowest(), rest.take_lowest(), rest.lowest()};
        const Set& here = board_[frame.head];
        int found = 0;
        for (int last = 0; last < 3; ++last) {
            if (!ends_.has(square[last])) continue;
            const Vertex a = square[(last + 1) % 3], b = square[(last + 2) % 3];
            if (!board_[a].has(b)) continue;
            found += here.has(a) && board_[b].has(square[last]);
            found += here.has(b) && board_[a].has(square[last]);
        }
        if (found == 0) return end(frame, Ending::stuck);
        tally_.solutions += found;
        for (int i = 1; i < found; ++i) tally_.end(Ending::solution, steps(frame));
        return end(frame, Ending::solution, frame.unvisited, found);
    }

    Set unreachable(const Frame& frame) const {
        Set wave = board_[frame.head];
        if (twins_) wave = wave | board_[instance_.twin[frame.head]];
        return Base::unreachable(frame.unvisited, wave & frame.unvisited,
                                 [&](Vertex v) { return board_[v]; });
    }

    const bool twins_;
    std::vector<Set> required_;
    int length_ = 0;  // squares of a complete walk
    Set ends_, last_squares_, wrong_colour_;
    bool complete_at_start_ = false;
};

}  // namespace

std::unique_ptr<Walker> make_plain_walker(const Instance& instance, bool listing, EventLog* log) {
    return make_fitting<PlainWalker>(instance, instance.vertex_count(), listing, log);
}

}  // namespace babieca::search
