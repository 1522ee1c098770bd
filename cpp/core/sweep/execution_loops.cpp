// Compiled once for each set of instructions, whose name is BABIECA_LOOPS.
//
// Nothing inline that other files use too may be left for the linker here: it would keep one copy
// for all, perhaps the one that not every processor understands. Whatever is a template in
// kernels.hpp and execute.hpp is therefore this file's own, and a test looks at what is defined.
#include "core/sweep/execute.hpp"
#include "core/sweep/execution.hpp"

namespace babieca::sweep {
namespace {

template <typename Source, typename Arithmetic>
std::uint64_t execute_by(const Execution& run, Arithmetic arithmetic) {
    Executor<Arithmetic> executor(run.tables, arithmetic, run.buffers);
    const std::span sources(reinterpret_cast<const Source* const*>(run.sources.data()),
                            run.sources.size());
    executor.template run<Source>(run.piece, sources,
                                  reinterpret_cast<typename Arithmetic::Counter*>(run.target));
    return executor.seen();
}

template <typename Source, typename Word>
std::uint64_t execute_from(const Execution& run) {
    switch (run.mode) {
        case Mode::exact:
            return execute_by<Source>(run, Checked<Word>{});
        case Mode::modular:
            return execute_by<Source>(run, Modular<Word>{static_cast<Word>(run.modulus)});
        default:
            return execute_by<Source>(run, Wrapping<Word>{});
    }
}

template <typename Narrower, typename Word>
std::uint64_t execute_as(const Execution& run) {
    return run.source_width == sizeof(Word) ? execute_from<Word, Word>(run)
                                            : execute_from<Narrower, Word>(run);
}

}  // namespace

namespace loops {

std::uint64_t BABIECA_LOOPS(const Execution& run) {
    if (run.mode == Mode::rounded)
        return run.target_width == 4 ? execute_by<float>(run, Rounded<float>{})
                                     : execute_by<double>(run, Rounded<double>{});
    switch (run.target_width) {
        case 1:
            return execute_as<std::uint8_t, std::uint8_t>(run);
        case 2:
            return execute_as<std::uint8_t, std::uint16_t>(run);
        case 4:
            return execute_as<std::uint16_t, std::uint32_t>(run);
        default:
            return execute_as<std::uint32_t, std::uint64_t>(run);
    }
}

}  // namespace loops
}  // namespace babieca::sweep
