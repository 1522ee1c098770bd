#include "core/sweep/longest.hpp"

#include <algorithm>
#include <bit>

#include "core/frontier/choices.hpp"

namespace babieca::sweep {

namespace {

using frontier::PackedState;
using frontier::State;

// No slot has type 3: this state means that the cycle is closed.
constexpr PackedState closed{3, 0};

// A vertex may have no edges at any time.
frontier::Schedule with_skips(frontier::Schedule schedule) {
    for (frontier::Layer& layer : schedule.layers)
        for (std::uint8_t& types : layer.possible) types |= 1;
    return schedule;
}

}  // namespace

Optimum longest_tour(const frontier::Sweep& sweep, std::uint64_t memory_bytes, Control& control) {
    const frontier::Schedule schedule = with_skips(sweep.schedule);
    const Vertex apex = sweep.problem.apex;
    const int steps = sweep.steps();

    // The vertices that a cycle skips if it closes in step t and leaves these types.
    const auto left_out = [&](int t, std::uint64_t types) {
        int found = steps - t - 1;  // retire later
        const auto& occupant = schedule.layers[t + 1].occupant;
        for (std::size_t slot = 0; slot < occupant.size(); ++slot)
            found -= frontier::type_at(types, static_cast<int>(slot)) == 2;
        return found;
    };
    const auto is_end = [&](Vertex vertex) {
        return apex >= 0 && (vertex == sweep.start || vertex == sweep.end);
    };
    // The step before which no cycle closes: the given ends of a path have retired then.
    int first_closing = 0;
    for (int t = 0; t < steps; ++t)
        if (is_end(schedule.steps[t].vertex)) first_closing = t;
    const auto may_close = [&](int t, std::uint64_t types) {
        if (t < first_closing) return false;
        if (apex < 0 || schedule.steps[t].vertex == apex) return true;
        const auto& occupant = schedule.layers[t + 1].occupant;
        for (std::size_t slot = 0; slot < occupant.size(); ++slot)
            if (occupant[slot] == apex)
                return frontier::type_at(types, static_cast<int>(slot)) == 2;
        return false;
    };
    const auto successors = [&](int t, const PackedState& packed, auto&& visit) {
        const PackedState at_end = t + 1 == steps ? PackedState{} : closed;
        const frontier::Step& step = schedule.steps[t];
        const int skip = static_cast<int>(frontier::all_choices(step).size());
        if (packed == closed) return visit(at_end, skip, std::int64_t{0});
        const State state = State::unpack(packed);
        // A contradictory schedule lacks forced edges, so the ends are looked up here.
        const bool at_apex = is_end(step.vertex);
        const auto ends_well = [&](const frontier::Choice& choice) {
            const auto joined = joined_to(choice);
            return !at_apex || joined[0] == apex || joined[1] == apex;
        };
        const auto closes = [&](const frontier::Choice& choice) {
            return choice.effect == frontier::Effect::contract &&
                   state.mate[choice.first] == choice.second;
        };
        frontier::for_each_successor(
            schedule, t, state, [&](const State& after, const frontier::Choice& choice) {
                if (!closes(choice) && ends_well(choice))
                    visit(after.pack(), choice_number(step, choice), std::int64_t{0});
            });
        if (std::popcount(frontier::ends_of(state.types)) == 2)
            frontier::for_each_choice(
                schedule, t, state.types, [&](const frontier::Choice& choice, std::uint64_t types) {
                    if (closes(choice) && ends_well(choice) && may_close(t, types))
                        visit(at_end, choice_number(step, choice),
                              std::int64_t{left_out(t, types)});
                });
        const int own = step.slot < 0 ? 0 : frontier::type_at(state.types, step.slot);
        if (own == 0 && step.vertex != apex && !at_apex) visit(packed, skip, std::int64_t{1});
    };
    Optimum found = optimum(1, schedule, memory_bytes, control, successors);
    if (found.tours.empty() || found.total >= steps) {
        found.tours.clear();
        return found;
    }
    const Neighbours neighbours = links_of(schedule, found.choices);
    const auto first = std::ranges::find_if(schedule.steps, [&](const frontier::Step& step) {
        return step.vertex == apex || (apex < 0 && neighbours[step.vertex][0] >= 0);
    });
    found.squares = list_cycle(neighbours, first->vertex, -1);
    if (apex >= 0) found.squares.erase(found.squares.begin());
    return found;
}

}  // namespace babieca::sweep
