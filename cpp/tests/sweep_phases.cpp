// Phases of a stride are independent: they read and write different cells.
#include <map>

#include "core/sweep/program.hpp"
#include "core/sweep/resolve.hpp"
#include "tests/sweeps.hpp"

namespace babieca::sweep {
namespace {

int sources_seen = 0, images_seen = 0, cells_seen = 0, slices_seen = 0;

// The blocks of a cell lie one after another, and the cells together have all blocks of the
// segment.
void cells_are_a_division(const BlockLayout& layout, const BlockLayout& whole,
                          const Halves& halves) {
    CHECK(layout.counters == whole.counters && layout.blocks == whole.blocks);
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        CHECK(layout.shape_of[upper] == whole.shape_of[upper]);
        if (layout.shape_of[upper] < 0) continue;
        std::vector<std::uint64_t> end(layout.cells, 0);
        for (std::uint32_t lower : layout.of(upper).present) {
            if (!layout.stores(upper, static_cast<int>(lower))) continue;
            const int pairs = (layout.of(upper).upper_ends + halves.lower.ends[lower]) / 2;
            std::uint64_t& cell_end = end[layout.cell[lower]];
            CHECK(layout.of(upper).offset[lower] == cell_end);
            cell_end += matching_count[pairs];
        }
        std::uint64_t size = 0;
        for (int cell = 0; cell < layout.cells; ++cell) {
            CHECK(layout.size_at(upper * layout.cells + cell) == end[cell]);
            size += end[cell];
        }
        CHECK(size == whole.size[upper]);
    }
    cells_seen = std::max(cells_seen, layout.cells);
}

// Resolves every piece of a stride, with all source blocks present.
void visit_stride(const frontier::Sweep& sweep, int layer) {
    const frontier::Schedule& schedule = sweep.schedule;
    const Halves halves(schedule);
    const auto whole = [&](int at) { return make_layout(sweep, at, halves); };
    const BlockLayout before = stored_layout(sweep, layer, halves);
    const BlockLayout after = stored_layout(sweep, schedule.next_stored(layer), halves);
    cells_are_a_division(before, whole(layer), halves);
    const Stride stride = make_stride(schedule, layer, halves, after);
    CHECK(before.read.size() == after.written.size());
    slices_seen = std::max(slices_seen, static_cast<int>(stride.slices.size()));
    const bool passes = stride.programs.size() > 1;
    const BlockLayout middle = passes ? whole(layer + 1) : BlockLayout{};
    BlockBits present = all_blocks(before, halves);
    BlockBits passed = passes ? all_blocks(middle, halves) : present;
    const Program &first = stride.programs.front(), &second = stride.programs.back();
    const Resolver into(schedule, halves, before, passes ? middle : after, first,
                        stride.key_ranges);
    const Resolver out_of(schedule, halves, middle, after, second, stride.key_ranges);
    SourceNumbers numbers;
    Piece piece;
    const auto resolve = [&](const Resolver& resolver, int wave, const UpperCase& upper,
                             BlockBits& from, int range) {
        BlockBits marks(halves, 1);
        resolver.resolve(wave, upper, {from}, {marks, nullptr, wave + upper.upper}, numbers, piece,
                         range);
    };
    // Only one phase writes a cell, so the cell is new when the phase begins.
    std::map<std::pair<int, int>, std::size_t> writers;  // by upper value and cell: the phase
    const auto note = [&](std::size_t phase) {
        for (const Target& block : piece.targets) {
            const auto cell = static_cast<int>(block.cell);
            CHECK(writers.try_emplace({piece.target, cell}, phase).first->second == phase);
        }
    };
    std::map<int, const Slice*> writer_of;  // by the touched part of a middle upper value
    for (const Slice& slice : stride.slices)
        for (const auto& [subwave, target] : slice.segments.front())
            CHECK(writer_of.try_emplace(subwave + first.targets[target].upper, &slice).second);
    for (int wave : stride.waves) {
        const int own = stride.key_ranges.of(after.last_key[wave]);
        for (int range = 0; range <= own; ++range)
            for (const Slice& slice : stride.slices) {
                const std::size_t phase = phase_of(range, own);
                for (const auto& [subwave, target] : slice.segments.front()) {
                    resolve(into, wave + subwave, first.targets[target], present, range);
                    for (int source : piece.sources) CHECK(before.phase(source) == phase);
                    sources_seen += static_cast<int>(piece.sources.size());
                    for (const Target& block : piece.targets) images_seen += block.mirrored;
                    if (!passes) note(phase);
                }
                if (!passes) continue;
                // A slice reads nothing that another slice writes.
                for (const auto& [subwave, target] : slice.segments.back()) {
                    resolve(out_of, wave + subwave, second.targets[target], passed, range);
                    for (int source : piece.sources) {
                        const auto writer = writer_of.find(source - wave);
                        CHECK(writer == writer_of.end() || writer->second == &slice);
                    }
                    note(phase);
                }
            }
    }
    CHECK(!writers.empty());
}

// Visits strides of a board whose columns mirror each other; the squares of a row retire in pairs.
// `only` is the first layer of the stride, or -1 for all strides.
void visit_board(int rows, int columns, bool paths, int only = -1) {
    const auto owned = knight_graph({rows, columns});
    Walk order, mirror(rows * columns);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const Vertex vertex = row * columns + column;
            mirror[vertex] = row * columns + columns - 1 - column;
            if (vertex <= mirror[vertex]) order.push_back(vertex);
            if (vertex < mirror[vertex]) order.push_back(mirror[vertex]);
        }
    const frontier::Sweep sweep(owned.view(), order, {paths}, mirror);
    for (int t = 0; t < sweep.steps(); t = sweep.schedule.next_stored(t))
        if (only < 0 || t == only) visit_stride(sweep, t);
}

TEST(phases_are_independent) {
    visit_board(6, 5, false);
    visit_board(5, 6, true);
    visit_board(4, 7, true);
    visit_board(6, 6, false);
    visit_board(5, 8, false, 16);
    CHECK(sources_seen > 10000 && images_seen > 1000 && cells_seen > 9 && slices_seen > 3);
}

}  // namespace
}  // namespace babieca::sweep
