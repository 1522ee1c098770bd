#include "core/sweep/store.hpp"

#include <atomic>
#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "core/frontier/matchings.hpp"
#include "core/sweep/words.hpp"

namespace babieca::sweep {
namespace {

// Calls visit(lower, offset in the whole segment, counters) for the blocks of a segment.
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

Store::Store(const Halves& halves, LayerMemory& memory, std::shared_ptr<const BlockLayout> shape,
             int width, int threads)
    : halves(halves),
      memory(memory),
      layout(std::move(shape)),
      segments(halves.upper.values * static_cast<std::size_t>(layout->cells), nullptr),
      bits(halves),
      width(width),
      places_(layout->divided() ? 0 : halves.upper.values),
      pools_(layout->read.size(), threads) {}

Store::~Store() {
    for (std::size_t phase = 0; phase < pools_.size(); ++phase) release_phase(phase);
    if (layout->divided()) return;
    for (int upper = 0; upper < static_cast<int>(segments.size()); ++upper) release(upper);
}

std::byte* Store::allocate(int place, int thread) {
    return segments[place] = layout->divided()
                                 ? pools_.allocate(memory, layout->phase(place), thread,
                                                   layout->size_at(place) * width)
                                 : memory.arena.allocate(bytes_of(place));
}

void Store::forget(int upper) {
    if (segments[upper]) memory.arena.release(segments[upper], bytes_of(upper));
    segments[upper] = nullptr;
}

void Store::release(int upper) {
    forget(upper);
    if (!in_scratch(upper) || !memory.scratch) return;
    memory.scratch->give(places_[upper], bytes_of(upper));
    places_[upper] = {};
}

void Store::finish(int upper) {
    if (in_scratch(upper)) throw std::logic_error("a segment is finished twice");
    if (!memory.scratch || memory.arena.used() <= memory.resident) return;
    places_[upper] = memory.scratch->write(segments[upper], bytes_of(upper));
    forget(upper);
}

std::byte* Store::load(int place) {
    if (segments[place] || !in_scratch(place)) return segments[place];
    allocate(place);
    memory.scratch->read(places_[place], segments[place], bytes_of(place));
    return segments[place];
}

void Store::unload(int upper) {
    if (in_scratch(upper)) forget(upper);
}

void Store::expect(int upper) const {
    if (!segments[upper] && in_scratch(upper))
        memory.scratch->expect(places_[upper], bytes_of(upper));
}

void Store::copy_out(const BlockLayout& whole, int upper, std::byte* to) {
    if (!layout->divided()) load(upper);
    for_each_block(whole, halves, upper, [&](int lower, std::uint64_t offset, std::uint64_t size) {
        if (bits.has(upper, lower))
            std::memcpy(to + offset * width, block(upper, lower), size * width);
        else
            std::memset(to + offset * width, 0, size * width);
    });
    if (!layout->divided()) unload(upper);
}

void Store::copy_in(const BlockLayout& whole, int upper, const std::byte* from) {
    for_each_block(whole, halves, upper, [&](int lower, std::uint64_t offset, std::uint64_t size) {
        if (!bits.has(upper, lower)) return;
        const int place = layout->place(upper, lower);
        if (!segments[place]) allocate(place);
        std::memcpy(block(upper, lower), from + offset * width, size * width);
    });
    if (!layout->divided() && segments[upper]) finish(upper);
}

void Store::write(files::CheckedWriter& writer, const BlockLayout& whole, bool together,
                  const std::function<void()>& after) {
    writer.write(bits.words.data(), bits.words.size() * sizeof(std::uint64_t));
    const std::vector<ScratchFile::Place> nowhere(halves.upper.values);
    const auto& elsewhere = together || places_.empty() ? nowhere : places_;
    if (memory.scratch) writer.write(elsewhere.data(), elsewhere.size() * sizeof elsewhere[0]);
    std::vector<std::byte> segment;
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        if (!bits.any(upper) || elsewhere[upper].somewhere()) continue;
        segment.resize(whole.size[upper] * width);
        copy_out(whole, upper, segment.data());
        writer.write(segment.data(), segment.size());
        after();
    }
}

void Store::read_places(files::SequentialFile& reader, bool scratch) {
    reader.read(bits.words.data(), bits.words.size() * sizeof(std::uint64_t));
    std::vector<ScratchFile::Place> places(halves.upper.values);
    if (scratch) reader.read(places.data(), places.size() * sizeof places[0]);
    for (int upper = 0; upper < halves.upper.values; ++upper)
        if ((bits.any(upper) || places[upper].somewhere()) && layout->class_of[upper] < 0)
            reader.damaged();
    if (scratch) places_ = std::move(places);
}

void Store::read_segments(files::SequentialFile& reader, const BlockLayout& whole) {
    std::vector<std::byte> segment;
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        if (!bits.any(upper) || in_scratch(upper)) continue;
        segment.resize(whole.size[upper] * width);
        reader.read(segment.data(), segment.size());
        copy_in(whole, upper, segment.data());
    }
}

std::vector<ScratchFile::Range> Store::ranges() const {
    std::vector<ScratchFile::Range> found;
    for (int upper = 0; upper < static_cast<int>(places_.size()); ++upper)
        if (in_scratch(upper)) found.push_back({places_[upper], bytes_of(upper)});
    return found;
}

std::shared_ptr<Store> Store::widened(int bytes, bool keep, system::ThreadPool& pool, int threads,
                                      const std::function<void()>& poll) {
    auto wide = std::make_shared<Store>(halves, memory, layout, bytes, threads);
    wide->bits = bits;
    const bool divided = layout->divided();
    // By phases, so that little is there twice.
    std::vector<std::vector<int>> parts(divided ? pools_.size() : segments.size());
    for (int place = 0; place < static_cast<int>(segments.size()); ++place)
        if (!divided)
            parts[place].push_back(place);
        else if (segments[place] && !pools_.empty(layout->phase(place)))
            parts[layout->phase(place)].push_back(place);
    pool.run(
        parts.size(), !divided,
        [&](std::size_t part, int thread, const std::atomic<bool>& stop) {
            for (int place : parts[part]) {
                if (stop) return;
                if (!load(place)) continue;
                widen_words(width, bytes, segments[place], wide->allocate(place, thread),
                            layout->size_at(place));
                if (divided) continue;
                unload(place);
                if (!keep) release(place);
                wide->finish(place);
            }
            if (divided && !keep) release_phase(part);
        },
        poll);
    return wide;
}

}  // namespace babieca::sweep
