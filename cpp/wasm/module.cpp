// The core in a browser: plain objects of JavaScript in, plain objects out (docs/module.md).
#include "core/sweep/blocks.hpp"
#include "core/sweep/sparse.hpp"
#include "core/sweep/sweep_choice.hpp"
#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

Box box_of(const questions::Board* board) {
    if (!board) return {};
    Box box{{board->sides.begin(), board->sides.end()},
            {board->wraps.begin(), board->wraps.end()},
            std::vector<Vertex>(board->cells(), 0),
            board->is_plain() && board->sides.size() == 2};
    for (const std::int64_t hole : board->holes) box.vertex[hole] = -1;
    Vertex next = 0;
    for (Vertex& vertex : box.vertex)
        if (vertex >= 0) vertex = next++;
    return box;
}

val count(val words, val given_limits, val progress, val options) {
    return answered([&] {
        const PageLimits limits(given_limits);
        PageControl control(progress, limits.timeout);
        const questions::Question question = question_of(words);
        if (question.kind == questions::Kind::open || !question.at.empty())
            throw Refused(2, "the module counts closed tours and paths without given steps");
        const bool paths = !question.closed();
        const frontier::Undirected undirected{
            paths, paths ? static_cast<Vertex>(question.start) : -1,
            static_cast<Vertex>(question.end), questions::edges_of(question.required()),
            questions::edges_of(question.avoiding)};
        sweep::SweepChoice choice(question.graph(), box_of(question.board()), undirected);
        const auto prepared = choice.prepare(sweep::Mirroring::if_cheaper, control);
        std::string method = word<std::string>(options, "method", "auto");
        if (method == "auto") method = prepared->plan ? "blocks" : "sparse";
        std::uint64_t value = 0, peak_bytes = 0;
        if (prepared->sweep.impossible()) {
            method = "theory";
        } else if (method == "sparse") {
            const auto result =
                sweep::count_sparse(prepared->sweep, {0, limits.memory, {}, 60}, control);
            if (!result.exact) throw Refused(2, "there are more tours than 64 bits can count");
            value = result.residue;
            peak_bytes = result.peak_bytes;
        } else {
            if (!prepared->plan) throw Refused(2, "the board is too wide for blocks; use sparse");
            const auto result =
                sweep::count_blocks(prepared->sweep, *prepared->plan,
                                    {.threads = limits.threads, .memory = limits.memory}, control);
            if (!result.exact) throw Refused(2, "there are more tours than 64 bits can count");
            value = result.residues[0];
            peak_bytes = result.peak_bytes;
        }
        return record("value", std::to_string(value), "method", method, "peak_bytes",
                      static_cast<double>(peak_bytes));
    });
}

}  // namespace
}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca) {
    emscripten::function("count", &babieca::module::count);
}
