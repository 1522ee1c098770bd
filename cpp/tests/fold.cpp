// Folded sweeps against listing: every Hamiltonian cycle and path of a graph, kept or not.
#include <numeric>
#include <set>

#include "core/fold/stream.hpp"
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
    for (const auto& walk : oracle::listed(graph, closed)) all.insert(edges_of(walk, closed));
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

// Whether a tour of the folded graph unfolds. If it does, the tour must be one that is kept.
bool unfolds(const Folded& folded, bool closed, const std::vector<Vertex>& image,
             const std::set<EdgeSet>& all) {
    if (folded.impossible) return false;
    const OwnedGraph simple = simple_graph(folded);
    bool found = false;
    for (std::vector<Vertex> orbits : oracle::listed(simple.view(), true)) {
        if (folded.apex >= 0) {
            std::rotate(orbits.begin(), std::ranges::find(orbits, folded.apex), orbits.end());
            orbits.erase(orbits.begin());
            const auto& ends = folded.edges[folded.apex];
            const auto joins = [&](Vertex orbit, int voltage) {
                return std::ranges::any_of(
                    ends, [&](auto& e) { return e.to == orbit && e.voltage == voltage; });
            };
            if (!joins(orbits.front(), !closed) || !joins(orbits.back(), 0)) continue;
            if (std::ranges::any_of(folded.forced, [&](const Edge& edge) {
                    return edge.first != orbits.front() && edge.first != orbits.back();
                }))
                continue;
        }
        const std::vector<Vertex> tour = unfold(folded, orbits);
        if (tour.empty()) continue;
        const EdgeSet edges = edges_of(tour, closed);
        CHECK(all.contains(edges) && kept({edges}, image) == 1);
        found = true;
    }
    return found;
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
        if (symmetry_order(graph, image) == 1) continue;
        const auto all_cycles = listed(graph, true), all_paths = listed(graph, false);
        const auto cycles = kept(all_cycles, image);
        const auto paths = kept(all_paths, image);
        const Folded rotations = fold::fold(graph, image, Kept::rotations);
        const Folded reflections = fold::fold(graph, image, Kept::reflections);
        const Folded folded_paths = fold::fold(graph, image, Kept::paths);
        CHECK(swept(rotations, n) + swept(reflections, n) == cycles);
        CHECK(streamed(rotations, n, true, all_cycles) +
                  streamed(reflections, n, true, all_cycles) ==
              cycles);
        CHECK(swept(folded_paths, n) == paths);
        CHECK(streamed(folded_paths, n, false, all_paths) == paths);
        check_pieces({rotations, reflections, folded_paths}, random);
        for (const Folded* folded : {&rotations, &reflections})
            CHECK(unfolds(*folded, true, image, all_cycles) == (swept(*folded, n) > 0));
        CHECK(unfolds(folded_paths, false, image, all_paths) == (paths > 0));
        closed_seen += cycles, path_seen += paths;
    }
    CHECK(closed_seen > 100 && path_seen > 100);
}

void half_turns_and_quarter_turns_of_boards() {
    const auto half = [](int rows, int columns) {
        const auto board = oracle::knight_board(rows, columns);
        std::vector<Vertex> image(rows * columns);
        for (int v = 0; v < rows * columns; ++v) image[v] = rows * columns - 1 - v;
        return std::pair{swept(fold::fold(board.view(), image, Kept::rotations), rows * columns),
                         swept(fold::fold(board.view(), image, Kept::reflections), rows * columns)};
    };
    CHECK(half(6, 6) == std::pair(std::uint64_t{78}, std::uint64_t{0}));
    const auto board = oracle::knight_board(6, 6);
    std::vector<Vertex> turned(36);
    for (int r = 0; r < 6; ++r)
        for (int c = 0; c < 6; ++c) turned[r * 6 + c] = c * 6 + 5 - r;
    CHECK(swept(fold::fold(board.view(), turned, Kept::rotations), 36) == 10);
    CHECK(swept(fold::fold(board.view(), turned, Kept::reflections), 36) == 0);
}

void what_is_no_symmetry_is_refused() {
    const auto board = oracle::knight_board(3, 4);
    std::vector<Vertex> image(12);
    std::iota(image.begin(), image.end(), 0);
    std::swap(image[0], image[1]);
    CHECK(throws<std::invalid_argument>([&] { symmetry_order(board.view(), image); }));
}

void what_is_no_part_of_a_search_is_refused() {
    const auto board = oracle::knight_board(6, 6);
    std::vector<Vertex> image(36);
    for (int v = 0; v < 36; ++v) image[v] = 35 - v;
    const std::vector<Folded> questions{fold::fold(board.view(), image, Kept::rotations)};
    Control control;
    for (const FoldedTask& task :
         {FoldedTask{1, {}}, FoldedTask{-1, {}}, FoldedTask{0, {99}}, FoldedTask{0, {-1}}})
        CHECK(throws<std::invalid_argument>([&] { walk_folded(questions, {task}, 10, control); }));
    CHECK(!throws<std::invalid_argument>([&] { walk_folded(questions, {{0, {0}}}, 10, control); }));
}

}  // namespace

int main() {
    random_symmetric_graphs();
    half_turns_and_quarter_turns_of_boards();
    what_is_no_symmetry_is_refused();
    what_is_no_part_of_a_search_is_refused();
}
