#include "core/sweep/onward.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/frontier/budget.hpp"
#include "core/frontier/state_table.hpp"
#include "core/sweep/sections.hpp"

namespace babieca::sweep {
namespace {

using frontier::PackedState;
using frontier::State;
using Wide = unsigned __int128;

}  // namespace

Onward::Onward(const frontier::Sweep& sweep, const Plan& plan, const OnwardOptions& options,
               Control& control)
    : sweep_(sweep), options_(options) {
    const int steps = sweep_.steps();
    if (plan.pairs) throw std::invalid_argument("ways to go on alone are counted without a mirror");
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

Onward::Tours Onward::tours(std::span<const Edge> edges) const {
    if (!back_) return {0, !options_.modulus};
    const auto& steps = sweep_.schedule.steps;
    // Per step: to whom the vertex that retires must be joined.
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
    const auto reduced = [&](Wide value) {
        exact = exact && value >> 64 == 0;
        return static_cast<std::uint64_t>(options_.modulus ? value % options_.modulus : value);
    };
    frontier::StateTable<std::uint64_t> layer;
    layer[{}] = 1;
    for (int t = 0; t < options_.layer; ++t) {
        frontier::StateTable<std::uint64_t> next(layer.size());
        layer.for_each([&](const PackedState& packed, std::uint64_t ways) {
            frontier::for_each_successor(
                sweep_.schedule, t, State::unpack(packed),
                [&](const State& after, const frontier::Choice& choice) {
                    const frontier::JoinedTo joined = frontier::joined_to(choice);
                    const bool all = std::all_of(wanted[t].begin(), wanted[t].end(), [&](Vertex u) {
                        return u == joined[0] || u == joined[1];
                    });
                    if (!all) return;
                    std::uint64_t& sum = next[after.pack()];
                    sum = reduced(Wide{sum} + ways);
                });
        });
        layer = std::move(next);
    }
    std::uint64_t sum = 0;
    layer.for_each([&](const PackedState& state, std::uint64_t ways) {
        sum = reduced(Wide{ways} * back_->ways_on(state) + sum);
    });
    return {sum, exact};
}

}  // namespace babieca::sweep
