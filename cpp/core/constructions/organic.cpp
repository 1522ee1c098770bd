#include "core/constructions/organic.hpp"

#include <algorithm>
#include <array>

#include "core/constructions/links.hpp"
#include "core/effort.hpp"

namespace babieca::constructions {

namespace {

constexpr int kCodes = 8;

// The moves of a tour while it is switched.
class Switching : MoveBytes {
  public:
    explicit Switching(const OrganicTask& task)
        : MoveBytes(static_cast<std::int64_t>(task.rows) * task.columns),
          task_(task),
          dice_(task.seed) {
        const int s = task.shorter, l = task.longer;
        const std::array<std::pair<int, int>, kCodes> moves = {
            {{s, l}, {l, s}, {l, -s}, {s, -l}, {-s, -l}, {-l, -s}, {-l, s}, {-s, l}}};
        std::copy(moves.begin(), moves.end(), moves_.begin());
        for (int code = 0; code < kCodes; ++code) {
            auto [row, column] = moves[code];
            if (task.turned) std::swap(row, column);
            const std::pair image(task.flips[0] ? -row : row, task.flips[1] ? -column : column);
            code_images_[code] =
                static_cast<int>(std::find(moves.begin(), moves.end(), image) - moves.begin());
        }
        if (task.flips[0] || task.flips[1] || task.turned)
            images_ = task.turned && task.flips[0] != task.flips[1] ? 4 : 2;
        kept_ = sorted(task.kept);
        avoided_ = sorted(task.avoided);
    }

    void read(std::span<const Vertex> order) {
        if (task_.lengths.empty()) return read_piece(order, task_.cycle);
        std::size_t from = 0;
        for (const std::int64_t length : task_.lengths) {
            read_piece(order.subspan(from, length), task_.cycle || from > 0);
            from += length;
        }
    }

    // Tries many random switches, whatever the pieces.
    void shake(Control& control) {
        const std::int64_t tries = static_cast<std::int64_t>(bytes_.size()) * task_.tries / images_;
        constexpr std::int64_t kBatch = 1 << 18;
        std::uint64_t which = 0;  // four bits for each of sixteen tries
        for (std::int64_t i = 0; i < tries; ++i, which >>= 4) {
            if (i % kBatch == 0) control.check({i, tries + tries / 8});
            if (i % 16 == 0) which = dice_.roll();
            const std::uint64_t where = dice_.roll();
            const int row = static_cast<int>((where >> 32) * task_.rows >> 32);
            const int column = static_cast<int>((where & 0xffffffffu) * task_.columns >> 32);
            try_switch(row, column, which);
        }
    }

    // Joins all pieces into one; false if no switch joins the last ones.
    bool join(std::span<const Vertex> order, Control& control) {
        for (int round = 0; round < kRounds; ++round) {
            control.check({round, kRounds});
            label(order);
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
        std::vector<Vertex> order{start};
        order.reserve(count);
        int back = kNone;
        if (task_.cycle)
            for (int code : {low(start), high(start)})
                if (to(start, code) != second) back = code;
        Vertex here = start;
        while (order.size() < count) {
            const int out = low(here) == back ? high(here) : low(here);
            here = to(here, out);
            if (here == start) return {};
            back = out ^ 4;
            order.push_back(here);
        }
        return order;
    }

  private:
    static constexpr int kRounds = 64;

    static std::vector<Edge> sorted(std::vector<Edge> edges) {
        for (Edge& edge : edges) edge = std::minmax(edge.first, edge.second);
        std::sort(edges.begin(), edges.end());
        return edges;
    }

    void read_piece(std::span<const Vertex> order, bool cycle) {
        const std::size_t moves = order.size() - (cycle ? 0 : 1);
        for (std::size_t i = 0; i < moves; ++i) {
            const Vertex here = order[i], there = order[(i + 1) % order.size()];
            for (int code = 0; code < kCodes; ++code)
                if (to(here, code) == there) {
                    link(here, code, there);
                    break;
                }
        }
    }

    Vertex image(Vertex square) const {
        int row = square / task_.columns, column = square % task_.columns;
        if (task_.turned) std::swap(row, column);
        if (task_.flips[0]) row = task_.rows - 1 - row;
        if (task_.flips[1]) column = task_.columns - 1 - column;
        return row * task_.columns + column;
    }

    Vertex to(Vertex square, int code) const {
        return to(square / task_.columns, square % task_.columns, code);
    }
    // -1: off the board.
    Vertex to(int row, int column, int code) const {
        row += moves_[code].first;
        column += moves_[code].second;
        if (row < 0 || row >= task_.rows) {
            if (!task_.wraps[0]) return -1;
            row += row < 0 ? task_.rows : -task_.rows;
        }
        if (column < 0 || column >= task_.columns) {
            if (!task_.wraps[1]) return -1;
            column += column < 0 ? task_.columns : -task_.columns;
        }
        return row * task_.columns + column;
    }

    void link(Vertex a, int code, Vertex b) {
        replace(a, kNone, code);
        replace(b, kNone, code ^ 4);
    }

    static bool holds(const std::vector<Edge>& edges, Vertex a, Vertex b) {
        return !edges.empty() &&
               std::binary_search(edges.begin(), edges.end(), Edge(std::minmax(a, b)));
    }

    // Switches at one of the square's two moves, by one of the eight moves: `which` has four bits.
    void try_switch(int row, int column, std::uint64_t which) {
        const Vertex a = row * task_.columns + column;
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
        for (int done = 1; done < images_; ++done) {
            at = image(at);
            from = code_images_[from];
            by = code_images_[by];
            if (switch_one(at, at / task_.columns, at % task_.columns, from, by, false) >= 0)
                continue;
            for (at = a, from = k, by = m; done > 0; --done) {
                take_back(at, from, by);
                at = image(at);
                from = code_images_[from];
                by = code_images_[by];
            }
            return -1;
        }
        return c;
    }

    Vertex switch_one(Vertex a, int row, int column, int k, int m, bool joining) {
        if (m == k || m == (k ^ 4)) return -1;
        const Vertex c = to(row, column, m);
        if (c < 0 || !linked(c, k) || !linked(a, k) || linked(a, m)) return -1;
        const Vertex b = to(row, column, k);
        if (linked(b, m)) return -1;
        const Vertex d = to(b, m);
        if (d < 0 || d != to(c, k) || bare(d)) return -1;
        if (joining && root(piece_[a]) == root(piece_[c])) return -1;
        if (holds(kept_, a, b) || holds(kept_, c, d) || holds(avoided_, a, c) ||
            holds(avoided_, b, d))
            return -1;
        replace(a, k, m);
        replace(b, k ^ 4, m);
        replace(c, k, m ^ 4);
        replace(d, k ^ 4, m ^ 4);
        return c;
    }

    // Undoes a switch.
    void take_back(Vertex a, int k, int m) {
        const Vertex b = to(a, k), c = to(a, m), d = to(b, m);
        replace(a, m, k);
        replace(b, m, k ^ 4);
        replace(c, m ^ 4, k);
        replace(d, m ^ 4, k ^ 4);
    }

    void join_at(Vertex a) {
        const int row = a / task_.columns, column = a % task_.columns;
        const int turn = dice_.below(kCodes);
        for (int k : {low(a), high(a)}) {
            if (k == kNone) continue;
            for (int i = 0; i < kCodes; ++i) {
                const Vertex c = switch_by(a, row, column, k, (i + turn) % kCodes, true);
                if (c < 0) continue;
                parent_[root(piece_[c])] = root(piece_[a]);
                --pieces_;
                break;
            }
        }
    }

    // Numbers the pieces of the folded board, beginning with that of the first square.
    void label(std::span<const Vertex> order) {
        piece_.assign(bytes_.size(), -1);
        parent_.clear();
        const auto follow = [&](Vertex start) {
            const int number = static_cast<int>(parent_.size());
            parent_.push_back(number);
            Vertex here = start;
            int back = kNone;
            // Half of a cycle that the symmetry keeps numbers the other half by its images.
            do {
                Vertex at = here;
                for (int i = 0; i < images_; ++i, at = image(at)) piece_[at] = number;
                const int out = low(here) == back ? high(here) : low(here);
                if (out == kNone) break;
                here = to(here, out);
                back = out ^ 4;
            } while (piece_[here] < 0);
        };
        follow(order.front());
        for (Vertex square : order)
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
                const int reach = 2 * task_.longer;
                int row = square / task_.columns + dice_.below(2 * reach + 1) - reach;
                int column = square % task_.columns + dice_.below(2 * reach + 1) - reach;
                row = std::clamp(row, 0, task_.rows - 1);
                column = std::clamp(column, 0, task_.columns - 1);
                try_switch(row, column, dice_.roll());
            }
        }
    }

    const OrganicTask& task_;
    Dice dice_;
    std::array<std::pair<int, int>, kCodes> moves_;
    std::array<int, kCodes> code_images_{};
    int images_ = 1;  // of a square under the symmetry, itself included
    std::vector<Edge> kept_, avoided_;
    std::vector<int> piece_;   // per square: its number, -1 for holes
    std::vector<int> parent_;  // union-find of the pieces
    std::int64_t pieces_ = 0;
};

}  // namespace

std::vector<Vertex> organic(std::span<const Vertex> order, const OrganicTask& task,
                            Control& control) {
    if (order.size() < 3) return {order.begin(), order.end()};
    Switching tour(task);
    tour.read(order);
    tour.shake(control);
    if (!tour.join(order, control)) return {};
    return tour.write(order[0], order[1], order.size());
}

}  // namespace babieca::constructions
