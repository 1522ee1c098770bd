#include "core/search/plain_count.hpp"

namespace babieca::search {
namespace {

struct Board {
    const Graph& graph;
    const Vertex start;
    const bool closed;
    const std::int64_t most_nodes;
    Control& control;
    std::vector<int> step;
    PlainCount result;

    void jump(Vertex from, int next_step) {
        for (Vertex to : graph.neighbours(from)) {
            if (step[to] != 0) continue;
            if (result.nodes >= most_nodes) return;
            if ((++result.nodes & 0xFFFFFF) == 0) control.check({result.nodes, 0});
            step[to] = next_step;
            if (next_step == graph.vertex_count()) {
                if (!closed || graph.adjacent(to, start)) ++result.tours;
            } else {
                jump(to, next_step + 1);
            }
            step[to] = 0;
        }
    }
};

}  // namespace

PlainCount plain_count(const Graph& graph, Vertex start, bool closed, std::int64_t most_nodes,
                       Control& control) {
    Board board{graph, start, closed, most_nodes, control, {}, {}};
    board.step.resize(graph.vertex_count());
    board.step[start] = 1;
    for (Vertex second : graph.neighbours(start)) {
        const std::int64_t before = board.result.tours;
        board.step[second] = 2;
        ++board.result.nodes;
        if (graph.vertex_count() == 2) {
            board.result.tours += closed ? 0 : 1;
        } else {
            board.jump(second, 3);
        }
        board.step[second] = 0;
        board.result.by_first_move.push_back(board.result.tours - before);
    }
    return std::move(board.result);
}

}  // namespace babieca::search
