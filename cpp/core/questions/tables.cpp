// Counts by start and by first move: one sweep forwards and backwards answers for all entries, if
// that is cheaper than counting each.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "core/frontier/natural.hpp"
#include "core/questions/counting.hpp"
#include "core/questions/refuter.hpp"
#include "core/sweep/backward.hpp"
#include "core/sweep/sparse.hpp"

namespace babieca::questions {
namespace {

using frontier::Undirected;
using Uses = std::map<Edge, BigNatural>;  // the tours through each edge, the apex's edges included

Uses uses_by_plan(const CountPlan& plan, const CountOptions& options, Control& control) {
    if (plan.method == CountMethod::theory) return {};
    Uses uses;
    if (plan.method == CountMethod::usage) {
        const auto result =
            sweep_and_back(plan.ready->sweep, *plan.ready->plan,
                           {*plan.sections, 0, options.threads, options.memory, {}}, control);
        for (const auto& [edge, tours] : result.uses) uses[edge] = BigNatural(tours);
        return uses;
    }
    return sweep::edge_usage(plan.ready->sweep, options.memory, control);
}

// The uses by the first plan that holds the numbers; none if no plan does.
std::optional<Uses> uses_of(const CountPlans& plans, const CountOptions& options,
                            Control& control) {
    for (const CountPlan& plan : plans) {
        const bool residues = plan.method == CountMethod::usage && !plan.single;
        if (residues || plan.method == CountMethod::backward_only) continue;
        try {
            return uses_by_plan(plan, options, control);
        } catch (const frontier::TooNarrow&) {
        } catch (const OutOfBudget&) {
        }
    }
    return std::nullopt;
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
    std::optional<Uses> uses;
    if (swept_once) {
        sweep::SweepChoice common(question.place, parts[0].question);
        std::vector<const Entry*> listed;
        for (const auto& entry : entries) listed.push_back(&entry.second);
        std::vector<std::unique_ptr<sweep::SweepChoice>> sample;
        Batch batch{.entries = entries.size(), .single_moves = true};
        for (std::size_t at : sampled(entries.size())) {
            const auto entry = terms(listed[at]->question);
            if (entry.empty()) continue;
            sample.push_back(
                std::make_unique<sweep::SweepChoice>(question.place, entry[0].question));
            batch.sample.push_back(sample.back().get());
        }
        PartOfWork first(control, 0, share);
        uses = uses_of(batch_plans(common, batch, machine_of(options), first), options, first);
    }
    // The closed tours to subtract are the same for many entries.
    std::map<std::pair<std::vector<Edge>, std::vector<Edge>>, BigNatural> closed;
    PartOfWork rest(control, uses ? share : 0, 1);
    double done = 0;
    for (const auto& [vertex, entry] : entries) {
        PartOfWork part(rest, done / static_cast<double>(entries.size()),
                        (done + 1) / static_cast<double>(entries.size()));
        ++done;
        BigNatural value, taken;
        if (!uses) {
            value = count(entry.question, options, part).value;
        } else {
            for (const Term& term : terms(entry.question)) {
                if (term.factor > 0) {
                    value = (*uses)[entry.edge];
                    continue;
                }
                const auto& [paths, start, end, through, avoiding] = term.question;
                const auto known = closed.try_emplace({through, avoiding});
                if (known.second) {
                    Question other{question.place};
                    other.through.assign(through.begin(), through.end());
                    other.avoiding.assign(avoiding.begin(), avoiding.end());
                    known.first->second = count(other, options, part).value;
                }
                BigNatural closed_ones = known.first->second;
                closed_ones.multiply_add(static_cast<std::uint64_t>(-term.factor), 0);
                taken += closed_ones;
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
    if (question.closed()) throw Refused({Code::closed_tours_have_no});
    if (question.start >= 0 || !question.begin.empty()) throw Refused({Code::table_by_start_tries});
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
    if (question.start < 0) throw Refused({Code::table_by_by_needs, {{"by", "first-move"}}});
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
