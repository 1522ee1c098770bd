// Phases of a stride are independent: they read and write different cells.
#include <algorithm>
#include <map>

#include "core/frontier/sweep.hpp"
#include "core/sweep/program.hpp"
#include "core/sweep/resolve.hpp"
#include "tests/check.hpp"
#include "tests/oracle.hpp"

using namespace babieca;
using namespace babieca::sweep;

namespace {

int sources_seen = 0, images_seen = 0, cells_seen = 0, turns_seen = 0;

// All blocks that a layout stores.
BlockBits all_of(const BlockLayout& layout, const Halves& halves) {
    BlockBits bits(halves);
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        if (layout.class_of[upper] < 0) continue;
        for (std::uint32_t lower : layout.of(upper).present)
            if (layout.stores(upper, static_cast<int>(lower)))
                bits.of(upper)[lower / 64] |= std::uint64_t{1} << (lower % 64);
    }
    return bits;
}

// The blocks of a cell lie one after another, and the cells together have all blocks of the
// segment.
void cells_are_a_division(const BlockLayout& layout, const BlockLayout& whole,
                          const Halves& halves) {
    CHECK(layout.counters == whole.counters && layout.blocks == whole.blocks);
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        CHECK(layout.class_of[upper] == whole.class_of[upper]);
        if (layout.class_of[upper] < 0) continue;
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

// Goes through every piece of a stride, as if there were all blocks to read.
class Passage {
  public:
    Passage(const frontier::Sweep& sweep, int layer)
        : sweep_(sweep), halves_(sweep.schedule), before_(divided(layer)) {
        const int next = sweep.schedule.next_stored(layer);
        after_ = divided(next);
        cells_are_a_division(before_, whole(layer), halves_);
        const Stride stride = make_stride(sweep.schedule, layer, halves_, after_);
        CHECK(before_.read.size() == after_.written.size());
        turns_seen = std::max(turns_seen, static_cast<int>(stride.turns.size()));
        BlockLayout middle;
        const bool passes = stride.programs.size() > 1;
        if (passes) middle = whole(layer + 1);
        BlockBits present = all_of(before_, halves_);
        BlockBits passed = passes ? all_of(middle, halves_) : present;
        const Resolver first(sweep.schedule, halves_, before_, passes ? middle : after_,
                             stride.programs.front(), stride.shares);
        const Resolver second(sweep.schedule, halves_, middle, after_, stride.programs.back(),
                              stride.shares);
        std::map<std::pair<int, int>, std::size_t> writers;  // by upper value and cell: the phase
        std::map<int, const Turn*> writer_of;  // by the touched part of an upper value between
        for (const Turn& turn : stride.turns)
            for (const auto& [subwave, target] : turn.goals.front()) {
                const int part = subwave + stride.programs.front().targets[target].upper;
                CHECK(writer_of.try_emplace(part, &turn).second);
            }
        for (int wave : stride.waves) {
            const int own = stride.shares.of(after_.limit[wave]);
            for (int share = 0; share <= own; ++share)
                for (const Turn& turn : stride.turns) {
                    const std::size_t phase = phase_of(share, own);
                    for (const auto& [subwave, target] : turn.goals.front()) {
                        const Piece& piece =
                            resolved(first, wave + subwave, stride.programs.front().targets[target],
                                     present, share);
                        for (int source : piece.sources) CHECK(before_.phase(source) == phase);
                        sources_seen += static_cast<int>(piece.sources.size());
                        for (const Target& block : piece.targets) images_seen += block.mirrored;
                        if (!passes) note(piece, phase, writers);
                    }
                    if (!passes) continue;
                    // A turn reads nothing that another one writes.
                    for (const auto& [subwave, target] : turn.goals.back()) {
                        const Piece& piece =
                            resolved(second, wave + subwave, stride.programs.back().targets[target],
                                     passed, share);
                        for (int source : piece.sources) {
                            const auto writer = writer_of.find(source - wave);
                            CHECK(writer == writer_of.end() || writer->second == &turn);
                        }
                        note(piece, phase, writers);
                    }
                }
        }
        CHECK(!writers.empty());
    }

  private:
    BlockLayout whole(int layer) const {
        return make_layout(sweep_.problem, sweep_.schedule, layer, halves_);
    }
    BlockLayout divided(int layer) const {
        const Division division = division_of(sweep_.schedule, layer);
        return make_layout(sweep_.problem, sweep_.schedule, layer, halves_, Detail::blocks,
                           &division);
    }
    const Piece& resolved(const Resolver& resolver, int wave, const UpperCase& upper,
                          BlockBits& from, int share) {
        BlockBits marks(halves_, 1);
        const std::vector<int> same(halves_.upper.values, 0);
        resolver.resolve(wave, upper, Presence{from}, Presence{marks, same.data()}, numbers_,
                         piece_, share);
        return piece_;
    }
    // A cell is written in one phase, so that it is new when the phase is.
    static void note(const Piece& piece, std::size_t phase,
                     std::map<std::pair<int, int>, std::size_t>& writers) {
        for (const Target& block : piece.targets) {
            const auto cell = static_cast<int>(block.cell);
            CHECK(writers.try_emplace({piece.target, cell}, phase).first->second == phase);
        }
    }

    const frontier::Sweep& sweep_;
    Halves halves_;
    BlockLayout before_, after_;
    SourceNumbers numbers_;
    Piece piece_;
};

// A board whose columns mirror each other, squares of a row retiring in pairs.
void board(int rows, int columns, bool paths, const std::vector<int>& layers) {
    const auto owned = oracle::knight_board(rows, columns);
    std::vector<Vertex> order, mirror(rows * columns);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            mirror[row * columns + column] = row * columns + columns - 1 - column;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; 2 * column < columns; ++column) {
            const Vertex vertex = row * columns + column;
            order.push_back(vertex);
            if (mirror[vertex] != vertex) order.push_back(mirror[vertex]);
        }
    const frontier::Sweep sweep(owned.view(), order, paths, -1, -1, {}, mirror);
    std::vector<int> wanted = layers;
    if (wanted.empty())
        for (int t = 0; t < sweep.steps(); t = sweep.schedule.next_stored(t)) wanted.push_back(t);
    for (int layer : wanted) Passage(sweep, layer);
}

}  // namespace

int main() {
    board(6, 5, false, {});
    board(5, 6, true, {});
    board(4, 7, true, {});
    board(6, 6, false, {});
    board(5, 8, false, {16});
    CHECK(sources_seen > 10000 && images_seen > 1000 && cells_seen > 9 && turns_seen > 3);
}
