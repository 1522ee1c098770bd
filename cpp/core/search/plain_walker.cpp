#include "core/search/plain_walker.hpp"

#include "core/search/walkers.hpp"

namespace babieca::search {

std::unique_ptr<ProbingWalker> make_plain_walker(const Instance& instance, bool listing) {
    return with_smallest_types(
        instance, [&]<typename Set, int Planes>() -> std::unique_ptr<ProbingWalker> {
            if (instance.twin.empty()) {
                return std::make_unique<PlainWalker<Set, Planes, false>>(instance, listing);
            }
            return std::make_unique<PlainWalker<Set, Planes, true>>(instance, listing);
        });
}

}  // namespace babieca::search
