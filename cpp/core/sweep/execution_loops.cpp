// Compiled once for each instruction set; BABIECA_LOOPS is the name of the instruction set.
//
// The linker takes only one copy of an inline function, perhaps a copy that not every processor can
// run. So this file defines no inline function that other files use: the templates of kernels.hpp
// and execute.hpp have internal linkage, and a test checks the symbols.
#include <type_traits>

#include "core/sweep/execute.hpp"
#include "core/sweep/execution.hpp"

namespace babieca::sweep {
namespace {

template <typename Source, typename Arithmetic>
std::uint64_t execute_by(const Execution& run, Arithmetic arithmetic) {
    using Counter = typename Arithmetic::Counter;
    PieceRunner<Arithmetic> runner(run.tables, arithmetic, run.buffers);
    runner.run(run.piece, reinterpret_cast<const Source* const*>(run.sources.data()),
               reinterpret_cast<Counter* const*>(run.target_by_cell), run.factors);
    return runner.seen();
}

std::uint64_t execute_exactly(const Execution& run) {
    return with_exact_counter(run.target_width, [&]<typename Target>() {
        return with_exact_counter(run.source_width, [&]<typename Source>() -> std::uint64_t {
            if constexpr (readable(true, sizeof(Source), sizeof(Target)))
                return execute_by<Source>(run, Checked<Target>{});
            return 0;
        });
    });
}

std::uint64_t execute_modulo(const Execution& run) {
    if (run.target_width == sizeof(Twins)) {
        const TwinModular twins{{run.moduli[0], run.moduli[1]}};
        return run.source_width == sizeof(Twins) ? execute_by<Twins>(run, twins)
                                                 : execute_by<std::uint64_t>(run, twins);
    }
    return with_counter<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(
        run.target_width, [&]<typename Counter>() {
            return execute_by<Counter>(run, Modular<Counter>{static_cast<Counter>(run.moduli[0])});
        });
}

std::uint64_t execute_piece(const Execution& run) {
    if (run.mode == Mode::exact) return execute_exactly(run);
    if (run.moduli[0] || run.target_width == sizeof(Twins)) return execute_modulo(run);
    execute_exactly(run);  // exact sums wrap at the width of a counter
    return 0;
}

template <typename Reach, typename Arithmetic>
std::uint64_t transpose_by(const Transposition& run, Arithmetic arithmetic) {
    TransposedPieceRunner<Reach, Arithmetic> runner(run.tables, run.buffers, arithmetic);
    runner.run(run);
    return runner.seen();
}

// If tours are counted, a modulus has fewer than 32 bits, and therefore the counters have 4 bytes.
template <typename Reach>
std::uint64_t transpose_from(const Transposition& run) {
    const auto narrow = static_cast<std::uint32_t>(run.modulus);
    if (run.width == sizeof narrow)
        return narrow ? transpose_by<Reach>(run, Modular<std::uint32_t>{narrow})
                      : transpose_by<Reach>(run, Checked<std::uint32_t>{});
    if constexpr (std::is_same_v<Reach, Unreached>)
        if (run.modulus) return transpose_by<Reach>(run, Modular<std::uint64_t>{run.modulus});
    return transpose_by<Reach>(run, Checked<std::uint64_t>{});
}

std::uint64_t transpose_piece(const Transposition& run) {
    if (run.reach_width == 0) return transpose_from<Unreached>(run);
    return with_counter<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(
        run.reach_width, [&]<typename Counter>() { return transpose_from<const Counter*>(run); });
}

}  // namespace

namespace loops {

extern const Loops BABIECA_LOOPS{execute_piece, transpose_piece};

}  // namespace loops
}  // namespace babieca::sweep
