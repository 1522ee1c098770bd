// All tours of a problem, numbered from 0.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/big_natural.hpp"
#include "core/frontier/problem.hpp"
#include "core/sweep/plan.hpp"

namespace babieca::sweep {

// A tour is a sequence of vertices without the apex. A closed tour begins at vertex 0 and continues
// with the lesser neighbour. A path begins at `first` if that is given, else at its lesser end.
// Threads may share an index.
class TourIndex {
  public:
    virtual ~TourIndex() = default;
    virtual BigNatural total() const = 0;
    // Throws std::out_of_range for a number that is not below the total.
    virtual std::vector<Vertex> unrank(const std::vector<BigNatural>& numbers,
                                       Control& control) const = 0;
    // Throws Refused for a sequence that is not a numbered tour.
    virtual std::vector<BigNatural> rank(std::span<const Vertex> tours, Control& control) const = 0;
    virtual std::uint64_t states() const = 0;
    virtual std::uint64_t bytes() const = 0;
};

// Keeps every state of every layer, with numbers of sufficient width. Throws OutOfBudget before the
// states take more than `memory_bytes` (0: no limit). `first`: the vertex at which paths begin; -1:
// not given.
std::unique_ptr<TourIndex> make_sparse_index(const frontier::Sweep& sweep, Vertex first,
                                             std::uint64_t memory_bytes, Control& control);

struct BlockKeeping {
    std::vector<int> layers;  // to be kept
    std::string directory;    // of the files; empty: in memory
    int threads = 1;
    bool nameless = false;  // the files have no name and vanish with the index
};
// Makes an index over blocks (sweep/blocks.hpp), with 64-bit numbers and only some layers. Throws
// TooNarrow if a counter outgrows 64 bits.
std::unique_ptr<TourIndex> make_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping,
                                            Control& control);
// Opens the files of a block index. Throws FileError if a layer does not exist, or its file is
// missing, damaged or of another problem. Without the last layer, every use throws FileError.
std::unique_ptr<TourIndex> open_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping);

// The last layer, all small layers, and one layer in `every`, chosen for the fewest bytes.
std::vector<int> layers_to_keep(const Plan& plan, int every);
std::uint64_t bytes_to_keep(const Plan& plan, std::span<const int> layers);

}  // namespace babieca::sweep
