#include "core/constructions/tiles.hpp"

#include <array>

#include "core/heuristics/edge_search.hpp"

namespace babieca::constructions {

namespace {

// From a side of 6 on, a path joins any two squares whose colours allow it (Conrad, Hindrichs,
// Morsy and Wegener 1994). A board with a side of 5 is one tile wide.
constexpr int kShortest = 6;
constexpr int kLongest = 11;

struct TileGraph {
    std::vector<Edge> edges;
    std::vector<int> codes;  // the move of each edge from its first square
};

TileGraph moves_of(int rows, int columns) {
    TileGraph graph;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            for (int code = 0; code < 4; ++code) {  // the other four are their reverses
                int r = row + kKnight[code].row, c = column + kKnight[code].column;
                if (r < 0 || r >= rows || c < 0 || c >= columns) continue;
                graph.edges.push_back({row * columns + column, r * columns + c});
                graph.codes.push_back(code);
            }
    return graph;
}

struct Axes {
    Move along;
    Move outward;
};

// By Side.
constexpr Axes kAxes[] = {{{0, 1}, {-1, 0}}, {{0, 1}, {1, 0}}, {{1, 0}, {0, -1}}, {{1, 0}, {0, 1}}};

constexpr int oriented(const Axes& axes, int along, int outward) {
    return code_of(along * axes.along.row + outward * axes.outward.row,
                   along * axes.along.column + outward * axes.outward.column);
}

}  // namespace

std::vector<std::int64_t> cut(const CutTask& task, Dice& random) {
    if (task.length < kShortest) return {0, task.length};
    const int longest = std::min(kLongest + std::max(0, task.variation - 1), 16);
    // possible[p][k]: the rest from p on can be cut, with k odd pieces still to come; k counts only
    // for the parity one_odd.
    std::vector<std::array<bool, 2>> possible(task.length + 1, {false, false});
    const auto takes_odd = [&](int piece) {
        return task.parity == Parity::one_odd && piece % 2 == 1 ? 1 : 0;
    };
    const auto allowed = [&](std::int64_t from, int piece, int odd_left) {
        const std::int64_t to = from + piece;
        if (to > task.length || (to > task.together.low && to <= task.together.high)) return false;
        if (piece % 2 == 1 && task.parity == Parity::even) return false;
        if (takes_odd(piece) && (!odd_left || from > task.together.low || task.together.high >= to))
            return false;
        return possible[to][odd_left - takes_odd(piece)];
    };
    possible[task.length][0] = true;
    for (std::int64_t from = task.length - kShortest; from >= 0; --from)
        for (int odd_left : {0, 1})
            for (int piece = kShortest; piece <= longest; ++piece)
                if (allowed(from, piece, odd_left)) possible[from][odd_left] = true;
    int odd_left = task.parity == Parity::one_odd ? 1 : 0;
    if (!possible[0][odd_left]) return {};

    std::vector<std::int64_t> cuts{0};
    while (cuts.back() < task.length) {
        const std::int64_t from = cuts.back();
        int chosen = 0, ties = 0;
        for (int piece = kShortest; piece <= longest; ++piece) {
            if (!allowed(from, piece, odd_left)) continue;
            ++ties;
            if (task.variation == 0 ? ties == 1 || piece <= 8 : random.below(ties) == 0)
                chosen = piece;
        }
        odd_left -= takes_odd(chosen);
        cuts.push_back(from + chosen);
    }
    return cuts;
}

std::optional<Tile> search_tile(const TileTask& task, Dice& random) {
    const int squares = task.rows * task.columns;
    const bool path = !task.from.empty();
    TileGraph graph = moves_of(task.rows, task.columns);
    const int moves = static_cast<int>(graph.edges.size());
    std::vector<int> forced;
    if (task.forced) {
        auto [a, b] = *task.forced;
        for (int edge = 0; edge < moves; ++edge)
            if (graph.edges[edge] == Edge(a, b) || graph.edges[edge] == Edge(b, a))
                forced.push_back(edge);
        if (forced.empty()) return std::nullopt;
    }
    if (path) heuristics::add_ends(graph.edges, forced, squares, task.from, task.to);
    heuristics::EdgeSearch search(squares + (path ? 2 : 0), graph.edges);
    constexpr int kRestarts = 8;
    heuristics::SearchResult result = heuristics::SearchResult::gave_up;
    for (int i = 0; i < kRestarts && result == heuristics::SearchResult::gave_up; ++i)
        result = search.run(forced, 50 << i, random);
    if (result != heuristics::SearchResult::found) return std::nullopt;

    Links links(task.rows, task.columns);
    Tile tile{task.rows, task.columns, {}, -1, -1};
    for (int edge = 0; edge < static_cast<int>(graph.edges.size()); ++edge) {
        if (!search.used(edge) || edge == moves) continue;
        auto [from, to] = graph.edges[edge];
        if (edge < moves)
            links.link(from, graph.codes[edge]);
        else
            (from == squares ? tile.start : tile.end) = to;
    }
    tile.bytes.assign(links.row(0, 0), links.row(0, 0) + squares);
    return tile;
}

void lay(Links& links, const Tile& tile, std::int64_t row, std::int64_t column) {
    for (int r = 0; r < tile.rows; ++r)
        std::copy_n(tile.bytes.data() + r * tile.columns, tile.columns, links.row(row + r, column));
}

const Tile* TileLibrary::pick(int rows, int columns, bool another) {
    auto& tiles = tiles_[{rows, columns}];
    if (another || static_cast<int>(tiles.size()) < variety_) {
        auto tile = search_tile({rows, columns}, random_);
        if (tile) tiles.push_back(std::move(*tile));
        return tile ? &tiles.back() : nullptr;
    }
    return &tiles[variety_ == 1 ? 0 : random_.below(static_cast<int>(tiles.size()))];
}

bool join(Links& links, const Area& tile, Side side, const Protected& kept, Dice* random) {
    const Axes axes = kAxes[static_cast<int>(side)];
    const bool vertical = axes.along.row == 1;
    const int length = vertical ? tile.rows : tile.columns;
    // The corner square from which the side runs, on the outermost line.
    const std::int64_t corner_row = tile.row + (side == Side::above ? tile.rows - 1 : 0);
    const std::int64_t corner_column = tile.column + (side == Side::right ? tile.columns - 1 : 0);

    const int places = (length - 2) * 2;
    const int offset = random ? random->below(places) : 0;
    for (int i = 0; i < places; ++i) {
        const int place = (i + offset) % places;
        const int position = place / 2;
        const int depth = place % 2;  // of a; b lies two further along, on the other line
        const int code = oriented(axes, 2, depth == 1 ? 1 : -1);
        const std::int64_t a =
            links.index(corner_row + position * axes.along.row - depth * axes.outward.row,
                        corner_column + position * axes.along.column - depth * axes.outward.column);
        if (!links.linked(a, code)) continue;
        for (int shift : {1, -1}) {
            // c and d must be on the board along the side; beyond it lies at least one more tile.
            const std::int64_t low = (vertical ? corner_row : corner_column) + position + shift;
            if (low < 0 || low + 2 >= (vertical ? links.rows() : links.columns())) continue;
            const int crossing = oriented(axes, shift, 2);
            const std::int64_t c = a + links.step(crossing);
            if (!links.linked(c, code)) continue;
            if (kept.square >= 0 &&
                ((c == kept.square && code == kept.code) ||
                 (c + links.step(code) == kept.square && reverse_of(code) == kept.code)))
                continue;
            const std::int64_t b = a + links.step(code);
            links.unlink(a, code);
            links.unlink(c, code);
            links.link(a, crossing);
            links.link(b, crossing);
            return true;
        }
    }
    return false;
}

}  // namespace babieca::constructions
