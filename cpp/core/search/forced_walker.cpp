#include "core/search/forced_walker.hpp"

#include "core/search/walkers.hpp"

namespace babieca::search {

std::unique_ptr<Walker> make_forced_walker(const Instance& instance, bool listing) {
    return with_smallest_types(
        instance, [&]<typename Set, int Planes>() -> std::unique_ptr<Walker> {
            return std::make_unique<ForcedWalker<Set, Planes>>(instance, listing);
        });
}

}  // namespace babieca::search
