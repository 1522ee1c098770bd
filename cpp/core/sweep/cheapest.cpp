#include "core/sweep/cheapest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "core/frontier/choices.hpp"
#include "core/sweep/decide.hpp"

namespace babieca::sweep {

namespace {

using frontier::JoinedTo;
using Weights = std::map<Edge, std::int64_t>;

// Weights are multiplied by this number, so that potentials may be fractions.
constexpr std::int64_t scale = 256;
constexpr int most_rounds = 3000, fewest_rounds = 100;
constexpr std::size_t most_work = 300'000'000;  // choices that all rounds look at

Weights weights_of(std::span<const Edge> edges, std::span<const std::int64_t> weights,
                   std::int64_t most) {
    if (edges.size() != weights.size()) throw std::invalid_argument("every edge needs one weight");
    Weights found;
    for (std::size_t n = 0; n < edges.size(); ++n) {
        if (weights[n] > most || weights[n] < -most)
            throw std::invalid_argument("a weight is larger than " + std::to_string(most));
        found[std::minmax(edges[n].first, edges[n].second)] = weights[n];
    }
    return found;
}

// The choices of a step that some state may have, by the vertices joined and their weights.
struct Option {
    int number;
    JoinedTo joined;
    std::array<std::int64_t, 2> weights;
};
using Options = std::vector<std::vector<Option>>;

Options options_of(const frontier::Schedule& schedule, const Weights& weights) {
    Options all;
    for (std::size_t t = 0; t < schedule.steps.size(); ++t) {
        const frontier::Step& step = schedule.steps[t];
        const int types = step.slot < 0 ? 1 : schedule.layers[t].possible[step.slot];
        auto& open = all.emplace_back();
        const auto choices = frontier::all_choices(step);
        for (std::size_t number = 0; number < choices.size(); ++number) {
            Option option{static_cast<int>(number), choices[number], {0, 0}};
            int joined = 0, forced = 0;
            for (int i = 0; i < 2; ++i) {
                const Vertex other = option.joined[i];
                if (other < 0) continue;
                ++joined;
                for (const frontier::Candidate& candidate : step.candidates)
                    forced += candidate.vertex == other && candidate.forced;
                const auto found = weights.find(std::minmax(step.vertex, other));
                if (found != weights.end()) option.weights[i] = scale * found->second;
            }
            if (forced == step.forced_count && (types >> (2 - joined) & 1)) open.push_back(option);
        }
    }
    return all;
}

// Every vertex has a potential, which is subtracted from the weights of its edges. This changes the
// totals of all tours alike. A tour makes one choice in each step, so the sum of the least weights
// of all steps is a lower bound of the totals. It is a concave function of the potentials: a vertex
// that the least choices join to fewer than two others needs a larger potential, one that they join
// to more a smaller one.
std::vector<std::int64_t> potentials_of(const frontier::Schedule& schedule, const Options& options,
                                        Control& control) {
    const std::size_t count = schedule.steps.size();
    std::size_t choices = 1;
    for (const auto& open : options) choices += open.size();
    const int rounds =
        std::clamp(static_cast<int>(most_work / choices), fewest_rounds, most_rounds);
    std::vector<double> now(count, 0), best(count, 0);
    std::vector<int> missing(count);
    double highest = -std::numeric_limits<double>::infinity(), largest = scale;
    for (const auto& open : options)
        for (const Option& option : open)
            for (std::int64_t weight : option.weights)
                largest = std::max(largest, std::abs(static_cast<double>(weight)));
    double stride = largest;
    const double shrinking = std::pow(1e-4, 1.0 / rounds);  // 0.997 with the most rounds
    for (int round = 0; round < rounds; ++round) {
        control.check({0, static_cast<std::int64_t>(count)});
        double bound = 0;
        std::fill(missing.begin(), missing.end(), 2);
        for (std::size_t t = 0; t < count; ++t) {
            const Vertex vertex = schedule.steps[t].vertex;
            const Option* chosen = nullptr;
            double least = 0;
            for (const Option& option : options[t]) {
                double weight = 0;
                for (int i = 0; i < 2; ++i)
                    if (const Vertex other = option.joined[i]; other >= 0)
                        weight += static_cast<double>(option.weights[i]) - now[vertex] - now[other];
                if (!chosen || weight < least) chosen = &option, least = weight;
            }
            if (!chosen) return std::vector<std::int64_t>(count, 0);  // there is no tour
            bound += least + 2 * now[vertex];
            for (Vertex other : chosen->joined)
                if (other >= 0) --missing[vertex], --missing[other];
        }
        if (bound > highest) highest = bound, best = now;
        double length = 0;
        for (int each : missing) length += each * each;
        if (length == 0) break;
        for (std::size_t v = 0; v < count; ++v) now[v] += stride * missing[v] / std::sqrt(length);
        stride *= shrinking;
    }
    std::vector<std::int64_t> found;
    for (double potential : best)  // bounded, so that no total outgrows 64 bits
        found.push_back(std::llround(std::clamp(potential, -2 * largest, 2 * largest)));
    return found;
}

}  // namespace

std::vector<Vertex> tour_of_choices(const frontier::Sweep& sweep,
                                    std::span<const std::uint16_t> choices) {
    Neighbours neighbours(sweep.steps(), {-1, -1});
    for (int t = 0; t < sweep.steps(); ++t) {
        const frontier::Step& step = sweep.schedule.steps[t];
        const JoinedTo joined = frontier::all_choices(step)[choices[t]];
        for (Vertex other : joined)
            if (other >= 0) link(neighbours, step.vertex, other);
    }
    return tour_of(sweep, neighbours);
}

CheapestTour cheapest_tour(const frontier::Sweep& sweep, std::span<const Edge> edges,
                           std::span<const std::int64_t> weights, std::uint64_t memory_bytes,
                           Control& control) {
    const frontier::Schedule& schedule = sweep.schedule;
    const Weights named = weights_of(edges, weights, most_total / sweep.steps());
    CheapestTour result;
    if (sweep.impossible()) return result;
    const Options options = options_of(schedule, named);
    const std::vector<std::int64_t> potentials = potentials_of(schedule, options, control);

    // The weight of each choice of each step, above the least of the step.
    std::vector<std::vector<std::int64_t>> above;
    for (std::size_t t = 0; t < schedule.steps.size(); ++t) {
        const Vertex vertex = schedule.steps[t].vertex;
        auto& of_step = above.emplace_back(frontier::all_choices(schedule.steps[t]).size(), 0);
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (const Option& option : options[t]) {
            for (int i = 0; i < 2; ++i)
                if (const Vertex other = option.joined[i]; other >= 0)
                    of_step[option.number] +=
                        option.weights[i] - potentials[vertex] - potentials[other];
            least = std::min(least, of_step[option.number]);
        }
        for (const Option& option : options[t]) of_step[option.number] -= least;
    }
    const auto successors = [&](int t, const frontier::PackedState& packed, auto&& visit) {
        frontier::for_each_successor(
            schedule, t, frontier::State::unpack(packed),
            [&](const frontier::State& after, const frontier::Choice& choice) {
                const int number = choice_number(schedule.steps[t], choice);
                visit(after.pack(), number, above[t][number]);
            });
    };
    frontier::with_enough_limbs([&]<int Limbs>() {
        const auto found = optimum<Limbs>(scale, schedule, memory_bytes, control, successors);
        result.states = found.states;
        result.peak_bytes = found.peak_bytes;
        result.sweeps = found.sweeps;
        if (found.tours.is_zero()) return;
        result.tours.assign(found.tours.limb.begin(), found.tours.limb.end());
        result.squares = tour_of_choices(sweep, found.choices);
        const std::size_t size = result.squares.size();
        for (std::size_t n = sweep.problem.apex < 0 ? 0 : 1; n < size; ++n) {
            const Vertex here = result.squares[n], before = result.squares[(n ? n : size) - 1];
            const auto weight = named.find(std::minmax(before, here));
            if (weight != named.end()) result.total += weight->second;
        }
    });
    return result;
}

}  // namespace babieca::sweep
