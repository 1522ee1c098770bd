#include "core/sweep/store.hpp"

#include <cstring>

#include "core/frontier/matchings.hpp"

namespace babieca::sweep {

void Store::clear_absent_blocks(const BlockLayout& layout, const Halves& halves, int upper) {
    const auto& segment = layout.of(upper);
    for (std::uint32_t n = 0; n < layout.blocks_of[upper]; ++n) {
        const std::uint32_t value = segment.present[n];
        if (bits.of(upper)[value / 64] >> (value % 64) & 1) continue;
        const int pairs = (segment.upper_ends + halves.lower.ends[value]) / 2;
        std::fill_n(segments[upper] + segment.offset[value] * width,
                    frontier::matching_count[pairs] * width, std::byte{0});
    }
}

void Store::write(files::CheckedWriter& writer, Room& room, const BlockLayout& layout,
                  const Halves& halves, bool together, const std::function<void()>& after) {
    writer.write(bits.words.data(), bits.words.size() * sizeof(std::uint64_t));
    const std::vector<ScratchFile::Place> nowhere(places.size());
    const auto& elsewhere = together ? nowhere : places;
    if (room.scratch) writer.write(elsewhere.data(), elsewhere.size() * sizeof elsewhere[0]);
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        if (!bits.any(upper) || elsewhere[upper].somewhere()) continue;
        load(room, layout, upper);
        clear_absent_blocks(layout, halves, upper);
        writer.write(segments[upper], bytes_of(layout, upper));
        unload(room, layout, upper);
        after();
    }
}

void Store::read_places(files::SequentialFile& reader, const BlockLayout& layout, bool scratch) {
    reader.read(bits.words.data(), bits.words.size() * sizeof(std::uint64_t));
    if (scratch) reader.read(places.data(), places.size() * sizeof places[0]);
    for (int upper = 0; upper < static_cast<int>(segments.size()); ++upper)
        if ((bits.any(upper) || in_scratch(upper)) && layout.class_of[upper] < 0) reader.damaged();
}

void Store::read_segments(files::SequentialFile& reader, Room& room, const BlockLayout& layout) {
    for (int upper = 0; upper < static_cast<int>(segments.size()); ++upper) {
        if (!bits.any(upper) || in_scratch(upper)) continue;
        reader.read(allocate(room, layout, upper), bytes_of(layout, upper));
        finish(room, layout, upper);
    }
}

std::vector<ScratchFile::Range> Store::ranges(const BlockLayout& layout) const {
    std::vector<ScratchFile::Range> found;
    for (int upper = 0; upper < static_cast<int>(places.size()); ++upper)
        if (in_scratch(upper)) found.push_back({places[upper], bytes_of(layout, upper)});
    return found;
}

std::shared_ptr<Store> Store::widened(Room& room, const BlockLayout& layout, const Halves& halves,
                                      bool keep) {
    auto wider = std::make_shared<Store>(halves, 2 * width);
    wider->bits = bits;
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        const std::byte* const narrow = load(room, layout, upper);
        if (!narrow) continue;
        std::byte* const wide = wider->allocate(room, layout, upper);
        std::fill_n(wide, wider->bytes_of(layout, upper), std::byte{0});
        for (std::uint64_t n = 0; n < layout.size[upper]; ++n)
            std::memcpy(wide + n * 2 * width, narrow + n * width, width);
        if (keep)
            unload(room, layout, upper);
        else
            release(room, layout, upper);
        wider->finish(room, layout, upper);
    }
    return wider;
}

}  // namespace babieca::sweep
