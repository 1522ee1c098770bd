#include "core/questions/plans.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "core/questions/counting.hpp"
#include "core/reasons.hpp"
#include "core/sweep/tour_index.hpp"

namespace babieca::questions {

using frontier::Undirected;
using sweep::Arithmetic;
using sweep::Bounds;
using sweep::Prepared;
using sweep::SweepChoice;
using Ready = std::shared_ptr<const Prepared>;

namespace {

// At least this part of the dense counters is reached on large boards; usually nearly all.
constexpr double fewest_reached = 0.25;
// A frontier of more than 20 slots with fewer counters is faster with a hash table: the tables of
// its layouts take seconds.
constexpr std::uint64_t least_wide_counters = 50'000'000;
// Counters that one thread computes while a disk takes or gives a byte: see docs/counting.md.
constexpr double counters_per_byte = 0.6;
// Cost of a sweep forwards and backwards, in counts, and of a counter of a backward sweep, in
// counters of a count, about.
constexpr std::uint64_t usage_work = 4, backward_work = 2;
// Cost of a state of the hash table in both sweeps, in counters of a count.
constexpr std::uint64_t state_work = 20 * usage_work;
// Bytes of a state in the hash tables of both sweeps, free entries included.
constexpr std::uint64_t usage_bytes_per_state = 48;
// The least work of an entry of a table, as a part of the whole count: the search for its order
// takes longer than the entry.
constexpr double least_of_entry = 0.25;
// The most vertices that are put first: with more, the frontier holds them all and is too wide.
constexpr std::size_t most_deciding = 8;
// Numberings with fewer counters are faster with a hash table of states.
constexpr std::uint64_t least_numbered_counters = 1'000'000;
// Cost of a weighted sweep, in plain sweeps in the same order: see docs/weights.md.
constexpr std::uint64_t weighted_work = 2;
// Weighted sweeps with fewer counters are faster with a hash table of states.
constexpr std::uint64_t least_weighted_counters = 200'000;

Ready prepared(SweepChoice& choice, const PlanChoices& choices, std::optional<bool> mirror,
               Control& control) {
    if (choices.order) {
        const auto mirrored = mirror.value_or(false) ? choice.mirrored(control) : std::nullopt;
        return choice.in_order(*choices.order, mirrored ? mirrored->mirror : frontier::Mirror{},
                               control);
    }
    const auto found = choice.prepare(mirror, control);
    if (!found) throw Refused({Code::no_mirror_keeps_question});
    return found;
}

// The plan of a method with these counters, without its bytes. The sweeps are none if counters of
// this width do not reach the number.
CountPlan planned(const Ready& ready, const Bounds& bounds, CountMethod method, LayerPlace place,
                  int bits, int threads, const PlanChoices& choices = {},
                  std::optional<bool> single = {}) {
    CountPlan plan{ready, method, place, bits};
    plan.single = single.value_or(bounds.one_sweep(bits));
    plan.given = choices.moduli;
    plan.threads = threads;
    plan.counters = ready->plan ? ready->plan->total_counters : 0;
    if (plan.single || !plan.given.empty())
        plan.sweeps = std::max<std::uint64_t>(1, plan.given.size());
    else
        plan.sweeps =
            sweep::enough_moduli(bits, bounds.expected_sharp_bits(), plan.arithmetic()).size();
    return plan;
}

// The plan in memory, and the plan through scratch, which has no mirror: a wave reads the images of
// its blocks from all over a layer, but scratch is read in order.
CountPlans block_plans(const Ready& ready, const Ready& plain, const Bounds& bounds,
                       const Machine& machine, int bits, const PlanChoices& choices) {
    CountPlans found;
    const int together = machine.saving || !choices.moduli.empty() ? 1 : 0;
    const auto add = [&](CountPlan plan) {
        plan.together = together;
        if (plan.sweeps && plan.fits(machine)) found.push_back(std::move(plan));
    };
    CountPlan plan = planned(ready, bounds, CountMethod::blocks,
                             machine.cluster ? LayerPlace::cluster : LayerPlace::memory, bits,
                             machine.threads, choices);
    plan.bytes =
        bytes_for(*ready->plan, bounds.expected_widths(*ready->plan, bits, false), machine.threads);
    add(std::move(plan));
    if (!machine.disk || !plain->plan || !plain->mirror.empty()) return found;
    plan = planned(plain, bounds, CountMethod::blocks, LayerPlace::scratch, bits, machine.threads,
                   choices);
    const auto widths = bounds.expected_widths(*plain->plan, bits, false);
    const auto needed = scratch_bytes_for(*plain->plan, widths, machine.threads, machine.saving);
    plan.bytes = needed.memory;
    plan.disk_bytes = needed.disk;
    const std::uint64_t spare = machine.memory > needed.memory ? machine.memory - needed.memory : 0;
    for (std::size_t layer = 0; layer < widths.size(); ++layer) {
        const std::uint64_t size = plain->plan->layers[layer].counters * widths[layer];
        if (size > spare) plan.moved_bytes += 2 * (size - spare);
    }
    add(std::move(plan));
    return found;
}

// One sweep with 64-bit counters where they probably hold the number, then residues. The host's
// memory is used only if no width fits the GPU alone.
CountPlans gpu_plans(const Ready& ready, const Bounds& bounds, const gpu::GpuMemory& gpu,
                     const PlanChoices& choices, int threads) {
    const sweep::Plan& layout = *ready->plan;
    std::vector<int> widths(std::begin(counter_widths), std::end(counter_widths)), fitting;
    if (choices.counter_bits) widths = {choices.counter_bits};
    std::ranges::copy_if(widths, std::back_inserter(fitting),
                         [&](int bits) { return gpu.fits(layout, bits) > 0; });
    if (fitting.empty())
        std::ranges::copy_if(widths, std::back_inserter(fitting),
                             [&](int bits) { return gpu.divide(layout, bits, 1).has_value(); });
    CountPlans found;
    if (fitting.empty()) return found;
    const auto add = [&](int bits, bool single) {
        CountPlan plan = planned(ready, bounds, CountMethod::blocks, LayerPlace::gpu, bits, threads,
                                 choices, single);
        if (!plan.sweeps) return;
        const auto together = std::max<std::uint64_t>(1, gpu.fits(layout, bits));
        plan.together = static_cast<int>(together);
        std::tie(plan.bytes, plan.host_bytes) =
            gpu.bytes_for(layout, bits, std::min(together, plan.sweeps));
        found.push_back(std::move(plan));
    };
    if (fitting[0] == 64 && choices.moduli.empty() && bounds.expected_bits() < 64) add(64, true);
    add(std::ranges::count(fitting, 32) ? 32 : fitting[0], false);
    return found;
}

// The layers to keep: as few bytes as possible in memory, or as many layers as fit the disk.
sweep::Sections sections_for(const sweep::Plan& layout, const Bounds& bounds,
                             const Machine& machine, int bits) {
    const auto widths = bounds.expected_widths(layout, bits, true);
    auto sections = choose_sections(layout, widths, machine.threads, machine.kept);
    if (sections.bytes <= machine.memory || !machine.disk) return sections;
    return choose_sections(layout, widths, machine.threads, *machine.disk, true);
}

// The work of a count with one thread; none: too wide for blocks.
std::optional<double> work_of(SweepChoice& choice, Control& control) {
    Ready ready;
    try {
        ready = choice.prepare({}, control);
    } catch (const Refused&) {
        return std::nullopt;
    }
    if (!ready->plan) return std::nullopt;
    const Bounds bounds = sweep::bounds(choice.graph(), choice.question());
    return planned(ready, bounds, CountMethod::blocks, LayerPlace::memory, 64, 1).work();
}

CountPlans by_work(CountPlans plans) {
    std::ranges::stable_sort(plans, {}, &CountPlan::work);
    return plans;
}

}  // namespace

Arithmetic CountPlan::arithmetic() const {
    if (place == LayerPlace::gpu) return Arithmetic::gpu_sums;
    return method == CountMethod::usage ? Arithmetic::products : Arithmetic::sums;
}

double CountPlan::work() const {
    return static_cast<double>(sweeps) * (static_cast<double>(counters) / threads +
                                          counters_per_byte * static_cast<double>(moved_bytes));
}

int bits_for(std::uint64_t modulus, bool gpu) {
    for (int bits : {8, 16, 32}) {
        const std::uint64_t whole = std::uint64_t{1} << bits;
        if (modulus && (modulus == whole || modulus < (gpu ? whole : whole / 2))) return bits;
    }
    return 64;
}

std::vector<int> usable_widths(const Bounds& bounds) {
    std::vector<int> widths(std::begin(counter_widths), std::end(counter_widths));
    std::erase_if(widths, [&](int bits) {
        return bits == 8 &&
               sweep::enough_moduli(bits, bounds.expected_sharp_bits(), Arithmetic::sums).empty();
    });
    return widths;
}

std::uint64_t fewest_states(const SweepChoice& choice, Control& control) {
    const Undirected& question = choice.question();
    if (!choice.place().is_plain_rectangle() || !question.through.empty() ||
        !question.avoiding.empty())
        return 0;
    // More slots only add states to the states of the widest block sweep.
    static const std::uint64_t widest = [&] {
        constexpr std::int64_t side = frontier::usual_block_slots / 2;
        SweepChoice sweeps(std::make_shared<const Place>(Board{.sides = {side, side}}), {});
        return sweeps.prepare(false, control)->plan->peak_counters;
    }();
    return static_cast<std::uint64_t>(static_cast<double>(widest) * fewest_reached);
}

CountPlans plans(SweepChoice& choice, const PlanChoices& choices, const Machine& machine,
                 Control& control) {
    const Graph graph = choice.graph();
    if (trivial_answer(graph.vertex_count(), choice.question().paths)) return {CountPlan{}};
    bool sparse = choices.method == CountMethod::sparse;
    const Ready ready =
        prepared(choice, choices, sparse ? std::optional(false) : choices.mirror, control);
    if (ready->sweep.impossible()) return {CountPlan{}};
    const Bounds bounds = sweep::bounds(graph, choice.question());
    const bool blocks_only = choices.method == CountMethod::blocks || choices.counter_bits ||
                             choices.mirror || !choices.moduli.empty();
    if (!blocks_only && !machine.gpu && !machine.disk && ready->plan)
        sparse |= ready->sweep.schedule.slot_count > frontier::usual_block_slots &&
                  ready->plan->total_counters < least_wide_counters;
    double least = 0;  // states
    if (!sparse && (ready->plan || blocks_only)) {
        if (!ready->plan) return {};
        PlanChoices own = choices;
        if (!own.moduli.empty()) {
            own.counter_bits = 0;
            for (std::uint64_t modulus : own.moduli)
                own.counter_bits =
                    std::max(own.counter_bits, bits_for(modulus, machine.gpu.has_value()));
        }
        if (machine.gpu) return gpu_plans(ready, bounds, *machine.gpu, own, machine.threads);
        Ready plain = ready;
        if (!ready->mirror.empty() && !choices.mirror.value_or(false) && machine.disk)
            plain = prepared(choice, choices, false, control);
        const auto widths =
            own.counter_bits ? std::vector{own.counter_bits} : usable_widths(bounds);
        CountPlans found;
        for (int bits : widths)
            for (CountPlan& plan : block_plans(ready, plain, bounds, machine, bits, own))
                found.push_back(std::move(plan));
        if (!found.empty() || blocks_only || machine.disk) {
            std::ranges::stable_sort(found, {}, [&](const CountPlan& plan) {
                const std::pair key(plan.place, plan.counter_bits);
                return std::pair(!std::ranges::count(machine.begun, key), plan.work());
            });
            return found;
        }
        // Most possible states are reached: the number of counters bounds the hash table too.
        least = static_cast<double>(ready->plan->peak_counters) * fewest_reached;
    } else if (!sparse) {
        least = static_cast<double>(fewest_states(choice, control));
    }
    if (least * bytes_per_state > static_cast<double>(machine.memory)) return {};
    CountPlan plan =
        planned(prepared(choice, choices, false, control), bounds, CountMethod::sparse,
                machine.cluster ? LayerPlace::cluster : LayerPlace::memory, 64, machine.threads);
    plan.together = 1;
    return {plan};
}

CountPlans usage_plans(SweepChoice& choice, const Machine& machine, Control& control) {
    const Ready ready = prepared(choice, {}, {}, control);
    if (ready->sweep.impossible()) return {CountPlan{}};
    const Bounds bounds = sweep::bounds(choice.graph(), choice.question());
    const int expected = bounds.expected_bits();
    CountPlans found;
    for (int bits : {64, 32}) {
        if (!ready->plan || (bits == 64 && expected >= 64)) continue;
        const bool single = bits == 64;
        CountPlan plan = planned(ready, bounds, CountMethod::usage, LayerPlace::memory, bits,
                                 machine.threads, {}, single);
        if (!single) plan.sweeps = sweep::enough_moduli(bits, expected, plan.arithmetic()).size();
        plan.sections = sections_for(*ready->plan, bounds, machine, bits);
        plan.bytes = plan.sections->bytes;
        plan.disk_bytes = plan.sections->disk_bytes;
        plan.counters *= usage_work;
        if (plan.fits(machine)) found.push_back(std::move(plan));
    }
    if (!ready->plan || ready->plan->total_counters * usage_bytes_per_state <= machine.memory) {
        const Ready plain = choice.in_order(choice.simple(control), {}, control);
        CountPlan plan = planned(plain, bounds, CountMethod::sparse_usage, LayerPlace::memory, 64,
                                 machine.threads);
        plan.counters *= state_work;
        found.push_back(std::move(plan));
    }
    return found;
}

std::vector<std::size_t> sampled(std::size_t entries) {
    if (!entries) return {};
    std::vector<std::size_t> some{0, entries / 2, entries - 1};
    some.erase(std::unique(some.begin(), some.end()), some.end());
    return some;
}

CountPlans batch_plans(SweepChoice& common, const Batch& batch, const Machine& machine,
                       Control& control) {
    if (!batch.entries || machine.cluster || machine.saving) return {};
    const auto entries = static_cast<double>(batch.entries);
    // A retirement order with given first vertices is hardly better than the best of all, and its
    // search takes longer than a sweep forwards and backwards saves unless one vertex is enough.
    const bool one = batch.moves && deciding(*batch.moves).size() == 1;
    const auto whole = work_of(common, control);
    CountPlans found;
    if (batch.single_moves) found = usage_plans(common, machine, control);
    const auto best_of = [&](double best) {
        for (const CountPlan& plan : found) best = std::min(best, plan.work());
        return best;
    };
    if (whole && !found.empty() && !one &&
        best_of(found[0].work()) < entries * least_of_entry * *whole / machine.threads)
        return by_work(std::move(found));
    double sum = 0;
    bool known = whole.has_value();
    for (SweepChoice* entry : batch.sample) {
        if (!known) break;
        const auto work = work_of(*entry, control);
        known = work.has_value();
        sum += work.value_or(0);
    }
    if (!known) return entries > usage_work ? found : CountPlans{};
    const double each = entries * sum / static_cast<double>(batch.sample.size()) / machine.threads;
    std::erase_if(found, [&](const CountPlan& plan) { return plan.work() >= each; });
    const double best = best_of(each);
    if (batch.moves && (one || found.empty()) &&
        static_cast<double>(backward_work) * *whole / machine.threads <= best) {
        auto plan = backward_only_plan(common, *batch.moves, machine, control);
        if (plan && plan->work() <= best && plan->bytes <= machine.memory)
            found.push_back(std::move(*plan));
    }
    return by_work(std::move(found));
}

std::optional<CountPlan> backward_only_plan(SweepChoice& choice,
                                            const std::vector<std::vector<Edge>>& sets,
                                            const Machine& machine, Control& control) {
    const auto first = deciding(sets);
    if (first.size() > most_deciding) return std::nullopt;
    Ready ready;
    try {
        ready = choice.in_order(choice.searched(first, control), {}, control);
    } catch (const Refused&) {
        return std::nullopt;
    }
    if (!ready->plan) return std::nullopt;
    const Bounds bounds = sweep::bounds(choice.graph(), choice.question());
    CountPlan plan =
        planned(ready, bounds, CountMethod::backward_only, LayerPlace::memory, 64, machine.threads);
    plan.layer = static_cast<int>(first.size());
    plan.bytes = backward_only_bytes(*ready->plan, bounds.expected_widths(*ready->plan, 64, true),
                                     plan.layer, machine.threads);
    plan.counters = 0;
    for (std::size_t layer = first.size(); layer < ready->plan->layers.size(); ++layer)
        plan.counters += backward_work * ready->plan->layers[layer].counters;
    return plan;
}

std::vector<Vertex> deciding(const std::vector<std::vector<Edge>>& sets) {
    std::set<Edge> left;
    for (const auto& edges : sets) left.insert(edges.begin(), edges.end());
    std::vector<Vertex> chosen;
    while (!left.empty()) {
        std::map<Vertex, int> met;
        for (const auto& [u, v] : left) {
            ++met[u];
            ++met[v];
        }
        const Vertex best = std::ranges::max_element(met, {}, &std::pair<const Vertex, int>::second)
                                ->first;  // the least of those with the most edges
        chosen.push_back(best);
        std::erase_if(left, [&](const Edge& e) { return e.first == best || e.second == best; });
    }
    return chosen;
}

CountPlans numbering_plans(SweepChoice& choice, const PlanChoices& choices, int every,
                           const Machine& machine, Control& control) {
    if (trivial_answer(choice.graph().vertex_count(), choice.question().paths))
        return {CountPlan{}};
    const Ready ready =
        choice.in_order(choices.order ? *choices.order : choice.simple(control), {}, control);
    if (ready->sweep.impossible()) return {CountPlan{}};
    CountPlan sparse{ready, CountMethod::sparse};
    sparse.threads = machine.threads;
    if (choices.method == CountMethod::sparse || (!choices.method && !ready->plan)) return {sparse};
    if (!ready->plan) return {};
    const sweep::Plan& layout = *ready->plan;
    CountPlan plan = sparse;
    plan.method = CountMethod::layers;
    plan.bytes = bytes_needed(layout, 8, machine.threads);
    plan.counters = layout.total_counters;
    // A walk computes the ways to reach a state between two kept layers from its predecessors: with
    // one layer of eight, it takes milliseconds.
    std::uint64_t kept = 0;
    bool fits = false;
    for (int gap : every ? std::vector{every} : std::vector{1, 2, 3, 4, 6, 8}) {
        plan.layers = layers_to_keep(layout, gap);
        kept = bytes_to_keep(layout, plan.layers);
        fits = !every && plan.bytes + kept <= machine.kept;
        if (fits) break;
    }
    if (fits) {
        plan.bytes += kept;
    } else {
        plan.place = LayerPlace::scratch;
        plan.disk_bytes = plan.moved_bytes = kept;
    }
    if (choices.method == CountMethod::blocks) return {plan};
    if (layout.total_counters < least_numbered_counters) return {sparse, plan};
    return {plan, sparse};
}

CountPlans weighted_plans(SweepChoice& choice, const PlanChoices& choices, const Machine& machine,
                          Control& control) {
    if (trivial_answer(choice.graph().vertex_count(), choice.question().paths))
        return {CountPlan{}};
    bool sparse = choices.method == CountMethod::sparse;
    const Ready ready =
        prepared(choice, choices, sparse ? std::optional(false) : choices.mirror, control);
    if (ready->sweep.impossible()) return {CountPlan{}};
    CountPlan plan{ready, CountMethod::blocks,
                   machine.cluster ? LayerPlace::cluster : LayerPlace::memory};
    plan.single = false;
    plan.together = 1;
    plan.threads = machine.threads;
    if (!choices.method && !machine.gpu && ready->plan)
        sparse = ready->plan->total_counters < least_weighted_counters;
    CountPlans found;
    if (!sparse && ready->plan) {
        const sweep::Plan& layout = *ready->plan;
        plan.counters = weighted_work * layout.total_counters;
        if (machine.gpu) {
            plan.place = LayerPlace::gpu;
            plan.together = static_cast<int>(machine.gpu->fits(layout, 64));
            if (plan.together) found.push_back(plan);
            return found;
        }
        plan.bytes = bytes_needed(layout, 8, machine.threads);
        if (plan.fits(machine)) found.push_back(plan);
        if (machine.disk && ready->mirror.empty()) {
            const auto needed = scratch_bytes_for(layout, std::vector(layout.layers.size(), 8),
                                                  machine.threads, false);
            plan.place = LayerPlace::scratch;
            plan.bytes = needed.memory;
            plan.disk_bytes = needed.disk;
            plan.moved_bytes = 16 * layout.total_counters;
            if (plan.fits(machine)) found.push_back(plan);
        }
        if (!found.empty()) return found;
    }
    if (machine.gpu || choices.method == CountMethod::blocks) return {};
    if (ready->plan && fewest_bytes(*ready->plan) > machine.memory) return {};
    CountPlan states = plan;
    states.ready = prepared(choice, choices, false, control);
    states.method = CountMethod::sparse;
    states.place = machine.cluster ? LayerPlace::cluster : LayerPlace::memory;
    states.bytes = states.disk_bytes = states.counters = states.moved_bytes = 0;
    return {states};
}

std::uint64_t fewest_bytes(const sweep::Plan& plan) {
    return static_cast<std::uint64_t>(static_cast<double>(plan.peak_counters) * fewest_reached *
                                      bytes_per_state);
}

}  // namespace babieca::questions
