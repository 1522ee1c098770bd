// The knight graphs of rectangles with a retirement order.
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

inline bool schwenk(int rows, int columns) {
    const int m = std::min(rows, columns), n = std::max(rows, columns);
    return m * n % 2 == 0 && m != 1 && m != 2 && m != 4 &&
           !(m == 3 && (n == 4 || n == 6 || n == 8));
}

}  // namespace boards
