#include "core/sweep/strip_automaton.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>

#include "core/frontier/prefixes.hpp"
#include "core/frontier/state_sweep.hpp"

namespace babieca::sweep {
namespace {

using frontier::PackedState;
using Numbers = std::vector<std::uint32_t>;

constexpr std::uint32_t dead = std::numeric_limits<std::uint32_t>::max();

// A step with all states: where each state goes, and the columns that it is read for.
struct FullStep {
    Numbers begin{0}, targets;  // of state s: targets[begin[s]] .. targets[begin[s + 1] - 1]
    std::vector<std::vector<int>> columns;
    std::size_t states() const { return begin.size() - 1; }
};

// Writes a state by the positions of its vertices after the border; the apex has the last position.
// Per position: the type, or 3 more than the position of the mate.
std::vector<int> written(const PackedState& packed, const std::vector<int>& position_of_slot,
                         int positions) {
    const auto state = frontier::State::unpack(packed);
    std::vector<int> text(positions, 0);
    for (std::size_t slot = 0; slot < position_of_slot.size(); ++slot) {
        const int type = frontier::type_at(state.types, static_cast<int>(slot));
        if (type)
            text[position_of_slot[slot]] =
                type == 1 ? 3 + position_of_slot[state.mate[slot]] : type;
    }
    return text;
}

using Texts = std::vector<std::vector<int>>;

constexpr std::size_t bytes_per_text = 400;  // about: the texts of two borders, and their map

// A border: texts in order, a state of each text, and the number of the text of each given state. A
// state and its reflection have the same text, the smaller of the two.
struct Border {
    Texts texts;
    std::vector<PackedState> states;
    Numbers numbers;
};

Border border_of(const frontier::Sweep& sweep, int t, int width, const std::vector<int>& time,
                 const std::vector<PackedState>& states) {
    const std::vector<Vertex>& occupant = sweep.schedule.layers[t].occupant;
    const auto is_apex = [&](Vertex vertex) { return vertex >= 0 && vertex == sweep.problem.apex; };
    int most = 0;
    for (Vertex vertex : occupant)
        if (vertex >= 0 && !is_apex(vertex))
            most = std::max(most, ((time[vertex] - t) / width + 1) * width);
    std::vector<int> position, reflected;
    for (Vertex vertex : occupant) {
        const int at = vertex < 0 ? 0 : is_apex(vertex) ? most : time[vertex] - t;
        position.push_back(at);
        reflected.push_back(at == most ? at : at - at % width + width - 1 - at % width);
    }
    std::map<std::vector<int>, Numbers> all;  // the states of each text
    for (std::uint32_t s = 0; s < states.size(); ++s)
        all[std::min(written(states[s], position, most + 1),
                     written(states[s], reflected, most + 1))]
            .push_back(s);
    Border border;
    border.numbers.resize(states.size());
    for (const auto& [text, same] : all) {
        for (std::uint32_t s : same)
            border.numbers[s] = static_cast<std::uint32_t>(border.texts.size());
        border.texts.push_back(text);
        border.states.push_back(states[same.front()]);
    }
    return border;
}

struct NumbersHash {
    std::size_t operator()(const Numbers& numbers) const {
        std::uint64_t h = numbers.size();
        for (std::uint32_t n : numbers) h = (h ^ n) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
        return static_cast<std::size_t>(h);
    }
};

// Numbers the classes of a layer by the classes of the next one; returns how many there are.
std::uint32_t classify(const FullStep& step, const Numbers& next, Numbers& classes) {
    std::unordered_map<Numbers, std::uint32_t, NumbersHash> known;
    for (std::size_t s = 0; s < step.states(); ++s) {
        if (classes[s] == dead) continue;
        Numbers future;
        for (std::uint32_t i = step.begin[s]; i < step.begin[s + 1]; ++i)
            if (next[step.targets[i]] != dead) future.push_back(next[step.targets[i]]);
        std::sort(future.begin(), future.end());
        future.push_back(dead);  // separates the successors from the readings
        future.insert(future.end(), step.columns[s].begin(), step.columns[s].end());
        const auto number = static_cast<std::uint32_t>(known.size());
        classes[s] = known.emplace(std::move(future), number).first->second;
    }
    return static_cast<std::uint32_t>(known.size());
}

// The number of the class of each state of each layer, or `dead`. After the last step the layer
// `back` comes again.
std::vector<Numbers> classes_of(const std::vector<FullStep>& steps, std::size_t back,
                                Control& control) {
    const std::size_t end = steps.size();
    const auto after = [&](std::size_t t) { return t + 1 == end ? back : t + 1; };
    std::vector<Numbers> classes(end);
    for (std::size_t t = 0; t < end; ++t) classes[t].assign(steps[t].states(), dead);
    // A state is alive if it is read, or if it has a living successor.
    const auto revive = [&](std::size_t t) {
        bool changed = false;
        for (std::size_t s = 0; s < steps[t].states(); ++s) {
            if (classes[t][s] != dead) continue;
            bool alive = !steps[t].columns[s].empty();
            for (std::uint32_t i = steps[t].begin[s]; i < steps[t].begin[s + 1] && !alive; ++i)
                alive = classes[after(t)][steps[t].targets[i]] != dead;
            if (alive) classes[t][s] = 0, changed = true;
        }
        return changed;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t t = end; t-- > back;) changed |= revive(t);
        control.check({});
    }
    for (std::size_t t = back; t-- > 0;) revive(t);

    std::vector<std::uint32_t> counts(end, 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t t = end; t-- > back;) {
            Numbers refined = classes[t];
            const std::uint32_t count = classify(steps[t], classes[after(t)], refined);
            // A stable partition keeps its numbers, so that all layers agree on them.
            if (count != counts[t] || t != back) classes[t] = std::move(refined);
            changed |= count != counts[t];
            counts[t] = count;
            control.check({});
        }
    }
    for (std::size_t t = back; t-- > 0;) classify(steps[t], classes[t + 1], classes[t]);
    return classes;
}

}  // namespace

StripAutomaton::StripAutomaton(const frontier::Sweep& sweep, int width, std::uint64_t memory_bytes,
                               Control& control)
    : width_(width) {
    const int last = sweep.steps() - (sweep.problem.apex >= 0);
    std::vector<int> time(sweep.steps());
    for (int step = 0; step < sweep.steps(); ++step) time[sweep.schedule.steps[step].vertex] = step;
    Budget budget(memory_bytes);
    std::uint64_t bytes = 0;
    std::vector<FullStep> steps;
    std::vector<Texts> borders(1);
    std::vector<PackedState> layer{{}};
    for (int t = 0; t < last && !sweep.impossible() && !columns; ++t) {
        FullStep step;
        frontier::StateTable<std::uint32_t> known(layer.size());
        const auto allow = [&](std::size_t more) { budget.allow(bytes + more); };
        for (std::size_t s = 0; s < layer.size(); ++s)
            known.get(layer[s], allow) = static_cast<std::uint32_t>(s);
        step.columns.resize(layer.size());
        for (const frontier::Closing& closing : frontier::closings(sweep, t))
            if (closing.prefix % width == 0)
                if (const std::uint32_t* found = known.look_up({closing.types, 0}))
                    step.columns[*found].push_back(closing.prefix / width);
        for (std::vector<int>& read : step.columns) std::sort(read.begin(), read.end());
        known.reset(layer.size());
        std::vector<PackedState> next;
        for (const PackedState& packed : layer) {
            frontier::for_each_successor(
                sweep.schedule, t, frontier::State::unpack(packed),
                [&](const frontier::State& after, const frontier::Choice&) {
                    const PackedState target = after.pack();
                    std::uint32_t& number = known.get(target, allow);
                    if (number == 0) {
                        next.push_back(target);
                        number = static_cast<std::uint32_t>(next.size());
                    }
                    step.targets.push_back(number - 1);
                });
            step.begin.push_back(static_cast<std::uint32_t>(step.targets.size()));
            if (step.begin.size() % 4096 == 0) control.check({});
        }
        if ((t + 1) % width == 0) {
            allow(next.size() * bytes_per_text);
            Border border = border_of(sweep, t + 1, width, time, next);
            for (std::uint32_t& target : step.targets) target = border.numbers[target];
            next = std::move(border.states);
            borders.push_back(std::move(border.texts));
            const int here = (t + 1) / width;
            for (int earlier : {2, 1})
                if (here > earlier && borders[here] == borders[here - earlier])
                    columns = here - earlier, period = earlier;
            if (here > 2) borders[here - 2] = {};
        }
        layer = std::move(next);
        bytes += step.targets.size() * sizeof(std::uint32_t) + step.states() * 40;
        steps.push_back(std::move(step));
        control.check({});
    }
    if (!columns) return;

    const std::size_t back = static_cast<std::size_t>(columns) * width;
    const std::vector<Numbers> classes = classes_of(steps, back, control);
    states = std::numeric_limits<int>::max();
    for (std::size_t t = 0; t < steps.size(); ++t) {
        const Numbers& target = classes[t + 1 == steps.size() ? back : t + 1];
        std::map<std::uint32_t, std::uint32_t> first;  // a state of each class
        std::uint32_t count = 0;
        for (std::uint32_t c : target)
            if (c != dead) count = std::max(count, c + 1);
        for (std::uint32_t s = 0; s < classes[t].size(); ++s)
            if (classes[t][s] != dead) first.emplace(classes[t][s], s);
        Step made;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> moves;
        for (const auto& [source, s] : first) {
            for (std::uint32_t i = steps[t].begin[s]; i < steps[t].begin[s + 1]; ++i)
                if (target[steps[t].targets[i]] != dead)
                    moves.emplace_back(target[steps[t].targets[i]], source);
            for (int column : steps[t].columns[s]) {
                made.readings.push_back({source, column});
                reach = std::max(reach, column - static_cast<int>(t) / width);
            }
        }
        std::sort(moves.begin(), moves.end());
        made.begin.assign(count + 1, 0);
        for (const auto& [to, from] : moves) ++made.begin[to + 1], made.sources.push_back(from);
        std::partial_sum(made.begin.begin(), made.begin.end(), made.begin.begin());
        steps_.push_back(std::move(made));
    }
    merge_pasts(back, control);
}

// Refines the partition of the layer `back` by its first counters and by those of later periods,
// until it is stable. Classes are numbered by the number of their sources, which makes the loops of
// run() predictable.
void StripAutomaton::merge_pasts(std::size_t back, Control& control) {
    const std::size_t end = steps_.size();
    std::vector<Numbers> classes(end);
    const auto classify = [&](std::size_t t, const Numbers& first) {
        std::map<std::pair<std::size_t, Numbers>, Numbers> same;
        const Step& step = steps_[t];
        Numbers numbers(step.begin.size() - 1);
        for (std::uint32_t c = 0; c < numbers.size(); ++c) {
            Numbers past;
            for (std::uint32_t i = step.begin[c]; i < step.begin[c + 1]; ++i)
                past.push_back(classes[t][step.sources[i]]);
            std::sort(past.begin(), past.end());
            const std::size_t sources = past.size();
            if (!first.empty()) past.push_back(first[c]);
            same[{sources, std::move(past)}].push_back(c);
        }
        std::uint32_t number = 0;
        for (const auto& [past, all] : same) {
            for (std::uint32_t c : all) numbers[c] = number;
            ++number;
        }
        control.check({});
        return std::pair(std::move(numbers), number);
    };
    classes[0] = {0};
    std::uint32_t count = 1;
    for (std::size_t t = 0; t < back; ++t) std::tie(classes[t + 1], count) = classify(t, {});
    for (const Numbers first = classes[back];;) {
        for (std::size_t t = back; t + 1 < end; ++t) classes[t + 1] = classify(t, {}).first;
        auto [refined, finer] = classify(end - 1, first);
        if (finer == count) break;
        classes[back] = std::move(refined);
        count = finer;
    }
    for (std::size_t t = 0; t < end; ++t) {
        const Numbers& target = classes[t + 1 == end ? back : t + 1];
        std::map<std::uint32_t, std::uint32_t> member;  // of each class
        for (std::uint32_t c = 0; c < target.size(); ++c) member.emplace(target[c], c);
        Step made{{0}, {}, std::move(steps_[t].readings)};
        for (const auto& [number, c] : member) {
            for (std::uint32_t i = steps_[t].begin[c]; i < steps_[t].begin[c + 1]; ++i)
                made.sources.push_back(classes[t][steps_[t].sources[i]]);
            made.begin.push_back(static_cast<std::uint32_t>(made.sources.size()));
        }
        for (Reading& reading : made.readings) reading.state = classes[t][reading.state];
        if (t >= back && (t + 1) % width_ == 0)
            states = std::min(states, static_cast<int>(member.size()));
        steps_[t] = std::move(made);
    }
}

}  // namespace babieca::sweep
