#include "core/search/traced.hpp"

#include "core/search/forced_walker.hpp"
#include "core/search/plain_walker.hpp"
#include "core/search/walkers.hpp"

namespace babieca::search {
namespace {

std::unique_ptr<Walker> make_telling_walker(const Instance& instance, bool listing, EventLog* log) {
    const bool forced = (instance.options.rules & rule::forced) != 0;
    return with_smallest_types(
        instance, [&]<typename Set, int Planes>() -> std::unique_ptr<Walker> {
            if (forced && instance.twin.empty()) {
                return std::make_unique<ForcedWalker<Set, Planes, EventLog>>(instance, listing,
                                                                             log);
            }
            if (instance.twin.empty()) {
                return std::make_unique<PlainWalker<Set, Planes, false, EventLog>>(instance,
                                                                                   listing, log);
            }
            return std::make_unique<PlainWalker<Set, Planes, true, EventLog>>(instance, listing,
                                                                              log);
        });
}

}  // namespace

TracedSearch::TracedSearch(Instance instance, bool counting)
    : instance_(std::move(instance)), walker_(make_telling_walker(instance_, !counting, &log_)) {}

std::vector<std::int32_t> TracedSearch::next(std::int64_t most, std::int64_t nodes,
                                             Control& control) {
    while (!finished_ && log_.kept() < most) {
        if (!walking_) {
            finished_ = root_ == static_cast<int>(instance_.roots.size());
            if (finished_) break;
            walker_->start({root_, instance_.roots[root_].prefix});
            ++root_;
            walking_ = true;
        }
        if (nodes > 0 && walker_->tally().nodes >= nodes) break;
        control.check({walker_->tally().nodes, 0});
        const Event event = walker_->advance(1);
        walking_ = event != Event::finished;
        if (event == Event::tour) {
            walker_->tour(tour_);
            finished_ = true;
        }
    }
    return log_.take();
}

}  // namespace babieca::search
