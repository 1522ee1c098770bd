// Counts by start and by first move: one sweep forwards and backwards answers for all entries.
#include <algorithm>
#include <functional>
#include <stdexcept>

#include "core/frontier/natural.hpp"
#include "core/questions/counting.hpp"
#include "core/questions/refuter.hpp"
#include "core/sweep/backward.hpp"
#include "core/sweep/bounds.hpp"
#include "core/sweep/sparse.hpp"

namespace babieca::questions {
namespace {

using frontier::Undirected;
using Uses = std::map<Edge, BigNatural>;  // the tours through each edge, the apex's edges included

Uses by_states(const frontier::Sweep& whole, const CountOptions& options, Control& control) {
    const auto usage = sweep::edge_usage(whole, options.memory, control);
    Uses uses;
    for (std::size_t i = 0; i < usage.edges.size(); ++i) uses[usage.edges[i]] = usage.counts[i];
    return uses;
}

// Blocks with 64-bit counters are several times as fast as states; states hold every number.
Uses uses_of(const Question& asked, const Undirected& question, const CountOptions& options,
             Control& control) {
    sweep::SweepChoice choice(asked.graph(), box_of(*asked.place), question);
    const auto ready = choice.prepare(sweep::Mirroring::if_cheaper, control);
    if (ready->sweep.impossible()) return {};
    const sweep::Bounds bounds = sweep::bounds(asked.graph(), question);
    if (ready->plan && bounds.expected_bits() < 64) {
        const auto widths = bounds.expected_widths(*ready->plan, 64, true);
        const auto memory = options.memory ? options.memory : UINT64_MAX;
        try {
            const auto result =
                sweep_and_back(ready->sweep, *ready->plan,
                               {choose_sections(*ready->plan, widths, options.threads, memory),
                                0,
                                options.threads,
                                options.memory,
                                {}},
                               control);
            Uses uses;
            for (const auto& [edge, tours] : result.uses) uses[edge] = BigNatural(tours);
            return uses;
        } catch (const frontier::TooNarrow&) {
        }
    }
    return by_states(choice.prepare(sweep::Mirroring::never, control)->sweep, options, control);
}

// An entry: its question, and the edge whose uses are its paths or closed tours.
struct Entry {
    Question question;
    Edge edge;
};

std::map<Vertex, BigNatural> table(const Question& question, const std::map<Vertex, Entry>& entries,
                                   const CountOptions& options, Control& control) {
    std::map<Vertex, BigNatural> found;
    const auto parts = terms(question);
    const bool swept_once = !parts.empty() && !refuted(question) &&
                            !trivial_answer(question.size(), parts[0].question.paths);
    const double share = question.kind == Kind::open ? 0.8 : 1;
    PartOfWork first(control, 0, share), rest(control, share, 1);
    Uses uses;
    if (swept_once) uses = uses_of(question, parts[0].question, options, first);
    // The closed tours to subtract are the same for many entries.
    std::map<std::pair<std::vector<Edge>, std::vector<Edge>>, BigNatural> closed;
    for (const auto& [vertex, entry] : entries) {
        BigNatural value, taken;
        if (!swept_once) {
            value = count(entry.question, options, rest).value;
        } else {
            for (const Term& term : terms(entry.question)) {
                if (term.factor > 0) {
                    value = uses[entry.edge];
                    continue;
                }
                const auto& [paths, start, end, through, avoiding] = term.question;
                const auto known = closed.try_emplace({through, avoiding});
                if (known.second) {
                    Question other{question.place};
                    other.through.assign(through.begin(), through.end());
                    other.avoiding.assign(avoiding.begin(), avoiding.end());
                    known.first->second = count(other, options, rest).value;
                }
                BigNatural part = known.first->second;
                part.multiply_add(static_cast<std::uint64_t>(-term.factor), 0);
                taken += part;
            }
        }
        value -= taken;
        found.emplace(vertex, std::move(value));
    }
    return found;
}

}  // namespace

std::map<Vertex, BigNatural> count_by_start(const Question& question, const CountOptions& options,
                                            Control& control) {
    if (question.closed())
        throw std::invalid_argument(
            "closed tours have no start, so every square gives the same number: ask for kind path");
    if (question.start >= 0 || !question.begin.empty())
        throw std::invalid_argument("a table by start tries every start; leave start out");
    const auto size = static_cast<Vertex>(question.size());
    std::map<Vertex, Entry> entries;
    for (Vertex v = 0; v < size; ++v) {
        if (v == question.end && size > 1) continue;
        Entry entry{question, {v, size}};
        entry.question.start = v;
        entries.emplace(v, std::move(entry));
    }
    auto found = table(question, entries, options, control);
    for (Vertex v = 0; v < size; ++v) found.try_emplace(v);
    return found;
}

std::map<Vertex, BigNatural> count_by_first_move(const Question& question,
                                                 const CountOptions& options, Control& control) {
    if (question.start < 0)
        throw std::invalid_argument("a table by first-move needs a start: give start, such as a1");
    Squares walk = question.begin;
    if (walk.empty()) walk.push_back(question.start);
    const auto origin = static_cast<Vertex>(walk.back());
    std::map<Vertex, Entry> entries;
    std::map<Vertex, BigNatural> found;
    for (Square v : question.place->near(origin)) {
        if (std::find(walk.begin(), walk.end(), v) != walk.end()) continue;
        const Move move = move_of(origin, v);
        found.try_emplace(static_cast<Vertex>(v));
        if (std::find(question.avoiding.begin(), question.avoiding.end(), move) !=
            question.avoiding.end())
            continue;
        Entry entry{question, {static_cast<Vertex>(move.first), static_cast<Vertex>(move.second)}};
        entry.question.through.push_back(move);
        entry.question.settle();
        entries.emplace(static_cast<Vertex>(v), std::move(entry));
    }
    for (auto& [vertex, value] : table(question, entries, options, control))
        found[vertex] = std::move(value);
    return found;
}

}  // namespace babieca::questions
