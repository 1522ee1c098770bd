#include "core/sweep/sparse.hpp"

#include <chrono>
#include <stdexcept>

#include "core/files/checked_file.hpp"
#include "core/frontier/state_sweep.hpp"
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
        states_.step(control_, sweep_.steps(),
                     [&](std::uint64_t& sum, std::uint64_t ways, const frontier::Choice&) {
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
    if (sweep.impossible()) {
        SparseResult none;
        none.exact = !options.modulus;
        return none;
    }
    return SparseCount(sweep, options, control).run();
}

}  // namespace babieca::sweep
