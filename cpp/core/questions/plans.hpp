// The one planner: every plan for a count that fits a machine, the cheapest first.
//
// Only this file decides on memory, scratch, GPU, cluster, counter width, batches and kept layers;
// Python and the page's module call it. Costs are compared by the plan and the machine alone: a
// measured speed would differ from call to call, and the same call must give the same plan.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/sweep/backward.hpp"
#include "core/sweep/bounds.hpp"
#include "core/sweep/gpu/capacity.hpp"
#include "core/sweep/residues.hpp"
#include "core/sweep/sweep_choice.hpp"

namespace babieca::questions {

// Bytes of a state in a hash table: a key of 16 bytes, a count of 8, and free entries.
inline constexpr std::uint64_t bytes_per_state = 32;

inline constexpr int counter_widths[] = {64, 32, 16, 8};

// Where the layers of a sweep are; `cluster`: in the memory of its workers.
enum class LayerPlace { memory, scratch, gpu, cluster };
inline constexpr const char* place_names[] = {"memory", "scratch", "gpu", "cluster"};

// How a plan counts: without a sweep; forwards; forwards and backwards, for every move at once;
// backwards only, for many sets of moves at once; forwards with layers kept, for the number of each
// tour. A hash table of states takes the place of blocks if a method is sparse.
enum class CountMethod { theory, blocks, sparse, usage, sparse_usage, backward_only, layers };
inline constexpr const char* method_names[] = {"theory",       "blocks",        "sparse", "usage",
                                               "sparse usage", "backward only", "layers"};

// The resources that a count may use: of this machine, or of each worker of a cluster.
struct Machine {
    std::uint64_t memory = UINT64_MAX;
    int threads = 1;
    std::uint64_t kept = UINT64_MAX;  // bytes of a sweep together with the layers that it keeps
    std::optional<std::uint64_t> disk = {};  // the free bytes of scratch; none: no scratch
    std::optional<gpu::GpuMemory> gpu = {};
    bool cluster = false;
    bool saving = false;                                 // to a checkpoint
    std::vector<std::pair<LayerPlace, int>> begun = {};  // plans of a checkpoint, by counter width
};

// What the caller chooses; the planner chooses the rest.
struct PlanChoices {
    std::optional<CountMethod> method = {};  // blocks or sparse
    std::optional<frontier::Order> order = {};
    int counter_bits = 0;  // 0: the planner chooses
    std::optional<bool> mirror = {};
    std::vector<std::uint64_t> moduli = {};  // 0: 2^64; empty: as many as the number takes
};

// A plan to count the tours of an undirected question. `counters` and `moved_bytes` (to scratch and
// back) are for one sweep.
struct CountPlan {
    std::shared_ptr<const sweep::Prepared> ready = {};  // null: nothing is swept
    CountMethod method = CountMethod::theory;
    LayerPlace place = LayerPlace::memory;
    int counter_bits = 64;
    bool single = true;                     // the first residue is expected to be the number itself
    std::vector<std::uint64_t> given = {};  // moduli that the caller asks for
    int together = 0;                       // moduli that one sweep takes at most; 0: all
    std::uint64_t bytes = 0, disk_bytes = 0, host_bytes = 0;
    int threads = 1;
    std::uint64_t sweeps = 1;  // expected
    std::uint64_t counters = 0, moved_bytes = 0;
    int layer = 0;                                 // backwards only: where the sweep ends
    std::vector<int> layers = {};                  // numbering: the layers that are kept
    std::optional<sweep::Sections> sections = {};  // usage

    sweep::Arithmetic arithmetic() const;
    // The expected time, in counters that one thread computes in memory.
    double work() const;
    bool fits(const Machine& machine) const {
        return bytes <= machine.memory && disk_bytes <= machine.disk.value_or(0);
    }
};
using CountPlans = std::vector<CountPlan>;

// The narrowest counters for a modulus (0: 2^64); the processor adds before it reduces.
int bits_for(std::uint64_t modulus, bool gpu);
// The counter widths whose moduli probably reach the answer, the widest first.
std::vector<int> usable_widths(const sweep::Bounds& bounds);
// How many states a sweep too wide for blocks surely reaches; 0: unknown.
std::uint64_t fewest_states(const sweep::SweepChoice& choice, Control& control);

// The plans of a count: first the plans of a checkpoint, then the cheapest. Blocks are preferred:
// states are tried where no blocks fit, unless a choice asks for blocks. Throws
// Refused if the frontier is too wide, or no symmetry is the mirror asked for.
CountPlans plans(sweep::SweepChoice& choice, const PlanChoices& choices, const Machine& machine,
                 Control& control);

// The plans of a sweep forwards and backwards. 64-bit counters are exact for fewer than 2^63 tours;
// more are counted by residues of 32 bits.
CountPlans usage_plans(sweep::SweepChoice& choice, const Machine& machine, Control& control);

// Counts that differ in some moves, or in where paths begin, from a question that they share.
struct Batch {
    std::size_t entries = 0;
    std::vector<sweep::SweepChoice*> sample = {};  // the entries that `sampled` names
    // The moves that each entry uses beyond the question; none: entries differ in more.
    std::optional<std::vector<std::vector<Edge>>> moves = {};
    bool single_moves = false;  // entries differ in one move, or in their ends
};
// The numbers of the entries whose work stands for the work of all.
std::vector<std::size_t> sampled(std::size_t entries);
// The plans that count all entries at once and are cheaper than counting each. A sweep forwards and
// backwards needs entries that differ in single moves or ends; a sweep backwards only, in moves.
CountPlans batch_plans(sweep::SweepChoice& common, const Batch& batch, const Machine& machine,
                       Control& control);
// The plan of a sweep whose few first vertices decide every move of the sets; none if too wide.
std::optional<CountPlan> backward_only_plan(sweep::SweepChoice& choice,
                                            const std::vector<std::vector<Edge>>& sets,
                                            const Machine& machine, Control& control);
// A vertex cover of the edges, chosen greedily: the vertex with the most edges left.
std::vector<Vertex> deciding(const std::vector<std::vector<Edge>>& sets);

// The plans for a numbering, the preferred one first. Layers of blocks are kept in memory, as many
// as fit, otherwise in scratch. With `every` above 0, one layer in that number goes to scratch. The
// numbers depend on the order, so it never varies.
CountPlans numbering_plans(sweep::SweepChoice& choice, const PlanChoices& choices, int every,
                           const Machine& machine, Control& control);

// The plans of weighted sweeps. A mirror must keep the weights, otherwise `choices` refuse it.
CountPlans weighted_plans(sweep::SweepChoice& choice, const PlanChoices& choices,
                          const Machine& machine, Control& control);

// The bytes that a hash table surely takes for the states of a sweep with these blocks.
std::uint64_t fewest_bytes(const sweep::Plan& plan);

}  // namespace babieca::questions
