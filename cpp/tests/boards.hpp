// Boards for the tests of constructions and of the exact sweep: the knight graph, an order to sweep
// it, and what a tour is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/constructions/knight_moves.hpp"
#include "core/graphs/graph.hpp"

namespace boards {

using babieca::Graph;
using babieca::Vertex;

struct Knight : babieca::OwnedGraph {
    int rows = 0, columns = 0;
    std::vector<Vertex> order;  // line by line along the longer side, even places and back by odd
};

inline Knight knight(int rows, int columns) {
    Knight board;
    board.rows = rows;
    board.columns = columns;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            std::vector<Vertex> list;
            for (auto move : babieca::constructions::kKnight) {
                const int r = row + move.row, c = column + move.column;
                if (r >= 0 && r < rows && c >= 0 && c < columns) list.push_back(r * columns + c);
            }
            std::sort(list.begin(), list.end());
            board.targets.insert(board.targets.end(), list.begin(), list.end());
            board.offsets.push_back(static_cast<std::int64_t>(board.targets.size()));
        }
    const bool along_columns = columns >= rows;
    const int length = std::max(rows, columns), width = std::min(rows, columns);
    for (int line = 0; line < length; ++line) {
        auto add = [&](int place) {
            board.order.push_back(along_columns ? place * columns + line : line * columns + place);
        };
        for (int place = 0; place < width; place += 2) add(place);
        for (int place = width - 1 - width % 2; place > 0; place -= 2) add(place);
    }
    return board;
}

template <typename Index>
bool is_tour(const std::vector<Index>& squares, std::int64_t rows, std::int64_t columns,
             bool closed) {
    if (static_cast<std::int64_t>(squares.size()) != rows * columns) return false;
    std::vector<bool> seen(squares.size(), false);
    for (std::size_t i = 0; i < squares.size(); ++i) {
        const std::int64_t to = squares[i];
        if (to < 0 || to >= rows * columns || seen[to]) return false;
        seen[to] = true;
        if (i == 0 && !closed) continue;
        const std::int64_t from = i == 0 ? squares.back() : squares[i - 1];
        if (babieca::constructions::code_of(to / columns - from / columns,
                                            to % columns - from % columns) < 0)
            return false;
    }
    return true;
}

inline bool colours_allow(int rows, int columns, int start, int end) {
    const int a = (start / columns + start % columns) % 2, b = (end / columns + end % columns) % 2;
    return rows * columns % 2 ? a == 0 && b == 0 : a != b;
}

inline bool schwenk(int rows, int columns) {
    const int m = std::min(rows, columns), n = std::max(rows, columns);
    return m * n % 2 == 0 && m != 1 && m != 2 && m != 4 &&
           !(m == 3 && (n == 4 || n == 6 || n == 8));
}

}  // namespace boards
