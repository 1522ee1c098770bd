#include "core/searching/forced_walker.hpp"

#include "core/searching/walkers.hpp"

namespace babieca::searching {

std::unique_ptr<Walker> make_forced_walker(const Instance& instance, bool listing) {
    return with_smallest_types(
        instance, [&]<typename Set, int Planes>() -> std::unique_ptr<Walker> {
            return std::make_unique<ForcedWalker<Set, Planes>>(instance, listing);
        });
}

}  // namespace babieca::searching
