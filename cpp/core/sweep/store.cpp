#include "core/sweep/store.hpp"

#include <atomic>
#include <cstring>
#include <type_traits>

#include "core/frontier/matchings.hpp"
#include "core/sweep/words.hpp"

namespace babieca::sweep {
namespace {

// Calls visit(lower, where the block is in the whole segment, its counters) for the blocks of a
// segment.
template <typename Visit>
void for_each_block(const BlockLayout& whole, const Halves& halves, int upper, Visit&& visit) {
    const auto& segment = whole.of(upper);
    for (std::uint32_t n = 0; n < whole.blocks_of[upper]; ++n) {
        const std::uint32_t lower = segment.present[n];
        const int pairs = (segment.upper_ends + halves.lower.ends[lower]) / 2;
        visit(static_cast<int>(lower), segment.offset[lower], frontier::matching_count[pairs]);
    }
}

template <int from, int to>
void widen_words(const std::byte* narrow, std::byte* wide, std::uint64_t count) {
    for (std::uint64_t n = 0; n < count; ++n) {
        std::uint64_t word = 0;  // little endian
        std::memcpy(&word, narrow + n * from, from);
        if constexpr (to == sizeof(Twins)) {
            const Twins twice(word);
            std::memcpy(wide + n * to, &twice, to);
        } else {
            std::memcpy(wide + n * to, &word, to);
        }
    }
}

void widen_words(int from, int to, const std::byte* narrow, std::byte* wide, std::uint64_t count) {
    const auto with = [](int bytes, auto&& call) {
        switch (bytes) {
            case 1:
                return call(std::integral_constant<int, 1>{});
            case 2:
                return call(std::integral_constant<int, 2>{});
            case 4:
                return call(std::integral_constant<int, 4>{});
            case 6:
                return call(std::integral_constant<int, 6>{});
            case 8:
                return call(std::integral_constant<int, 8>{});
            default:
                return call(std::integral_constant<int, 16>{});
        }
    };
    with(from, [&](auto f) {
        with(to, [&](auto t) {
            if constexpr (f() < t()) widen_words<f(), t()>(narrow, wide, count);
        });
    });
}

}  // namespace

void Store::clear(Room& room, const BlockLayout& layout) {
    for (std::size_t phase = 0; phase < pools.size(); ++phase) release_phase(room, phase);
    if (layout.divided()) return std::fill(segments.begin(), segments.end(), nullptr);
    for (int upper = 0; upper < static_cast<int>(segments.size()); ++upper)
        release(room, layout, upper);
}

void Store::copy_out(Room& room, const BlockLayout& layout, const BlockLayout& whole,
                     const Halves& halves, int upper, std::byte* to) {
    if (!layout.divided()) load(room, layout, upper);
    for_each_block(whole, halves, upper, [&](int lower, std::uint64_t offset, std::uint64_t size) {
        if (bits.of(upper)[lower / 64] >> (lower % 64) & 1)
            std::memcpy(to + offset * width, block(layout, upper, lower), size * width);
        else
            std::memset(to + offset * width, 0, size * width);
    });
    if (!layout.divided()) unload(room, layout, upper);
}

void Store::copy_in(Room& room, const BlockLayout& layout, const BlockLayout& whole,
                    const Halves& halves, int upper, const std::byte* from) {
    for_each_block(whole, halves, upper, [&](int lower, std::uint64_t offset, std::uint64_t size) {
        if (!(bits.of(upper)[lower / 64] >> (lower % 64) & 1)) return;
        const int place = layout.place(upper, lower);
        if (!segments[place]) allocate(room, layout, place);
        std::memcpy(block(layout, upper, lower), from + offset * width, size * width);
    });
    if (!layout.divided() && segments[upper]) finish(room, layout, upper);
}

void Store::write(files::CheckedWriter& writer, Room& room, const BlockLayout& layout,
                  const BlockLayout& whole, const Halves& halves, bool together,
                  const std::function<void()>& after) {
    writer.write(bits.words.data(), bits.words.size() * sizeof(std::uint64_t));
    const std::vector<ScratchFile::Place> nowhere(halves.upper.values);
    const auto& elsewhere = together || places.empty() ? nowhere : places;
    if (room.scratch) writer.write(elsewhere.data(), elsewhere.size() * sizeof elsewhere[0]);
    std::vector<std::byte> segment;
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        if (!bits.any(upper) || elsewhere[upper].somewhere()) continue;
        segment.resize(bytes_of(whole, upper));
        copy_out(room, layout, whole, halves, upper, segment.data());
        writer.write(segment.data(), segment.size());
        after();
    }
}

void Store::read_places(files::SequentialFile& reader, const BlockLayout& layout, bool scratch) {
    reader.read(bits.words.data(), bits.words.size() * sizeof(std::uint64_t));
    if (scratch) reader.read(places.data(), places.size() * sizeof places[0]);
    for (int upper = 0; upper < static_cast<int>(layout.class_of.size()); ++upper)
        if ((bits.any(upper) || in_scratch(upper)) && layout.class_of[upper] < 0) reader.damaged();
}

void Store::read_segments(files::SequentialFile& reader, Room& room, const BlockLayout& layout,
                          const BlockLayout& whole, const Halves& halves) {
    std::vector<std::byte> segment;
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        if (!bits.any(upper) || in_scratch(upper)) continue;
        segment.resize(bytes_of(whole, upper));
        reader.read(segment.data(), segment.size());
        copy_in(room, layout, whole, halves, upper, segment.data());
    }
}

std::vector<ScratchFile::Range> Store::ranges(const BlockLayout& layout) const {
    std::vector<ScratchFile::Range> found;
    for (int upper = 0; upper < static_cast<int>(places.size()); ++upper)
        if (in_scratch(upper)) found.push_back({places[upper], bytes_of(layout, upper)});
    return found;
}

std::shared_ptr<Store> Store::widened(Room& room, const BlockLayout& layout, const Halves& halves,
                                      int bytes, bool keep, system::ThreadPool& pool, int threads,
                                      const std::function<void()>& poll) {
    auto wide = std::make_shared<Store>(halves, layout, bytes, threads);
    wide->bits = bits;
    const auto convert = [&](int place, int thread) {
        const auto [begin, end] = layout.range(place);
        wide->allocate(room, layout, place, thread);
        widen_words(width, bytes, segments[place] + begin * width,
                    wide->segments[place] + begin * bytes, end - begin);
    };
    // By phases, so that little is there twice.
    std::vector<std::vector<int>> parts(layout.divided() ? pools.size() : segments.size());
    for (int place = 0; place < static_cast<int>(segments.size()); ++place)
        if (!layout.divided())
            parts[place].push_back(place);
        else if (segments[place] && !pools.empty(layout.phase(place)))
            parts[layout.phase(place)].push_back(place);
    pool.run(
        parts.size(), !layout.divided(),
        [&](std::size_t part, int thread, const std::atomic<bool>& stop) {
            for (int place : parts[part]) {
                if (stop) return;
                if (layout.divided()) {
                    convert(place, thread);
                } else if (load(room, layout, place)) {
                    convert(place, thread);
                    unload(room, layout, place);
                    if (!keep) release(room, layout, place);
                    wide->finish(room, layout, place);
                }
            }
            if (layout.divided() && !keep) release_phase(room, part);
        },
        poll);
    return wide;
}

}  // namespace babieca::sweep
