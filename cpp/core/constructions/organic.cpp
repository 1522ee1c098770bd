// Makes another tour of a board in the plane by random switches.
//
// A *switch* exchanges two parallel moves a-b and c-d of the tour for a-c and b-d, moves that it
// does not make (a, b, d, c is a parallelogram of two moves). The number of moves of every square
// stays, so the result is a set of disjoint cycles, and, if the tour is a path, of one path with
// the same ends. First, many random switches are made, into any number of pieces. Then pieces are
// joined: a switch whose two moves lie in different pieces always makes one piece of them.
//
// A tour with a symmetry g of the board is switched in orbits: a switch together with its images
// under g. Fold the board by g (core/fold/fold.hpp): a symmetric set of cycles folds to a set of
// folded cycles, and an orbit of switches to one folded switch, around a folded 4-cycle with
// voltage sum 0. So the parity of the sum of all voltages never changes, and the one folded cycle
// at the end has the parity of the first tour: odd, and for orders 1, 2 and 4 that is a generator,
// so it unfolds to a single cycle. If g reverses the tour, the result is a folded path, which
// always unfolds to a single cycle. A switch that is its own image would change the parity; it is
// never made, since its image does not find its two moves.
//
// The distribution is not uniform over all tours; for that, all tours must be numbered.
#include <algorithm>
#include <array>
#include <utility>

#include "core/constructions/constructions.hpp"
#include "core/constructions/links.hpp"

namespace babieca::constructions {

namespace {

// The moves of a tour while it is switched.
class Switching : MoveBytes {
  public:
    explicit Switching(const OrganicRequest& how)
        : MoveBytes(how.board.cells()),
          how_(how),
          rows_(static_cast<int>(how.board.sides[0])),
          columns_(static_cast<int>(how.board.sides[1])),
          wraps_{how.board.wraps_along(0), how.board.wraps_along(1)},
          dice_(how.seed),
          moves_(leaps(how.board.shorter, how.board.longer)) {
        const PlaneSymmetry& symmetry = how.symmetry;
        for (int code = 0; code < kMoves; ++code) {
            auto [row, column] = moves_[code];
            if (symmetry.transposed) std::swap(row, column);
            const Leap image{symmetry.flips[0] ? -row : row, symmetry.flips[1] ? -column : column};
            code_images_[code] =
                static_cast<int>(std::ranges::find(moves_, image) - moves_.begin());
        }
        if (symmetry.flips[0] || symmetry.flips[1] || symmetry.transposed)
            images_ = symmetry.transposed && symmetry.flips[0] != symmetry.flips[1] ? 4 : 2;
        required_ = sorted(how.required);
        avoided_ = sorted(how.avoided);
    }

    void read(std::span<const Vertex> squares) {
        if (how_.lengths.empty()) return read_piece(squares, how_.cycle);
        for (bool cycle = how_.cycle; const std::int64_t length : how_.lengths) {
            read_piece(squares.first(length), cycle);
            squares = squares.subspan(length);
            cycle = true;
        }
    }

    // Tries many random switches, which may divide the tour into pieces.
    void shake(Control& control) {
        const std::int64_t tries = static_cast<std::int64_t>(bytes_.size()) * how_.tries / images_;
        constexpr std::int64_t kBatch = 1 << 18;
        std::uint64_t which = 0;  // four bits for each of sixteen tries
        for (std::int64_t i = 0; i < tries; ++i, which >>= 4) {
            if (i % kBatch == 0) control.check({i, tries + tries / 8});
            if (i % 16 == 0) which = dice_.roll();
            const std::uint64_t where = dice_.roll();
            const int row = static_cast<int>((where >> 32) * rows_ >> 32);
            const int column = static_cast<int>((where & 0xffffffffu) * columns_ >> 32);
            try_switch(row, column, which);
        }
    }

    // Joins all pieces into one piece; false if no switch joins the last pieces.
    bool join(std::span<const Vertex> squares, Control& control) {
        for (int round = 0; round < kRounds; ++round) {
            control.check({round, kRounds});
            label(squares);
            if (pieces_ == 1) return true;
            const Vertex size = static_cast<Vertex>(bytes_.size());
            const Vertex from = dice_.below(size);
            for (Vertex i = 0; i < size && pieces_ > 1; ++i) {
                const Vertex a = (from + i) % size;
                if (piece_[a] >= 0) join_at(a);
            }
            if (pieces_ == 1) return true;
            loosen();
        }
        return false;
    }

    std::vector<Vertex> write(Vertex start, Vertex second, std::size_t count) const {
        std::vector<Vertex> squares{start};
        squares.reserve(count);
        int back = kNone;
        if (how_.cycle)
            for (int code : {low(start), high(start)})
                if (to(start, code) != second) back = code;
        Vertex here = start;
        while (squares.size() < count) {
            const int out = low(here) == back ? high(here) : low(here);
            here = to(here, out);
            if (here == start) return {};
            back = reverse_of(out);
            squares.push_back(here);
        }
        return squares;
    }

  private:
    static constexpr int kRounds = 64;

    static std::vector<Edge> sorted(std::vector<Edge> edges) {
        for (Edge& edge : edges) edge = std::minmax(edge.first, edge.second);
        std::sort(edges.begin(), edges.end());
        return edges;
    }

    void read_piece(std::span<const Vertex> squares, bool cycle) {
        const std::size_t moves = squares.size() - (cycle ? 0 : 1);
        for (std::size_t i = 0; i < moves; ++i) {
            const Vertex here = squares[i], there = squares[(i + 1) % squares.size()];
            int code = 0;
            while (code < kMoves && to(here, code) != there) ++code;
            if (code == kMoves) continue;
            replace(here, kNone, code);
            replace(there, kNone, reverse_of(code));
        }
    }

    Vertex image(Vertex square) const {
        int row = square / columns_, column = square % columns_;
        if (how_.symmetry.transposed) std::swap(row, column);
        if (how_.symmetry.flips[0]) row = rows_ - 1 - row;
        if (how_.symmetry.flips[1]) column = columns_ - 1 - column;
        return row * columns_ + column;
    }

    Vertex to(Vertex square, int code) const {
        return to(square / columns_, square % columns_, code);
    }
    // -1: off the board.
    Vertex to(int row, int column, int code) const {
        row += moves_[code].row;
        column += moves_[code].column;
        if (row < 0 || row >= rows_) {
            if (!wraps_[0]) return -1;
            row += row < 0 ? rows_ : -rows_;
        }
        if (column < 0 || column >= columns_) {
            if (!wraps_[1]) return -1;
            column += column < 0 ? columns_ : -columns_;
        }
        return row * columns_ + column;
    }

    static bool contains(const std::vector<Edge>& edges, Vertex a, Vertex b) {
        return !edges.empty() &&
               std::binary_search(edges.begin(), edges.end(), Edge(std::minmax(a, b)));
    }

    // Switches at one of the square's two moves, by one of the eight moves: `which` has four bits.
    void try_switch(int row, int column, std::uint64_t which) {
        const Vertex a = row * columns_ + column;
        const int k = which & 1 ? low(a) : high(a);
        if (k != kNone) switch_by(a, row, column, k, static_cast<int>(which >> 1) & 7, false);
    }

    // Makes a switch and all its images. Returns the far square c, or -1 if one of them cannot be
    // made. `joining`: only if the two moves lie in different pieces.
    Vertex switch_by(Vertex a, int row, int column, int k, int m, bool joining) {
        const Vertex c = switch_one(a, row, column, k, m, joining);
        if (c < 0) return -1;
        Vertex at = a;
        int from = k, by = m;
        const auto next_image = [&] {
            at = image(at);
            from = code_images_[from];
            by = code_images_[by];
        };
        for (int done = 1; done < images_; ++done) {
            next_image();
            if (switch_one(at, at / columns_, at % columns_, from, by, false) >= 0) continue;
            // After a switch, the same square has the two moves exchanged.
            for (at = a, from = k, by = m; done > 0; --done, next_image())
                exchange(at, to(at, by), to(at, from), by, from);
            return -1;
        }
        return c;
    }

    Vertex switch_one(Vertex a, int row, int column, int k, int m, bool joining) {
        if (m == k || m == reverse_of(k)) return -1;
        const Vertex c = to(row, column, m);
        if (c < 0 || !linked(c, k) || !linked(a, k) || linked(a, m)) return -1;
        const Vertex b = to(row, column, k);
        if (linked(b, m)) return -1;
        const Vertex d = to(b, m);
        if (d < 0 || d != to(c, k) || bare(d)) return -1;
        if (joining && root(piece_[a]) == root(piece_[c])) return -1;
        if (contains(required_, a, b) || contains(required_, c, d) || contains(avoided_, a, c) ||
            contains(avoided_, b, d))
            return -1;
        exchange(a, b, c, k, m);
        return c;
    }

    // Exchanges the moves a-b and c-d by k for a-c and b-d by m.
    void exchange(Vertex a, Vertex b, Vertex c, int k, int m) {
        replace(a, k, m);
        replace(b, reverse_of(k), m);
        replace(c, k, reverse_of(m));
        replace(to(b, m), reverse_of(k), reverse_of(m));
    }

    void join_at(Vertex a) {
        const int row = a / columns_, column = a % columns_;
        const int first = dice_.below(kMoves);
        for (int k : {low(a), high(a)}) {
            if (k == kNone) continue;
            for (int i = 0; i < kMoves; ++i) {
                const Vertex c = switch_by(a, row, column, k, (i + first) % kMoves, true);
                if (c < 0) continue;
                parent_[root(piece_[c])] = root(piece_[a]);
                --pieces_;
                break;
            }
        }
    }

    // Numbers the pieces of the folded board, beginning with the piece of the first square.
    void label(std::span<const Vertex> squares) {
        piece_.assign(bytes_.size(), -1);
        parent_.clear();
        const auto follow = [&](Vertex start) {
            const int number = static_cast<int>(parent_.size());
            parent_.push_back(number);
            Vertex here = start;
            int back = kNone;
            // The images of one half of a symmetric cycle number the other half.
            do {
                Vertex at = here;
                for (int i = 0; i < images_; ++i, at = image(at)) piece_[at] = number;
                const int out = low(here) == back ? high(here) : low(here);
                if (out == kNone) break;
                here = to(here, out);
                back = reverse_of(out);
            } while (piece_[here] < 0);
        };
        follow(squares.front());
        for (Vertex square : squares)
            if (piece_[square] < 0) follow(square);
        pieces_ = static_cast<std::int64_t>(parent_.size());
    }

    int root(int piece) {
        while (parent_[piece] != piece) piece = parent_[piece] = parent_[parent_[piece]];
        return piece;
    }

    // Tries a few more switches around all pieces but the largest, so that the next round may join
    // them.
    void loosen() {
        std::vector<std::int64_t> sizes(parent_.size(), 0);
        for (int piece : piece_)
            if (piece >= 0) ++sizes[root(piece)];
        const int largest =
            static_cast<int>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
        for (Vertex square = 0; square < static_cast<Vertex>(piece_.size()); ++square) {
            if (piece_[square] < 0 || root(piece_[square]) == largest) continue;
            for (int i = 0; i < 64; ++i) {
                const int reach = 2 * static_cast<int>(how_.board.longer);
                int row = square / columns_ + dice_.below(2 * reach + 1) - reach;
                int column = square % columns_ + dice_.below(2 * reach + 1) - reach;
                row = std::clamp(row, 0, rows_ - 1);
                column = std::clamp(column, 0, columns_ - 1);
                try_switch(row, column, dice_.roll());
            }
        }
    }

    const OrganicRequest& how_;
    const int rows_, columns_;
    const bool wraps_[2];
    Dice dice_;
    std::array<Leap, kMoves> moves_;
    std::array<int, kMoves> code_images_{};
    int images_ = 1;  // of a square under the symmetry, itself included
    std::vector<Edge> required_, avoided_;
    std::vector<int> piece_;   // per square: its number, -1 for holes
    std::vector<int> parent_;  // union-find of the pieces
    std::int64_t pieces_ = 0;
};

}  // namespace

std::vector<Vertex> organic(std::span<const Vertex> squares, const OrganicRequest& how,
                            Control& control) {
    if (squares.size() < 3) return {squares.begin(), squares.end()};
    Switching tour(how);
    tour.read(squares);
    tour.shake(control);
    if (!tour.join(squares, control)) return {};
    return tour.write(squares[0], squares[1], squares.size());
}

}  // namespace babieca::constructions
