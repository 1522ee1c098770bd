// The kernels run here, by one thread that plays all of them, to be tested without a card.
#pragma once

#include "core/sweep/card/kernel.hpp"

namespace babieca::card {

// What one launch of a kernel is given: blocks of so many pairs, counters of so many bytes.
struct Launch {
    int pairs;
    bool turning;  // all goals are turned, or none is
    int source_bytes, target_bytes;
    const Index* maps;
    const Goal* goals;
    Word goal_count;
    const Flow* flows;
    const void* sources;
    void* targets;
    Long modulus;                       // 0: the counters wrap
    Long* bits;                         // those that occur in any counter computed are set
    Long card_end = ~Long{0}, gap = 0;  // where the host's memory is, in counters of the sources
};

void emulate(const Launch& launch);

// What the kernels take beside the modulus, for targets of so many bytes.
constexpr Long reciprocal_of(Long modulus, int target_bytes) {
    if (modulus < 2 || target_bytes == 8) return 0;
    if (target_bytes < 4) return (Long{1} << 32) / modulus;
    return ~Long{0} / modulus;
}

}  // namespace babieca::card
