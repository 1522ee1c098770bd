#include "core/questions/counting.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/questions/refuter.hpp"
#include "core/search/step_count.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/bounds.hpp"
#include "core/sweep/residues.hpp"
#include "core/sweep/sparse.hpp"

namespace babieca::questions {

using frontier::Undirected;

namespace {

std::vector<Edge> with_edge(std::vector<Edge> edges, const Edge& edge) {
    edges.push_back(edge);
    std::sort(edges.begin(), edges.end());
    return edges;
}

std::vector<Edge> without_edge(std::vector<Edge> edges, const Edge& edge) {
    std::erase(edges, edge);
    return edges;
}

// Minus the paths whose ends are a move apart. Such a path is a closed tour without one edge: an
// edge that the path need not use, at the given end if there is one. The path may have to avoid the
// missing edge.
std::vector<Term> re_entrant(const Undirected& paths, Square size) {
    const Vertex anchor = paths.start >= 0 ? paths.start : paths.end;
    const auto meets = [&](const Edge& edge) {
        return anchor < 0 || edge.first == anchor || edge.second == anchor;
    };
    const Undirected closed{false, -1, -1, paths.through, paths.avoiding};
    const std::int64_t used = std::count_if(paths.through.begin(), paths.through.end(), meets);
    const std::int64_t removable = (anchor < 0 ? size : 2) - used;
    std::vector<Term> found;
    if (removable > 0) found.push_back({-removable, closed, "closed"});
    for (std::size_t i = 0; i < paths.avoiding.size(); ++i) {
        const Edge edge = paths.avoiding[i];
        if (!meets(edge)) continue;
        Undirected missing = closed;
        missing.through = with_edge(closed.through, edge);
        missing.avoiding = without_edge(closed.avoiding, edge);
        found.push_back({-1, std::move(missing), "closed-" + std::to_string(i)});
    }
    return found;
}

// Determines the number by sweeps: `sweep_by` adds the residues of some moduli, which a part of the
// progress is for.
template <typename SweepBy>
Counted by_residues(const Question& asked, const Undirected& question, bool single, int bits,
                    SweepBy&& sweep_by, Control& control) {
    sweep::ResidueOptions options{.counter_bits = bits, .expected = 1};
    if (single) options.first = {sweep::wrapping_modulus(bits)};
    sweep::Residues residues(std::move(options));
    Counted counted;
    const auto bound = [&] {
        const auto order = frontier::retirement_order(*asked.place, control);
        const int most = sweep::sharp_bound_bits(asked.graph(), question, order, control);
        return std::vector{BigNatural::largest_of(most)};
    };
    const auto numbers = residues.run(bound, [&](const std::vector<std::uint64_t>& moduli) {
        PartOfWork part(control, residues.share(), residues.share(moduli.size()));
        sweep_by(counted, residues, moduli, part);
    });
    counted.value = numbers[0];
    counted.moduli = residues.moduli();
    return counted;
}

Counted count_by_plan(const Question& asked, const Undirected& question, const CountPlan& plan,
                      const CountOptions& options, Control& control) {
    if (plan.method == CountMethod::theory)
        return {.value = BigNatural(trivial_answer(asked.size(), question.paths).value_or(0))};
    const sweep::Prepared& ready = *plan.ready;
    const int bits = plan.counter_bits;
    const auto by_blocks = [&](Counted& so_far, sweep::Residues& residues,
                               const std::vector<std::uint64_t>& moduli, Control& part) {
        const auto result = count_blocks(ready.sweep, *ready.plan,
                                         {.moduli = moduli,
                                          .counter_bits = bits,
                                          .threads = options.threads,
                                          .memory = options.memory},
                                         part);
        so_far.counters += result.counters;
        so_far.peak_bytes = std::max(so_far.peak_bytes, result.peak_bytes);
        for (std::size_t i = 0; i < moduli.size(); ++i)
            residues.add(moduli[i], {result.residues[i]},
                         result.exact && moduli[i] == sweep::wrapping_modulus(bits));
    };
    const auto by_states = [&](Counted& so_far, sweep::Residues& residues,
                               const std::vector<std::uint64_t>& moduli, Control& whole) {
        const double sweeps = static_cast<double>(moduli.size());
        for (std::size_t i = 0; i < moduli.size(); ++i) {
            PartOfWork part(whole, static_cast<double>(i) / sweeps,
                            static_cast<double>(i + 1) / sweeps);
            const auto result = sweep::count_sparse(ready.sweep, {moduli[i], options.memory}, part);
            so_far.counters += result.counters;
            so_far.peak_bytes = std::max(so_far.peak_bytes, result.peak_bytes);
            residues.add(moduli[i], {result.residue}, result.exact && !moduli[i]);
        }
    };
    const auto counted_by = [&](auto& sweep_by) {
        return by_residues(asked, question, plan.single, bits, sweep_by, control);
    };
    Counted counted =
        plan.method == CountMethod::sparse ? counted_by(by_states) : counted_by(by_blocks);
    counted.method = method_names[static_cast<int>(plan.method)];
    counted.steps = ready.sweep.steps();
    counted.slots = ready.sweep.schedule.slot_count;
    return counted;
}

Counted count_term(const Question& asked, const Undirected& question, const CountOptions& options,
                   Control& control) {
    sweep::SweepChoice choice(asked.place, question);
    const CountPlans found = plans(choice, choices_of(options), machine_of(options), control);
    if (found.empty()) throw OutOfBudget();
    for (std::size_t at = 0;; ++at) {
        try {
            return count_by_plan(asked, question, found[at], options, control);
        } catch (const OutOfBudget&) {  // more than expected: another plan may take less
            if (at + 1 == found.size()) throw;
        }
    }
}

Counted count_steps(const Question& question, const CountOptions& options, Control& control) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28;  // of the tables of a count
    constexpr double round_seconds = 60;
    const std::uint64_t bytes =
        options.memory ? std::min(options.memory / 4, most_bytes) : most_bytes;
    search::StepCount work(by_steps(question), options.threads, static_cast<std::size_t>(bytes));
    while (!work.run(round_seconds, control)) {
    }
    const auto found = work.state().tours;
    // Without a word that fixes the direction, the search meets each tour twice.
    const bool one_way = question.closed() ? !question.at.empty() || !question.begin.empty()
                                           : !question.givens().empty();
    const search::TourNumber tours = one_way || question.size() < 2 ? found : found / 2;
    const std::uint64_t limbs[] = {static_cast<std::uint64_t>(tours),
                                   static_cast<std::uint64_t>(tours >> 64)};
    Counted counted{.value = BigNatural(std::span<const std::uint64_t>(limbs)), .method = "steps"};
    counted.counters = static_cast<std::uint64_t>(work.state().nodes);
    counted.steps = static_cast<int>(question.size());
    return counted;
}

}  // namespace

Undirected swept(const Question& question) {
    const Question plain = question.undirected();
    return {!plain.closed(), static_cast<Vertex>(plain.start), static_cast<Vertex>(plain.end),
            edges_of(plain.through), edges_of(plain.avoiding)};
}

search::StepQuestion by_steps(const Question& question) {
    search::StepQuestion asked{.graph = question.graph(),
                               .kind = question.kind,
                               .at = question.given_steps(),
                               .through = edges_of(question.through),
                               .avoiding = edges_of(question.avoiding)};
    if (question.closed() && asked.at.empty()) asked.at.emplace_back(0, 0);
    return asked;
}

std::optional<std::uint64_t> trivial_answer(Square size, bool paths) {
    if (!paths) return size < 3 ? std::optional<std::uint64_t>(0) : std::nullopt;
    return size < 2 ? std::optional<std::uint64_t>(size) : std::nullopt;
}

Machine machine_of(const CountOptions& options) {
    const std::uint64_t memory = options.memory ? options.memory : UINT64_MAX;
    return {.memory = memory, .threads = options.threads, .kept = memory};
}

PlanChoices choices_of(const CountOptions& options) {
    PlanChoices choices;
    if (options.method == "blocks") choices.method = CountMethod::blocks;
    if (options.method == "sparse") choices.method = CountMethod::sparse;
    return choices;
}

std::vector<Term> terms(const Question& question) {
    const Undirected plain = swept(question);
    if (question.closed()) return {{1, plain, "closed"}};
    std::vector<Term> found{{1, plain, "path"}};
    if (question.kind == Kind::path) return found;
    const Square size = question.size();
    Squares ends = question.ends();
    if (size == 2 || (ends.size() == 2 && size > 1)) {
        if (ends.size() < 2) ends = {0, 1};
        if (question.place->adjacent(ends[0], ends[1])) found.clear();
        return found;
    }
    if (size < 3) return found;
    for (Term& term : re_entrant(plain, size)) found.push_back(std::move(term));
    return found;
}

bool PartOfWork::keep_going(const Progress& progress) {
    constexpr std::int64_t whole = 1'000'000;
    const double share = progress.total > 0 ? std::min(1.0, static_cast<double>(progress.done) /
                                                                static_cast<double>(progress.total))
                                            : 0;
    return whole_.keep_going(
        {static_cast<std::int64_t>(whole * (begin_ + (end_ - begin_) * share)), whole});
}

Counted count(const Question& question, const CountOptions& options, Control& control) {
    if (options.method == "auto")
        if (const auto reason = refuted(question)) return {.reason = reason};
    if (!question.at.empty() || options.method == "steps")
        return count_steps(question, options, control);
    const std::vector<Term> addends = terms(question);
    // Paths have one slot more than closed tours, and take about eight times as long.
    const auto weight = [](const Term& term) { return term.question.paths ? 8.0 : 1.0; };
    double all = 0, done = 0;
    for (const Term& term : addends) all += weight(term);
    Counted whole;
    BigNatural taken;
    std::vector<std::string> methods;
    for (const Term& term : addends) {
        PartOfWork part(control, done / all, (done + weight(term)) / all);
        done += weight(term);
        Counted one = count_term(question, term.question, options, part);
        BigNatural value = one.value;
        value.multiply_add(static_cast<std::uint64_t>(std::abs(term.factor)), 0);
        (term.factor > 0 ? whole.value : taken) += value;
        if (std::find(methods.begin(), methods.end(), one.method) == methods.end()) {
            whole.method = methods.empty() ? one.method : whole.method + "+" + one.method;
            methods.push_back(one.method);
        }
        if (one.moduli.size() > whole.moduli.size()) whole.moduli = one.moduli;
        whole.steps += one.steps;
        whole.slots = std::max(whole.slots, one.slots);
        whole.counters += one.counters;
        whole.peak_bytes = std::max(whole.peak_bytes, one.peak_bytes);
    }
    whole.value -= taken;
    return whole;
}

}  // namespace babieca::questions
