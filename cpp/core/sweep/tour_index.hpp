// All tours of a problem, numbered from 0, and the use of each edge.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/sweep.hpp"
#include "core/sweep/plan.hpp"

namespace babieca::sweep {

// A number is `words()` little-endian words. A tour is a sequence of vertices without the apex: a
// closed tour begins at vertex 0 and continues with its lesser neighbour, a path begins at the
// requested end or the lesser one. Threads may share an index.
class TourIndex {
  public:
    virtual ~TourIndex() = default;
    virtual int words() const = 0;
    virtual std::vector<std::uint64_t> total() const = 0;
    virtual std::vector<Vertex> unrank(std::span<const std::uint64_t> numbers,
                                       Control& control) const = 0;
    // Throws std::invalid_argument for a tour that is not among those numbered.
    virtual std::vector<std::uint64_t> rank(std::span<const Vertex> tours,
                                            Control& control) const = 0;
    virtual std::uint64_t states() const = 0;
    virtual std::uint64_t bytes() const = 0;
};

// Keeps every state of every layer, with numbers of sufficient width. Throws OutOfBudget before
// that takes more than `memory_bytes` (0: no limit). `first` is the vertex at which paths begin, or
// -1.
std::unique_ptr<TourIndex> make_sparse_index(const frontier::Sweep& sweep, Vertex first,
                                             std::uint64_t memory_bytes, Control& control);

struct BlockKeeping {
    std::vector<int> layers;  // to be kept
    std::string directory;    // of the files; empty: in memory
    int threads = 1;
    bool nameless = false;  // the files have no name and vanish with the index
};
// The same over blocks (sweep/blocks.hpp), with 64-bit numbers and only some layers. Throws
// TooNarrow if a counter outgrows 64 bits.
std::unique_ptr<TourIndex> make_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping,
                                            Control& control);
// Opens the files of such an index. Throws FileError if a layer does not exist, or its file is
// missing, damaged or of another problem. Without the last layer, every use throws it.
std::unique_ptr<TourIndex> open_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping);

// Every small layer and one in `stride` of the others, chosen for the fewest bytes.
std::vector<int> layers_to_keep(const Plan& plan, int stride);
std::uint64_t bytes_to_keep(const Plan& plan, std::span<const int> layers);

struct EdgeUsage {
    std::vector<Edge> edges;  // of the problem's graph, apex included
    int words = 1;
    std::vector<std::uint64_t> counts;  // per edge, little-endian words
};

// The number of tours that use each edge: a forward sweep that keeps its layers, then a backward
// sweep that multiplies the ways to reach a state with the ways to complete it.
EdgeUsage edge_usage(const frontier::Sweep& sweep, std::uint64_t memory_bytes, Control& control);

}  // namespace babieca::sweep
