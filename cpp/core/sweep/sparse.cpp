#include "core/sweep/sparse.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "core/files/checked_file.hpp"
#include "core/frontier/next_layer.hpp"
#include "core/wide.hpp"

namespace babieca::sweep {
namespace {

using frontier::PackedState;
using frontier::State;
using Clock = std::chrono::steady_clock;
using Table = frontier::StateTable<std::uint64_t>;

class SparseCount {
  public:
    SparseCount(const frontier::Sweep& sweep, const SparseOptions& options, Control& control)
        : sweep_(sweep), options_(options), control_(control), budget_(options.memory_bytes) {
        result_.exact = !options.modulus;
    }

    SparseResult run() {
        if (!resume()) layer_[{}] = 1;
        saved_ = Clock::now();
        const bool wide = wide_instructions();
        while (done_ < sweep_.steps()) {
            try {
                if (wide)
                    wide_step();
                else
                    step();
                control_.check({done_, sweep_.steps()});
            } catch (const Interrupted&) {
                save();
                throw;
            }
            const std::chrono::duration<double> since = Clock::now() - saved_;
            if (done_ == sweep_.steps() || since.count() >= options_.checkpoint_seconds) save();
        }
        const std::uint64_t* found = layer_.look_up({});
        result_.residue = found ? *found : 0;
        result_.peak_bytes = budget_.peak();
        return result_;
    }

  private:
    BABIECA_WIDE void wide_step() { step(); }

    // Invariant: a step that is interrupted or refused leaves `layer_` and `done_` as they were.
    void step() {
        const std::uint64_t modulus = options_.modulus;
        std::uint64_t total = 0;  // bounds every counter of the next layer from above
        bool wrapped = false;
        auto next = frontier::next_layer(
            layer_, false, layer_.bytes(), budget_, {done_, sweep_.steps()}, control_,
            [&](const PackedState& packed, std::uint64_t ways, auto& target) {
                frontier::for_each_successor(sweep_.schedule, done_, State::unpack(packed),
                                             [&](const State& after, const frontier::Choice&) {
                                                 std::uint64_t& sum = target(after.pack());
                                                 sum += ways;
                                                 if (modulus && sum >= modulus) sum -= modulus;
                                                 wrapped |=
                                                     __builtin_add_overflow(total, ways, &total);
                                             });
            });
        layer_ = std::move(next);
        ++done_;
        result_.exact = result_.exact && !wrapped;
        result_.counters += layer_.size();
        result_.peak_states = std::max<std::uint64_t>(result_.peak_states, layer_.size());
    }

    files::Identity identity() const {
        return {files::Kind::states, sweep_.fingerprint(), {options_.modulus, 0}};
    }

    // Every state with its counter, in any order.
    void save() {
        if (options_.checkpoint.empty()) return;
        files::CheckedWriter writer(options_.checkpoint, identity(),
                                    {static_cast<std::uint64_t>(done_), result_.exact, 0});
        layer_.for_each([&](const PackedState& state, std::uint64_t ways) {
            const std::uint64_t record[3] = {state.types, state.matching, ways};
            writer.write(record, sizeof record);
        });
        writer.commit();
        saved_ = Clock::now();
    }

    bool resume() {
        if (options_.checkpoint.empty() || !system::exists(options_.checkpoint)) return false;
        files::SequentialFile file(options_.checkpoint, identity());
        std::uint64_t record[3];
        const std::uint64_t states = file.body_bytes() / sizeof record;
        if (file.notes()[0] > sweep_.schedule.steps.size()) file.damaged();
        done_ = result_.resumed_at = static_cast<int>(file.notes()[0]);
        result_.exact = file.notes()[1] != 0;
        budget_.allow(Table::bytes_for(states));
        layer_.reset(states);
        for (std::uint64_t i = 0; i < states; ++i) {
            file.read(record, sizeof record);
            layer_[{record[0], record[1]}] = record[2];
            if (i % (1 << 20) == 0) control_.check({done_, sweep_.steps()});
        }
        file.finish();
        return true;
    }

    const frontier::Sweep& sweep_;
    const SparseOptions& options_;
    Control& control_;
    frontier::Budget budget_;
    Table layer_;
    int done_ = 0;  // steps
    Clock::time_point saved_;
    SparseResult result_;
};

}  // namespace

SparseResult count_sparse(const frontier::Sweep& sweep, const SparseOptions& options,
                          Control& control) {
    if (options.modulus > std::uint64_t{1} << 63)
        throw std::invalid_argument("the modulus is more than half the range of a counter");
    if (sweep.impossible()) {
        SparseResult none;
        none.exact = !options.modulus;
        return none;
    }
    return SparseCount(sweep, options, control).run();
}

}  // namespace babieca::sweep
