// Strides that run again because a sum outgrew its counter count nothing twice and leave nothing
// out: with and without a mirror, at every width, in memory and in scratch, at every stride.
#include "core/sweep/stride_forward.hpp"
#include "tests/check.hpp"
#include "tests/counting.hpp"
#include "tests/scratch.hpp"

using namespace babieca;
using namespace babieca::sweep;

namespace {

std::uint64_t counted(const frontier::Sweep& sweep, BlockOptions options, const Scratch* scratch) {
    const Counted asked(sweep);
    if (scratch) {
        const std::vector<int> widths(asked.plan.layers.size(), options.counter_bits / 8);
        options.scratch = scratch->folder().string();
        options.memory = scratch_bytes_for(asked.plan, widths, options.threads, false).memory;
    }
    return asked.blocks(options).residues[0];
}

// Every width; outgrowing forced at all strides, and at those of the second half.
void reruns_agree(const frontier::Sweep& sweep, std::uint64_t wanted) {
    const Scratch scratch;
    for (int layer : {0, sweep.steps() / 2})
        for (int bits : {8, 16, 32, 64})
            for (std::uint64_t modulus : {0, 101}) {
                BlockOptions options;
                options.counter_bits = bits;
                options.moduli = {modulus};
                options.threads = modulus ? 2 : 1;
                forced_outgrowth.first_layer = layer;
                forced_outgrowth.times = 7;
                CHECK(counted(sweep, options, nullptr) == residue(wanted, bits, modulus));
                if (!sweep.schedule.pairs && layer == 0)
                    CHECK(counted(sweep, options, &scratch) == residue(wanted, bits, modulus));
                forced_outgrowth.times = 0;
            }
}

void mirrored_graphs() {
    std::mt19937 random(9);
    for (int round = 0; round < 15; ++round) {
        const bool waiting = round % 3 > 0;
        const int pairs = 2 + static_cast<int>(random() % 3);
        const int fixed = waiting ? static_cast<int>(random() % 3) : 2 * pairs - round % 2;
        const oracle::Mirrored drawn(pairs, fixed, random, waiting);
        const auto& [owned, order, mirror, through] = drawn;
        const Graph graph = owned.view();
        const Vertex start = waiting ? -1 : 2 * pairs;  // its own image
        for (const auto& images : {mirror, std::vector<Vertex>{}}) {
            reruns_agree({graph, order, false, -1, -1, {through, {}}, images},
                         oracle::cycles(graph, through));
            reruns_agree({graph, order, true, start, -1, {}, images}, oracle::paths(graph, start));
        }
    }
}

}  // namespace

int main() {
    mirrored_graphs();
    reruns_agree(board(6, 6).sweep, 9862);
}
