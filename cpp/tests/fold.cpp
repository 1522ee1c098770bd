// Folded sweeps against listing: every Hamiltonian cycle and path of a graph, kept or not.
#include <numeric>
#include <set>

#include "core/fold/folded_branches.hpp"
#include "core/fold/folded_stream.hpp"
#include "core/fold/voltage_sweep.hpp"
#include "tests/check.hpp"
#include "tests/oracle.hpp"

using namespace babieca;
using namespace babieca::fold;

namespace {

using EdgeSet = std::set<std::pair<Vertex, Vertex>>;

EdgeSet edges_of(std::span<const Vertex> walk, bool closed) {
    EdgeSet edges;
    for (std::size_t i = 1; i < walk.size(); ++i) edges.insert(std::minmax(walk[i - 1], walk[i]));
    if (closed) edges.insert(std::minmax(walk.back(), walk.front()));
    return edges;
}

// All undirected cycles or paths as sets of edges.
std::set<EdgeSet> listed(const Graph& graph, bool closed) {
    std::set<EdgeSet> all;
    std::vector<Vertex> walk;
    std::vector<bool> used(graph.vertex_count(), false);
    const auto visit = [&](const auto& self, Vertex v) -> void {
        walk.push_back(v);
        used[v] = true;
        if (static_cast<Vertex>(walk.size()) == graph.vertex_count()) {
            if (!closed || graph.adjacent(v, walk[0])) all.insert(edges_of(walk, closed));
        } else {
            for (Vertex u : graph.neighbours(v))
                if (!used[u]) self(self, u);
        }
        used[v] = false;
        walk.pop_back();
    };
    for (Vertex v = 0; v < (closed ? 1 : graph.vertex_count()); ++v) visit(visit, v);
    return all;
}

std::uint64_t kept(const std::set<EdgeSet>& tours, const std::vector<Vertex>& image) {
    std::uint64_t count = 0;
    for (const EdgeSet& tour : tours) {
        EdgeSet moved;
        for (auto [u, v] : tour) moved.insert(std::minmax(image[u], image[v]));
        count += moved == tour;
    }
    return count;
}

std::uint64_t swept(const Folded& folded, Vertex n) {
    std::vector<Vertex> base(n);
    std::iota(base.begin(), base.end(), 0);
    Control control;
    const auto result = count_folded(folded, folded_order(folded, base, control), 0, control);
    return result.count[0];
}

// The stream, asked for a few tours at a time, gives each tour the sweep counts, once.
std::uint64_t streamed(Folded folded, Vertex n, bool closed, const std::set<EdgeSet>& all) {
    Control control;
    FoldedStream stream(std::move(folded));
    std::set<EdgeSet> seen;
    for (std::int64_t most = 1;; most = most % 3 + 1) {
        std::vector<Vertex> vertices;
        stream.next(most, vertices, control);
        CHECK(vertices.size() % n == 0);
        for (std::size_t at = 0; at < vertices.size(); at += n) {
            const EdgeSet tour = edges_of(std::span(vertices).subspan(at, n), closed);
            CHECK(all.contains(tour) && seen.insert(tour).second);
        }
        if (static_cast<std::int64_t>(vertices.size()) < most * n) break;
    }
    std::vector<Vertex> more;
    stream.next(5, more, control);
    CHECK(more.empty());
    return seen.size();
}

// Cut into pieces of a few nodes at random, the searches give the same tours in the same order.
void check_pieces(const std::vector<Folded>& questions, std::mt19937& random) {
    Control control;
    std::vector<Vertex> alone, together;
    std::vector<FoldedTask> left;
    for (const Folded& folded : questions) {
        FoldedStream(folded).next(FoldedStream::without_end, alone, control);
        left.emplace_back(static_cast<int>(left.size()), FoldedPath{});
    }
    while (!left.empty()) {
        const auto cut = left.begin() + 1 + static_cast<std::ptrdiff_t>(random() % left.size());
        const auto nodes = static_cast<std::int64_t>(1 + random() % 9);
        FoldedPiece piece = walk_folded(questions, {left.begin(), cut}, nodes, control);
        CHECK(piece.nodes <= nodes);
        together.insert(together.end(), piece.vertices.begin(), piece.vertices.end());
        piece.left.insert(piece.left.end(), cut, left.end());
        left = std::move(piece.left);
    }
    CHECK(together == alone);
}

// Random graphs made symmetric by a permutation with a chosen number of fixed points.
void random_symmetric_graphs() {
    std::mt19937 random(11);
    std::uint64_t closed_seen = 0, path_seen = 0;
    for (int round = 0; round < 400; ++round) {
        const int m = std::array{2, 2, 2, 3, 4}[round % 5];
        const int fixed = m == 2 ? static_cast<int>(random() % 4) : 0;
        const int orbits = m == 2 ? 3 : m == 3 ? 3 : 3 - round % 2;
        const int n = m * orbits + fixed;
        if (orbits + fixed < 3 || n > 10) continue;
        std::vector<Vertex> image(n);
        for (int v = 0; v < m * orbits; ++v) image[v] = v / m * m + (v + 1) % m;
        for (int v = m * orbits; v < n; ++v) image[v] = v;
        oracle::Edges edges;
        std::set<std::pair<Vertex, Vertex>> seen;
        for (auto [u, v] : oracle::random_edges(n, m == 2 ? 0.3 : 0.2, random))
            for (Vertex a = u, b = v; seen.insert(std::minmax(a, b)).second;
                 a = image[a], b = image[b])
                edges.push_back({a, b});
        const auto owned = oracle::from_edges(n, edges);
        const Graph graph = owned.view();
        if (order_of(graph, image) == 1) continue;
        const auto all_cycles = listed(graph, true), all_paths = listed(graph, false);
        const auto cycles = kept(all_cycles, image);
        CHECK(swept(fold_for_rotation(graph, image), n) +
                  swept(fold_for_reflection(graph, image), n) ==
              cycles);
        CHECK(streamed(fold_for_rotation(graph, image), n, true, all_cycles) +
                  streamed(fold_for_reflection(graph, image), n, true, all_cycles) ==
              cycles);
        const auto paths = kept(all_paths, image);
        CHECK(swept(fold_for_paths(graph, image), n) == paths);
        CHECK(streamed(fold_for_paths(graph, image), n, false, all_paths) == paths);
        check_pieces({fold_for_rotation(graph, image), fold_for_reflection(graph, image),
                      fold_for_paths(graph, image)},
                     random);
        closed_seen += cycles, path_seen += paths;
    }
    CHECK(closed_seen > 100 && path_seen > 100);
}

void half_turns_and_quarter_turns_of_boards() {
    const auto half = [](int rows, int columns) {
        const auto board = oracle::knight_board(rows, columns);
        std::vector<Vertex> image(rows * columns);
        for (int v = 0; v < rows * columns; ++v) image[v] = rows * columns - 1 - v;
        return std::pair{swept(fold_for_rotation(board.view(), image), rows * columns),
                         swept(fold_for_reflection(board.view(), image), rows * columns)};
    };
    CHECK(half(6, 6) == std::pair(std::uint64_t{78}, std::uint64_t{0}));
    const auto board = oracle::knight_board(6, 6);
    std::vector<Vertex> turned(36);
    for (int r = 0; r < 6; ++r)
        for (int c = 0; c < 6; ++c) turned[r * 6 + c] = c * 6 + 5 - r;
    CHECK(swept(fold_for_rotation(board.view(), turned), 36) == 10);
    CHECK(swept(fold_for_reflection(board.view(), turned), 36) == 0);
}

template <typename Work>
bool refused(const Work& work) {
    try {
        work();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

void what_is_no_symmetry_is_refused() {
    const auto board = oracle::knight_board(3, 4);
    std::vector<Vertex> image(12);
    std::iota(image.begin(), image.end(), 0);
    std::swap(image[0], image[1]);
    CHECK(refused([&] { order_of(board.view(), image); }));
}

void what_is_no_part_of_a_search_is_refused() {
    const auto board = oracle::knight_board(6, 6);
    std::vector<Vertex> image(36);
    for (int v = 0; v < 36; ++v) image[v] = 35 - v;
    const std::vector<Folded> questions{fold_for_rotation(board.view(), image)};
    Control control;
    for (const FoldedTask& task :
         {FoldedTask{1, {}}, FoldedTask{-1, {}}, FoldedTask{0, {99}}, FoldedTask{0, {-1}}})
        CHECK(refused([&] { walk_folded(questions, {task}, 10, control); }));
    CHECK(!refused([&] { walk_folded(questions, {{0, {0}}}, 10, control); }));
}

}  // namespace

int main() {
    random_symmetric_graphs();
    half_turns_and_quarter_turns_of_boards();
    what_is_no_symmetry_is_refused();
    what_is_no_part_of_a_search_is_refused();
}
