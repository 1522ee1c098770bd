#include "core/sweep/card/emulate.hpp"

#include <cstdint>
#include <stdexcept>
#include <utility>

namespace babieca::card {
namespace {

template <typename Source, typename Target>
void run(const Launch& launch) {
    const auto* const sources = static_cast<const Source*>(launch.sources);
    auto* const targets = static_cast<Target*>(launch.targets);
    const Long reciprocal = reciprocal_of(launch.modulus, sizeof(Target));
    const auto small = [&]<int... pairs>(std::integer_sequence<int, pairs...>) {
        (void)((pairs == launch.pairs &&
                (small_blocks<Source, Target, pairs>(
                     launch.maps, launch.goals, launch.goal_count, launch.flows, sources,
                     launch.card_end, launch.gap, targets, launch.modulus, reciprocal, launch.bits),
                 true)) ||
               ...);
    };
    if (launch.pairs < chunk_pairs)
        small(std::make_integer_sequence<int, chunk_pairs>());
    else
        (launch.turning
             ? large_blocks<Source, Target, true>
             : large_blocks<Source, Target, false>)(launch.pairs, launch.maps, launch.goals,
                                                    launch.goal_count, launch.flows, sources,
                                                    launch.card_end, launch.gap, targets,
                                                    launch.modulus, reciprocal, launch.bits);
}

// Calls use(counter of so many bytes).
template <typename Use>
void with_counter(int bytes, Use&& use) {
    switch (bytes) {
        case 1:
            return use(Byte{});
        case 2:
            return use(Index{});
        case 4:
            return use(Word{});
        case 8:
            return use(Long{});
        default:
            throw std::invalid_argument("counters have 1, 2, 4 or 8 bytes");
    }
}

}  // namespace

void emulate(const Launch& launch) {
    with_counter(launch.source_bytes, [&](auto source) {
        with_counter(launch.target_bytes,
                     [&](auto target) { run<decltype(source), decltype(target)>(launch); });
    });
}

}  // namespace babieca::card
