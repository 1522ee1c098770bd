// All tours of a problem, numbered from 0: unrank, rank, and how often each edge is used.
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

// Numbers cross this interface as little-endian words, `words()` of them each. Tours are sequences
// of vertices without the apex: a closed one from vertex 0 towards the lesser of its neighbours, a
// path from its first end (the one asked for, or the lesser). Threads may share an index: nothing
// here changes it.
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

// Keeps every state of every layer, with numbers as wide as they need to be. Throws
// OutOfBudget before that takes more than `memory_bytes` (0: no limit). `first` is the vertex
// paths are written to begin at, or -1.
std::unique_ptr<TourIndex> make_sparse_index(const frontier::Sweep& sweep, Vertex first,
                                             std::uint64_t memory_bytes, Control& control);

// The same over the blocks of sweep/blocks.hpp, with 64-bit numbers, keeping only some layers:
// in memory, or in files of `directory`, from which they can be opened again. Throws TooNarrow when
// a counter outgrows 64 bits.
struct BlockKeeping {
    std::vector<int> layers;  // which layers are kept; the first and the last always are
    std::string directory;    // empty: in memory
    int threads = 1;
    bool nameless = false;  // the files are scratch: they have no name, and are gone with the index
};
std::unique_ptr<TourIndex> make_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping,
                                            Control& control);
// Throws FileError if a layer does not exist, or its file is missing, damaged or of another
// problem; without the last layer, so does every use.
std::unique_ptr<TourIndex> open_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping);

// Every small layer, and of the others one in `stride`, where that takes the fewest bytes.
std::vector<int> layers_to_keep(const Plan& plan, int stride);
std::uint64_t bytes_to_keep(const Plan& plan, std::span<const int> layers);

struct EdgeUsage {
    std::vector<Edge> edges;  // of the problem's graph, apex included
    int words = 1;
    std::vector<std::uint64_t> counts;  // per edge, little-endian words
};

// For each edge the number of tours that use it: a forward sweep that keeps its layers, and a
// backward one that multiplies the ways to reach a state with the ways to go on from it.
EdgeUsage edge_usage(const frontier::Sweep& sweep, std::uint64_t memory_bytes, Control& control);

}  // namespace babieca::sweep
