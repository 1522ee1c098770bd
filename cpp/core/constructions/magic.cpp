// Magic tours: the step numbers along every row, and along every column, have one sum.
//
// A board with sides 4k and 4l is cut into 4x4 blocks, and each block into its four *quads*,
// circuits of four moves (the classical "squares and diamonds"). A quad has one square in each row
// and column of its block, so a tour that takes quad after quad, four steps each, is magic if the
// quads of every row and column balance. The search chooses their sequence and first squares.
//
// Half of the tour, a_1 ... a_T, takes one of each pair of quads that the left-right reflection s
// swaps. It is a circuit, a_T next to a_1, and the other half is its image run backwards from
// s(a_C), which must be next to a_T, round to s(a_{C+1}). Then the numbers of a square of the half
// and its image add up to T+1+C if the square's number is at most C, else to T more. So rows are
// magic if a_1 ... a_C has the same share of every row. The sum of columns c and s(c) is right if
// a_1 ... a_C has the same share of each such pair; the difference of the two columns must be 0,
// and the difference of the diagonals too.
//
// A closed tour also has s(a_{C+1}) next to a_1. Then the differences are not 0, but if they are
// equal in every four columns, the same tour numbered from another square may be magic: all squares
// are tried.
//
// The search goes depth first, at random, with restarts. A failure proves nothing.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/constructions/constructions.hpp"
#include "core/constructions/links.hpp"

namespace babieca::constructions {

namespace {

// The rows and columns of the four quads of a block, each in the order of its circuit.
constexpr int kQuads[4][4][2] = {{{0, 0}, {1, 2}, {3, 3}, {2, 1}},
                                 {{0, 3}, {1, 1}, {3, 0}, {2, 2}},
                                 {{0, 1}, {1, 3}, {3, 2}, {2, 0}},
                                 {{0, 2}, {1, 0}, {3, 1}, {2, 3}}};

constexpr std::int64_t kFewestNodes = 20'000;

// A quad with its first square and its direction.
struct Passed {
    int quad;
    int entry;
    int direction;  // 1 or 3: steps along the circuit, modulo 4
};

class Search {
  public:
    Search(const MagicRequest& how, Control& control, const Limits& limits)
        : how_(how),
          rows_(how.rows),
          columns_(how.columns),
          high_(how.rows / 4),
          wide_(how.columns / 4),
          half_(2 * high_ * wide_),
          steps_(4 * half_),
          dice_(how.seed),
          watch_(control, limits) {
        for (int block = 0; block < high_ * wide_; ++block)
            for (const auto& quad : kQuads) {
                std::array<Vertex, 4> squares{};
                for (int i = 0; i < 4; ++i)
                    squares[i] = (block / wide_ * 4 + quad[i][0]) * columns_ + block % wide_ * 4 +
                                 quad[i][1];
                quads_.push_back(squares);
            }
        quad_of_.resize(static_cast<std::size_t>(rows_) * columns_);
        index_in_quad_.resize(quad_of_.size());
        for (int quad = 0; quad < static_cast<int>(quads_.size()); ++quad)
            for (int i = 0; i < 4; ++i) {
                quad_of_[quads_[quad][i]] = quad;
                index_in_quad_[quads_[quad][i]] = i;
            }
        for (const auto& quad : quads_)
            pair_of_.push_back(std::min(quad_of_[quad[0]], quad_of_[image(quad[0])]));
    }

    std::vector<Vertex> run() {
        const auto shares = possible_shares();
        if (shares.empty()) return {};
        for (std::int64_t restart = 1; !spent_; ++restart) {
            begin(shares[dice_.below(static_cast<int>(shares.size()))]);
            // Luby's sequence: most restarts are short, a few are long.
            most_nodes_ = nodes_ + kFewestNodes * (restart & -restart);
            const int quad = dice_.below(static_cast<int>(quads_.size()));
            if (pass({quad, dice_.below(4), dice_.below(2) ? 1 : 3})) return found_;
        }
        return {};
    }

  private:
    Vertex image(Vertex square) const {
        return square - square % columns_ + columns_ - 1 - square % columns_;
    }
    Vertex square(const Passed& passed, int step) const {
        return quads_[passed.quad][(passed.entry + passed.direction * step) % 4];
    }
    Vertex first(const Passed& passed) const { return square(passed, 0); }
    Vertex last(const Passed& passed) const { return square(passed, 3); }

    template <typename Visit>
    void each_neighbour(Vertex at, Visit visit) const {
        for (const auto& [down, right] : kKnight) {
            const int row = at / columns_ + down, column = at % columns_ + right;
            if (row >= 0 && row < rows_ && column >= 0 && column < columns_)
                visit(row * columns_ + column);
        }
    }
    bool adjacent(Vertex a, Vertex b) const {
        const int down = std::abs(a / columns_ - b / columns_);
        return down * std::abs(a % columns_ - b % columns_) == 2;
    }

    // The numbers of quads of a_1 ... a_C that divide evenly among the rows and columns.
    std::vector<int> possible_shares() const {
        std::vector<int> shares;
        for (int quads = 1; 2 * quads <= half_; ++quads) {
            const int columns = wide_ % 2 == 1 ? 2 * high_ : 4 * high_;
            if (4 * quads >= half_ && 2 * wide_ * quads % half_ == 0 &&
                columns * quads % half_ == 0)
                shares.push_back(quads);
        }
        return shares;
    }

    // Four rows, or four columns and their images. `left`: quads still to come, in the first share
    // and after it. `sums`: the differences between columns and their images so far.
    struct Lines {
        std::array<std::int64_t, 4> sums{};
        int left[2] = {0, 0};
    };

    void begin(int share) {
        share_ = share;
        passed_.clear();
        used_.assign(quads_.size(), false);
        bands_.assign(high_, {});
        stacks_.assign(wide_, {});
        on_diagonals_ = 0;
        for (int part = 0; part < 2; ++part) {
            const int quads = part == 0 ? share : half_ - share;
            for (Lines& band : bands_) band.left[part] = 2 * wide_ * quads / half_;
            for (int stack = 0; stack < wide_; ++stack) {
                const int both = 2 * stack + 1 == wide_ ? 2 * high_ : 4 * high_;
                stacks_[stack].left[part] = both * quads / half_;
            }
        }
        // The largest change that one of the numbers still to come can make to a difference.
        most_.assign(half_ + 1, 0);
        for (int quad = half_ - 1; quad >= 0; --quad)
            most_[quad] = std::max(
                {most_[quad + 1], std::abs(worth(4 * quad + 1)), std::abs(worth(4 * quad + 4))});
    }

    int number_of_image(int number) const {
        const int sum = steps_ + 1 + 4 * share_;
        return (number <= 4 * share_ ? sum : sum + steps_) - number;
    }
    std::int64_t worth(int number) const { return number - number_of_image(number); }

    Lines& band_of(Vertex at) { return bands_[at / columns_ / 4]; }
    Lines& stack_of(Vertex at) {
        const int stack = at % columns_ / 4;
        return stacks_[std::min(stack, wide_ - 1 - stack)];
    }

    void account(const Passed& passed, int quad, int sign) {
        for (int step = 0; step < 4; ++step) {
            const Vertex at = square(passed, step);
            const int row = at / columns_, column = at % columns_;
            const std::int64_t value = sign * worth(4 * quad + step + 1);
            const int line = std::min(column, columns_ - 1 - column);
            stacks_[line / 4].sums[line % 4] += line == column ? value : -value;
            if (!how_.full || (row != column && row + column != columns_ - 1)) continue;
            if (quad < share_) on_diagonals_ += sign;
        }
        const int part = quad < share_ ? 0 : 1;
        band_of(first(passed)).left[part] -= sign;
        stack_of(first(passed)).left[part] -= sign;
    }

    // Whether the differences of columns can still become 0, or equal for a closed tour. Columns of
    // one stack get one number of each quad, and these differ by at most three; in the middle stack
    // both columns of a pair do.
    bool can_balance() const {
        const int quad = static_cast<int>(passed_.size());
        for (int stack = 0; 2 * stack < wide_; ++stack) {
            const auto& sums = stacks_[stack].sums;
            const std::int64_t left = stacks_[stack].left[0] + stacks_[stack].left[1];
            const bool middle = 2 * stack + 1 == wide_;
            const auto [low, high] =
                std::minmax_element(sums.begin(), sums.end() - (middle ? 2 : 0));
            if (*high - *low > (middle ? 12 : 6) * left) return false;
            const std::int64_t most = left * (middle ? 6 : most_[quad]);
            if (!how_.closed && (*high > most || *low < -most)) return false;
        }
        if (!how_.full || quad != share_) return true;
        return on_diagonals_ * half_ == rows_ * share_;
    }

    // Whether the last square of the half can still be next to its two necessary neighbours.
    bool can_end() const {
        const int quad = static_cast<int>(passed_.size());
        if (quad < share_) return true;
        const Vertex start = first(passed_[0]), other = image(last(passed_[share_ - 1]));
        if (how_.closed && quad > share_ && !adjacent(start, image(first(passed_[share_]))))
            return false;
        if (quad == half_)
            return adjacent(last(passed_.back()), start) && adjacent(last(passed_.back()), other);
        bool any = false;
        each_neighbour(start, [&](Vertex at) {
            any = any || (adjacent(at, other) && !used_[pair_of_[quad_of_[at]]]);
        });
        return any;
    }

    // Passes this quad and all later quads. False: that is impossible, and the state is unchanged.
    bool pass(const Passed& next) {
        const int quad = static_cast<int>(passed_.size());
        const int part = quad < share_ ? 0 : 1;
        const Vertex at = first(next);
        if (band_of(at).left[part] == 0 || stack_of(at).left[part] == 0) return false;
        if (++nodes_ > most_nodes_ || (spent_ = spent_ || watch_.spent(nodes_, 20))) return false;
        passed_.push_back(next);
        used_[pair_of_[next.quad]] = true;
        account(next, quad, 1);
        if (can_balance() && can_end() && (quad + 1 == half_ ? balanced() : go_on())) return true;
        account(next, quad, -1);
        used_[pair_of_[next.quad]] = false;
        passed_.pop_back();
        return false;
    }

    bool go_on() {
        std::array<Passed, 16> choices;
        int count = 0;
        each_neighbour(last(passed_.back()), [&](Vertex at) {
            const int quad = quad_of_[at];
            if (used_[pair_of_[quad]]) return;
            choices[count++] = {quad, index_in_quad_[at], 1};
            choices[count++] = {quad, index_in_quad_[at], 3};
        });
        dice_.shuffle(std::span(choices).first(count));
        for (int i = 0; i < count; ++i)
            if (pass(choices[i])) return true;
        return false;
    }

    bool balanced() {
        found_.resize(2 * static_cast<std::size_t>(steps_));
        int number = 0;
        for (const Passed& passed : passed_)
            for (int step = 0; step < 4; ++step) {
                const Vertex at = square(passed, step);
                found_[number] = at;
                found_[number_of_image(number + 1) - 1] = image(at);
                ++number;
            }
        // Sums of rows, of columns and of diagonals, minus the magic sum.
        std::vector<std::int64_t> sums(rows_ + columns_ + 2, 0);
        const std::int64_t size = static_cast<std::int64_t>(found_.size());
        for (std::int64_t i = 0; i < size; ++i) add(sums, found_[i], 2 * (i + 1) - (size + 1));
        for (std::int64_t i = 0; i < (how_.closed ? size : 1); ++i) {
            if (std::all_of(sums.begin(), sums.end(), [](std::int64_t sum) { return sum == 0; })) {
                std::rotate(found_.begin(), found_.begin() + i, found_.end());
                return true;
            }
            // Begin at the next square: every number falls by one, and the first becomes the last.
            for (int row = 0; row < rows_; ++row) sums[row] -= 2 * columns_;
            for (int column = 0; column < columns_; ++column) sums[rows_ + column] -= 2 * rows_;
            if (how_.full)
                for (int j = 1; j <= 2; ++j) sums[sums.size() - j] -= 2 * rows_;
            add(sums, found_[i], 2 * size);
        }
        return false;
    }
    void add(std::vector<std::int64_t>& sums, Vertex at, std::int64_t value) const {
        const int row = at / columns_, column = at % columns_;
        sums[row] += value;
        sums[rows_ + column] += value;
        if (how_.full && row == column) sums[sums.size() - 1] += value;
        if (how_.full && row + column == columns_ - 1) sums[sums.size() - 2] += value;
    }

    const MagicRequest& how_;
    const int rows_, columns_, high_, wide_, half_, steps_;
    Dice dice_;
    Watch watch_;
    std::vector<std::array<Vertex, 4>> quads_;
    std::vector<int> quad_of_, index_in_quad_, pair_of_;
    int share_ = 0;  // quads in a_1 ... a_C
    std::vector<Passed> passed_;
    std::vector<bool> used_;  // per pair of quads
    std::vector<Lines> bands_, stacks_;
    int on_diagonals_ = 0;  // squares of the first share
    std::vector<std::int64_t> most_;
    std::vector<Vertex> found_;
    std::int64_t nodes_ = 0, most_nodes_ = 0;
    bool spent_ = false;
};

}  // namespace

std::vector<Vertex> magic_tour(const MagicRequest& how, const Limits& limits, Control& control) {
    return Search(how, control, limits).run();
}

}  // namespace babieca::constructions
