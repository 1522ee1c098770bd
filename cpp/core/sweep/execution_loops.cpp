// Compiled once for each instruction set; BABIECA_LOOPS is its name.
//
// The linker keeps only one copy of an inline function, perhaps one that not every processor
// understands. So this file defines no inline function that other files use: the templates of
// kernels.hpp, execute.hpp and transpose.hpp have internal linkage, and a test checks the symbols.
#include <type_traits>

#include "core/sweep/execute.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/transpose.hpp"

namespace babieca::sweep {
namespace {

template <typename Source, typename Arithmetic>
std::uint64_t execute_by(const Execution& run, Arithmetic arithmetic) {
    Executor<Arithmetic> executor(run.tables, arithmetic, run.buffers);
    const std::span sources(reinterpret_cast<const Source* const*>(run.sources.data()),
                            run.sources.size());
    executor.template run<Source>(
        run.piece, sources,
        reinterpret_cast<typename Arithmetic::Counter* const*>(run.target_by_cell));
    return executor.seen();
}

// Exact sums, from sources as wide as the targets or narrower.
template <typename Word, typename... Narrower>
std::uint64_t execute_exactly(const Execution& run) {
    std::uint64_t seen = 0;
    if (run.source_width == sizeof(Word)) seen = execute_by<Word>(run, Checked<Word>{});
    ((run.source_width == sizeof(Narrower)
          ? static_cast<void>(seen = execute_by<Narrower>(run, Checked<Word>{}))
          : void()),
     ...);
    return seen;
}

std::uint64_t execute_exactly(const Execution& run) {
    switch (run.target_width) {
        case 1:
            return execute_exactly<std::uint8_t>(run);
        case 2:
            return execute_exactly<std::uint16_t, std::uint8_t>(run);
        case 4:
            return execute_exactly<std::uint32_t, std::uint16_t>(run);
        case 6:
            return execute_exactly<Word48, std::uint32_t>(run);
        default:
            return execute_exactly<std::uint64_t, std::uint32_t, Word48>(run);
    }
}

template <typename Word>
void execute_modulo(const Execution& run) {
    execute_by<Word>(run, Modular<Word>{static_cast<Word>(run.moduli[0])});
}

void execute_modulo(const Execution& run) {
    switch (run.target_width) {
        case 1:
            return execute_modulo<std::uint8_t>(run);
        case 2:
            return execute_modulo<std::uint16_t>(run);
        case 4:
            return execute_modulo<std::uint32_t>(run);
        case 8:
            return execute_modulo<std::uint64_t>(run);
        default:
            const TwinModular twins{{run.moduli[0], run.moduli[1]}};
            if (run.source_width == sizeof(Twins))
                execute_by<Twins>(run, twins);
            else
                execute_by<std::uint64_t>(run, twins);
    }
}

std::uint64_t execute_piece(const Execution& run) {
    switch (run.mode) {
        case Mode::exact:
            return execute_exactly(run);
        case Mode::modular:
            execute_modulo(run);
            break;
        case Mode::wrapping:  // exact sums wrap at the width of a word
            execute_exactly(run);
            break;
        default:
            if (run.target_width == 4)
                execute_by<float>(run, Rounded<float>{});
            else
                execute_by<double>(run, Rounded<double>{});
    }
    return 0;
}

template <typename Reach, typename Onward, typename Arithmetic, typename Tally>
std::uint64_t transpose_by(const Transposition& run, Arithmetic arithmetic, Tally tally) {
    using Sum = typename Arithmetic::Counter;
    TransposedExecutor<Reach, Onward, Arithmetic, Tally> executor(run.tables, run.buffers,
                                                                  arithmetic, tally);
    executor.run(
        run.piece,
        [&](int source) {
            if constexpr (std::is_same_v<Reach, Unreached>)
                return Unreached{};
            else
                return Reach{reinterpret_cast<decltype(Reach::ways)>(run.reach[source])};
        },
        std::span(reinterpret_cast<Sum* const*>(run.sums.data()), run.sums.size()),
        reinterpret_cast<const Onward*>(run.target), run.uses,
        [&](int source) {
            return Held(run.locks ? &run.locks[run.piece.sources[source]] : nullptr);
        });
    return executor.seen();
}

template <typename Reach, typename Arithmetic>
std::uint64_t transpose_widely(const Transposition& run, Arithmetic arithmetic) {
    if (run.onward_width == 4)
        return transpose_by<Reach, std::uint32_t>(run, arithmetic, WrappingTally{});
    return transpose_by<Reach, std::uint64_t>(run, arithmetic, WrappingTally{});
}

// Residues of tours have at most 32 bits. Without a modulus, 32-bit sums are exact.
template <typename Reach>
std::uint64_t transpose_from(const Transposition& run) {
    if (run.sum_width == 4) {
        using Word = std::uint32_t;
        if (!run.modulus) return transpose_by<Reach, Word>(run, Checked<Word>{}, WrappingTally{});
        const ModularTally tally{run.modulus};
        if (run.exact) return transpose_by<Reach, Word>(run, Checked<Word>{}, tally);
        return transpose_by<Reach, Word>(run, Modular<Word>{static_cast<Word>(run.modulus)}, tally);
    }
    using Word = std::uint64_t;
    if constexpr (std::is_same_v<Reach, Unreached>)
        if (!run.exact) return transpose_widely<Reach>(run, Modular<Word>{run.modulus});
    return transpose_widely<Reach>(run, Checked<Word>{});
}

std::uint64_t transpose_piece(const Transposition& run) {
    switch (run.reach_width) {
        case 0:
            return transpose_from<Unreached>(run);
        case 1:
            return transpose_from<Reached<std::uint8_t>>(run);
        case 2:
            return transpose_from<Reached<std::uint16_t>>(run);
        case 4:
            return transpose_from<Reached<std::uint32_t>>(run);
        default:
            return transpose_from<Reached<std::uint64_t>>(run);
    }
}

#define BABIECA_TEXT_OF(name) #name
#define BABIECA_TEXT(name) BABIECA_TEXT_OF(name)

}  // namespace

namespace loops {

extern const Loops BABIECA_LOOPS{BABIECA_TEXT(BABIECA_LOOPS), execute_piece, transpose_piece};

}  // namespace loops
}  // namespace babieca::sweep
