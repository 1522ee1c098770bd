#include "core/sweep/gpu/emulate.hpp"

#include <stdexcept>

namespace babieca::gpu {
namespace {

template <typename Counter>
void run(const KernelArguments& given) {
    const auto* const sources = static_cast<const Counter*>(given.sources);
    auto* const targets = static_cast<Counter*>(given.targets);
    const Long reciprocal = reciprocal_of(given.modulus, sizeof(Counter));
    const auto with = [&](auto kernel, auto... pairs) {
        kernel(pairs..., given.maps, given.goals, given.goal_count, given.flows, sources,
               given.gpu_end, given.gap, targets, given.modulus, reciprocal, given.bits);
    };
    switch (given.pairs) {
        case 0:
            return with(small_blocks<Counter, 0>);
        case 1:
            return with(small_blocks<Counter, 1>);
        case 2:
            return with(small_blocks<Counter, 2>);
        case 3:
            return with(small_blocks<Counter, 3>);
        case 4:
            return with(small_blocks<Counter, 4>);
        default:
            return given.turning ? with(large_blocks<Counter, true>, given.pairs)
                                 : with(large_blocks<Counter, false>, given.pairs);
    }
}
static_assert(chunk_pairs == 5, "run() lists the small blocks");

}  // namespace

void emulate(const KernelArguments& given) {
    switch (given.counter_bytes) {
        case 1:
            return run<Byte>(given);
        case 2:
            return run<Index>(given);
        case 4:
            return run<Word>(given);
        case 8:
            return run<Long>(given);
        default:
            throw std::invalid_argument("counters have 1, 2, 4 or 8 bytes");
    }
}

}  // namespace babieca::gpu
