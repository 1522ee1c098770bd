#include "core/sweep/backward_only.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/frontier/budget.hpp"
#include "core/frontier/state_sweep.hpp"
#include "core/sweep/sections.hpp"

namespace babieca::sweep {
BackwardOnly::BackwardOnly(const frontier::Sweep& sweep, const Plan& plan,
                           const BackwardOnlyOptions& options, Control& control)
    : sweep_(sweep), options_(options) {
    const int steps = sweep_.steps();
    if (plan.pairs) throw std::invalid_argument("a backward sweep alone has no mirror");
    if (options.layer < 0 || options.layer > steps)
        throw std::invalid_argument("there is no such layer");
    if (sweep_.impossible()) return;
    const Halves halves(sweep_.schedule);
    const auto require = [&](std::uint64_t bytes) {
        if (options.memory && bytes > options.memory) throw frontier::OutOfBudget();
    };
    std::uint64_t work = 0;
    for (int t = options.layer; t < steps; ++t) work += plan.layers[t].counters;
    const auto total = static_cast<std::int64_t>(work);
    back_ = std::make_unique<StridesBack>(
        sweep_, options.threads, most_onward_bytes(plan, 8, options.threads), options.modulus);
    const std::vector<const std::byte*> nowhere;
    const Words unknown;
    for (auto stride = plan.strides.rbegin(); stride != plan.strides.rend(); ++stride) {
        if (stride->first < options.layer) break;
        const BlockLayout layout =
            make_layout(sweep_.problem, sweep_.schedule, stride->first, halves);
        back_->go_back(
            {stride->first, layout, unknown, 0, 0, nowhere},
            [&](int width) {
                const std::uint64_t bytes = onward_bytes(*stride, width, options.threads);
                require(bytes + side_bytes(plan));
                return bytes;
            },
            [&](double share) {
                const double done = share * static_cast<double>(layout.counters);
                control.check({static_cast<std::int64_t>(counters_ + done), total});
            });
        counters_ += layout.counters;
    }
}

BackwardOnly::Tours BackwardOnly::tours(std::span<const Edge> edges) const {
    if (!back_) return {0, !options_.modulus};
    const auto& steps = sweep_.schedule.steps;
    // Per step: the vertices that the retiring vertex must be joined to.
    std::vector<std::vector<Vertex>> wanted(options_.layer);
    for (const auto& [u, v] : edges) {
        const auto first =
            std::find_if(steps.begin(), steps.begin() + options_.layer,
                         [&](const auto& s) { return s.vertex == u || s.vertex == v; });
        if (first == steps.begin() + options_.layer)
            throw std::invalid_argument("an edge is not decided before the layer");
        wanted[first - steps.begin()].push_back(first->vertex == u ? v : u);
    }
    bool exact = !options_.modulus && back_->largest() < 64;
    const auto reduced = [&](unsigned __int128 value) {
        exact = exact && value >> 64 == 0;
        return static_cast<std::uint64_t>(options_.modulus ? value % options_.modulus : value);
    };
    frontier::StateSweep<std::uint64_t> reached(sweep_.schedule, 1, 0);
    Control control;
    while (reached.done() < options_.layer) {
        const std::vector<Vertex>& all = wanted[reached.done()];
        reached.step(
            control, options_.layer,
            [&](std::uint64_t& sum, std::uint64_t ways, const auto&) {
                sum = reduced(static_cast<unsigned __int128>(sum) + ways);
            },
            [&](const frontier::Choice& choice) {
                const frontier::JoinedTo joined = frontier::joined_to(choice);
                return std::all_of(all.begin(), all.end(),
                                   [&](Vertex u) { return u == joined[0] || u == joined[1]; });
            });
    }
    std::uint64_t sum = 0;
    reached.layer().for_each([&](const frontier::PackedState& state, std::uint64_t ways) {
        sum = reduced(static_cast<unsigned __int128>(ways) * back_->ways_on(state) + sum);
    });
    return {sum, exact};
}

}  // namespace babieca::sweep
