#include "core/sweep/sparse.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "core/files/checked_file.hpp"
#include "core/wide.hpp"

namespace babieca::sweep {
namespace {

using Clock = std::chrono::steady_clock;

class SparseCount {
  public:
    SparseCount(const frontier::Sweep& sweep, const SparseOptions& options, Control& control)
        : sweep_(sweep),
          options_(options),
          control_(control),
          states_(sweep.schedule, 1, options.memory_bytes) {
        result_.exact = !options.modulus;
    }

    SparseResult run() {
        resume();
        saved_ = Clock::now();
        const bool wide = wide_instructions();
        while (!states_.finished()) {
            try {
                if (wide)
                    wide_step();
                else
                    step();
                control_.check({states_.done(), sweep_.steps()});
            } catch (const Interrupted&) {
                save();
                throw;
            }
            const std::chrono::duration<double> since = Clock::now() - saved_;
            if (states_.finished() || since.count() >= options_.checkpoint_seconds) save();
        }
        result_.residue = states_.result();
        result_.counters = states_.states();
        result_.peak_states = states_.peak_states();
        result_.peak_bytes = states_.peak_bytes();
        return result_;
    }

  private:
    BABIECA_WIDE void wide_step() { step(); }

    void step() {
        const std::uint64_t modulus = options_.modulus;
        std::uint64_t total = 0;  // an upper bound of every counter of the next layer
        bool wrapped = false;
        const frontier::Step& now = sweep_.schedule.steps[states_.done()];
        const frontier::Factor* const factors =
            options_.weighting ? options_.weighting->of(states_.done()) : nullptr;
        states_.step(control_, sweep_.steps(),
                     [&](std::uint64_t& sum, std::uint64_t ways, const frontier::Choice& choice) {
                         if (factors)
                             ways = frontier::product(ways, factors[choice_number(now, choice)],
                                                      modulus);
                         sum += ways;
                         if (modulus && sum >= modulus) sum -= modulus;
                         wrapped |= __builtin_add_overflow(total, ways, &total);
                     });
        result_.exact = result_.exact && !wrapped;
    }

    files::Identity identity() const {
        return {files::Kind::states, sweep_.fingerprint(), {options_.modulus, 0}};
    }

    // Writes every state with its counter, in any order.
    void save() {
        if (options_.checkpoint.empty()) return;
        files::CheckedWriter writer(options_.checkpoint, identity(),
                                    {static_cast<std::uint64_t>(states_.done()), result_.exact, 0});
        states_.layer().for_each([&](const frontier::PackedState& state, std::uint64_t ways) {
            const std::uint64_t record[3] = {state.types, state.matching, ways};
            writer.write(record, sizeof record);
        });
        writer.commit();
        saved_ = Clock::now();
    }

    void resume() {
        if (options_.checkpoint.empty() || !system::exists(options_.checkpoint)) return;
        files::SequentialFile file(options_.checkpoint, identity());
        std::uint64_t record[3];
        const std::uint64_t states = file.body_bytes() / sizeof record;
        if (file.notes()[0] > sweep_.schedule.steps.size()) file.damaged();
        result_.resumed_at = static_cast<int>(file.notes()[0]);
        result_.exact = file.notes()[1] != 0;
        auto& layer = states_.resume_at(result_.resumed_at, states);
        for (std::uint64_t i = 0; i < states; ++i) {
            file.read(record, sizeof record);
            layer[{record[0], record[1]}] = record[2];
            if (i % (1 << 20) == 0) control_.check({states_.done(), sweep_.steps()});
        }
        file.finish();
    }

    const frontier::Sweep& sweep_;
    const SparseOptions& options_;
    Control& control_;
    frontier::StateSweep<std::uint64_t> states_;
    Clock::time_point saved_;
    SparseResult result_;
};

}  // namespace

SparseResult count_sparse(const frontier::Sweep& sweep, const SparseOptions& options,
                          Control& control) {
    if (options.modulus > std::uint64_t{1} << 63)
        throw std::invalid_argument("the modulus is larger than 2^63");
    if (options.weighting &&
        (options.weighting->modulus() != options.modulus || !options.checkpoint.empty()))
        throw std::invalid_argument("a weighted sweep has its own modulus, and no checkpoint");
    if (sweep.impossible()) return {.exact = !options.modulus};
    return SparseCount(sweep, options, control).run();
}

std::map<Edge, BigNatural> edge_usage(const frontier::Sweep& sweep, std::uint64_t memory_bytes,
                                      Control& control) {
    return frontier::with_enough_limbs([&]<int Limbs>() {
        using Value = frontier::Natural<Limbs>;
        const int steps = sweep.steps();
        auto forward = all_layers<Limbs>(sweep, memory_bytes, 2 * steps, control);
        std::uint64_t bytes = forward.kept_bytes();
        std::map<Edge, Value> usage;
        const Graph graph = sweep.problem.graph();
        for (Vertex v = 0; v < graph.vertex_count(); ++v)
            for (Vertex u : graph.neighbours(v)) usage[std::minmax(u, v)];

        // Invariant: `onward` maps each state of layer t + 1 that leads to a tour to the number of
        // ways to complete it. Ways to reach a state times ways to complete it is at most the
        // number of tours, so the products fit.
        frontier::StateTable<Value> onward;
        if (!forward.result().is_zero()) onward[{}] = 1;
        for (int t = steps - 1; t >= 0; --t) {
            const Vertex x = sweep.schedule.steps[t].vertex;
            auto& layer = forward.layer(t);
            onward = frontier::expanded(
                layer, bytes + onward.bytes(), forward.budget(), {2 * steps - t - 1, 2 * steps},
                control, [&](const frontier::PackedState& packed, const Value& ways, auto& target) {
                    Value sum{};
                    frontier::for_each_successor(
                        sweep.schedule, t, frontier::State::unpack(packed),
                        [&](const frontier::State& after, const frontier::Choice& choice) {
                            const Value* found = onward.look_up(after.pack());
                            if (!found) return;
                            sum += *found;
                            const Value through = ways * *found;
                            for (const auto* edge : choice.edges)
                                if (edge) usage[std::minmax(x, edge->vertex)] += through;
                        });
                    if (!sum.is_zero()) target(packed) = sum;
                });
            bytes -= layer.bytes();
            layer.reset(0);
            control.check({2 * steps - t, 2 * steps});
        }
        std::map<Edge, BigNatural> counts;
        for (const auto& [edge, count] : usage) counts.emplace(edge, count);
        return counts;
    });
}

TracedSweep::TracedSweep(const frontier::Sweep& sweep, int examples, std::uint64_t memory_bytes)
    : sweep_(sweep), most_examples_(examples), states_(sweep_.schedule, 1, memory_bytes) {
    if (sweep_.impossible()) states_.layer().reset(0);
}

TracedLayer TracedSweep::next(Control& control) {
    if (next_ > 0) states_.step(control, sweep_.steps());
    TracedLayer layer;
    const auto& schedule = sweep_.schedule;
    layer.retired = next_ > 0 ? schedule.steps[next_ - 1].vertex : -1;
    layer.occupants = schedule.layers[next_].occupant;
    layer.states = states_.layer().size();
    ++next_;

    std::vector<std::pair<std::uint64_t, frontier::PackedState>> shown;
    states_.layer().for_each([&](const frontier::PackedState& packed, std::uint64_t ways) {
        shown.push_back({ways, packed});
    });
    const auto most = std::min<std::size_t>(shown.size(), static_cast<std::size_t>(most_examples_));
    std::partial_sort(shown.begin(), shown.begin() + static_cast<std::ptrdiff_t>(most), shown.end(),
                      [](const auto& a, const auto& b) {
                          return a.first != b.first ? a.first > b.first : a.second < b.second;
                      });
    shown.resize(most);
    std::map<frontier::PackedState, std::vector<int>> sources;
    for (std::size_t i = 0; i < shown_.size(); ++i)
        frontier::for_each_successor(schedule, next_ - 2, frontier::State::unpack(shown_[i]),
                                     [&](const frontier::State& after, const frontier::Choice&) {
                                         sources[after.pack()].push_back(static_cast<int>(i));
                                     });
    shown_.clear();
    for (const auto& [ways, packed] : shown) {
        const frontier::State state = frontier::State::unpack(packed);
        shown_.push_back(packed);
        Example example{{}, {}, ways, sources[packed]};
        for (int slot = 0; slot < schedule.slot_count; ++slot) {
            const int type = frontier::type_at(state.types, slot);
            example.types.push_back(type);
            example.mates.push_back(type == 1 ? state.mate[slot] : -1);
        }
        layer.examples.push_back(std::move(example));
    }
    return layer;
}

}  // namespace babieca::sweep
