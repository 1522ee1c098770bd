// A solver that imitates a person with pencil marks: the squares that may have each step, and the
// steps that each square may have. docs/puzzles.md states its rules.
#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "core/puzzles/puzzles.hpp"
#include "core/search/bit_row.hpp"

namespace babieca::puzzles {

namespace {

// Invariants: vertex v is in the row of step t if and only if t is in the row of v. A step is
// `written` if its row and the row of its vertex have one bit each, and no other row has them.
template <int Limbs>
class Person {
  public:
    Person(const Graph& graph, Kind kind)
        : graph_(graph),
          kind_(kind),
          count_(graph.vertex_count()),
          near_(search::neighbour_rows<Limbs>(graph)),
          all_(Row::below(count_)),
          ends_(Row::of(0) | Row::of(count_ - 1)),
          marks_{std::vector<Row>(2 * count_, all_), std::vector<bool>(count_)},
          changed_steps_(all_),
          changed_vertices_(all_) {}

    Grade solve(const Givens& givens, Level most) {
        Grade found;
        for (const auto& given : givens)
            if (!write(given.second, given.first)) return found;
        if (!rules(count_)) return found;
        const auto forced = [&] { return written() - static_cast<int>(givens.size()); };
        if (written() == count_) return {Level::easy, forced(), 0};
        while (most >= Level::medium && written() < count_ && strike_out()) {
            ++found.look_aheads;
            if (!rules(count_)) return found;
        }
        found.forced = forced();
        if (most >= Level::medium && written() == count_) found.level = Level::medium;
        return found;
    }

  private:
    using Row = search::BitRow<Limbs>;

    struct Marks {
        std::vector<Row> rows;  // of each step its vertices, then of each vertex its steps
        std::vector<bool> written;
    };

    int written() const {
        return static_cast<int>(std::count(marks_.written.begin(), marks_.written.end(), true));
    }

    // Keeps only some vertices of a step, or some steps of a vertex. False: none is left.
    bool keep(int row, const Row& kept) {
        Row& here = marks_.rows[row];
        const Row gone = here & ~kept;
        if (gone.count() == 0) return here.count() > 0;
        here = here & kept;
        const int self = row < count_ ? row : row - count_;
        (row < count_ ? changed_steps_ : changed_vertices_).insert(self);
        Row& others = row < count_ ? changed_vertices_ : changed_steps_;
        others = others | gone;
        gone.for_each(
            [&](int other) { marks_.rows[row < count_ ? count_ + other : other].erase(self); });
        return here.count() > 0;
    }

    // Writes a step on a vertex: no other step is there, and the step is nowhere else.
    bool write(int step, Vertex vertex) {
        if (!marks_.rows[step].has(vertex)) return false;
        marks_.written[step] = true;
        return keep(step, Row::of(vertex)) && keep(count_ + vertex, Row::of(step));
    }

    // The steps beside some steps.
    Row beside(const Row& steps) const {
        Row both = steps.up(1) | steps.down(1);
        if (kind_ == Kind::closed) both = both | steps.up(count_ - 1) | steps.down(count_ - 1);
        return both & all_;
    }

    // Writes singles, at most so many rounds, and strikes out candidates by the other rules after
    // each round until nothing changes. False: a contradiction. The order within a round does not
    // matter: fewer candidates never let a rule keep more.
    bool rules(int rounds) {
        for (;; --rounds) {
            while (changed_steps_.count() + changed_vertices_.count() > 0)
                if (!distances() || !dead_ends()) return false;
            const int before = written();
            if (!singles(rounds > 0)) return false;
            if (rounds == 0 || written() == before) return true;
        }
    }

    // A step is a move away from the step before and from the step after, back to the nearest
    // written step on each side.
    bool distances() {
        while (changed_steps_.count() > 0) {
            const int step = changed_steps_.lowest();
            changed_steps_.erase(step);
            Row reached{};
            marks_.rows[step].for_each([&](int vertex) { reached = reached | near_[vertex]; });
            for (const int side : {step + 1, step - 1}) {
                if (kind_ != Kind::closed && (side < 0 || side == count_)) continue;
                if (!keep((side + count_) % count_, reached)) return false;
            }
        }
        return kind_ != Kind::open || open_ends();
    }

    // The ends of an open tour are not a move apart.
    bool open_ends() {
        for (const int end : {0, count_ - 1})
            if (marks_.rows[end].count() == 1 &&
                !keep(count_ - 1 - end, ~near_[marks_.rows[end].lowest()]))
                return false;
        return true;
    }

    // A square is entered and left. Its exits are the neighbours that may have a step beside one
    // of its steps. If there are only two, both are beside it in the tour.
    bool dead_ends() {
        Row looked_at = changed_vertices_;
        changed_vertices_.for_each([&](int vertex) { looked_at = looked_at | near_[vertex]; });
        changed_vertices_ = Row{};
        if (count_ == 1) return true;
        for (Vertex vertex = 0; vertex < count_; ++vertex) {
            if (!looked_at.has(vertex)) continue;
            const Row here = marks_.rows[count_ + vertex];
            if (here.count() == 1 && marks_.written[here.lowest()]) continue;
            const Row around = beside(here);
            Vertex exits[2] = {-1, -1};
            int count = 0;
            for (Vertex other : graph_.neighbours(vertex)) {
                if (!marks_.rows[count_ + other].meets(around)) continue;
                if (count < 2) exits[count] = other;
                ++count;
            }
            const bool may_end = kind_ != Kind::closed && here.meets(ends_);
            if (count < (may_end ? 1 : 2)) return false;
            if (count == 1 && !keep(count_ + vertex, ends_)) return false;
            if (count != 2 || may_end) continue;
            for (const Vertex exit : exits)
                if (!keep(count_ + vertex, beside(marks_.rows[count_ + exit])) ||
                    !keep(count_ + exit, beside(marks_.rows[count_ + vertex])))
                    return false;
        }
        return true;
    }

    // A step with one square, or a square with one step, is written. False: a step has no square,
    // a square no step, or two singles contradict each other.
    bool singles(bool writing) {
        std::vector<std::pair<int, Vertex>> found;
        for (int row = 0; row < 2 * count_; ++row) {
            const int left = marks_.rows[row].count();
            if (left == 0) return false;
            if (left > 1) continue;
            const int other = marks_.rows[row].lowest();
            const int step = row < count_ ? row : other;
            if (!marks_.written[step]) found.push_back({step, row < count_ ? other : row - count_});
        }
        for (const auto& single : found)
            if (writing && !write(single.first, single.second)) return false;
        return true;
    }

    // Strikes out the first candidate that leads to a contradiction; steps with few candidates are
    // tried first. False: there is none.
    bool strike_out() {
        std::vector<std::pair<int, int>> order;  // the number of candidates, the step
        for (int step = 0; step < count_; ++step)
            if (!marks_.written[step]) order.push_back({marks_.rows[step].count(), step});
        std::sort(order.begin(), order.end());
        const Marks before = marks_;
        for (const auto& entry : order) {
            const int step = entry.second;
            Vertex struck = -1;
            before.rows[step].for_each([&](Vertex vertex) {
                if (struck >= 0) return;
                const bool possible = write(step, vertex) && rules(look_ahead_rounds);
                marks_ = before;
                changed_steps_ = changed_vertices_ = Row{};
                if (!possible) struck = vertex;
            });
            if (struck < 0) continue;
            return keep(step, ~Row::of(struck));
        }
        return false;
    }

    Graph graph_;
    Kind kind_;
    int count_;
    std::vector<Row> near_;
    Row all_, ends_;
    Marks marks_;
    Row changed_steps_, changed_vertices_;  // since the rules last looked at them
};

}  // namespace

Grade grade(const Graph& graph, Kind kind, const Givens& givens, Level most) {
    return search::with_limbs(graph.vertex_count(), [&](auto limbs) {
        return Person<decltype(limbs)::value>(graph, kind).solve(givens, most);
    });
}

}  // namespace babieca::puzzles
