#include "core/sweep/layers.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "core/sweep/counter_types.hpp"

namespace babieca::sweep {
namespace {

// Calls visit(lower, offset in the whole segment, counters) for the blocks of a segment.
template <typename Visit>
void for_each_block(const BlockLayout& whole, const Halves& halves, int upper, Visit&& visit) {
    const auto& segment = whole.of(upper);
    for (std::uint32_t n = 0; n < whole.blocks_of[upper]; ++n) {
        const std::uint32_t lower = segment.present[n];
        visit(static_cast<int>(lower), segment.offset[lower], segment.block_size(halves, lower));
    }
}

void widen(int from, int to, const std::byte* narrow, std::byte* wide, std::uint64_t count) {
    const auto with = [](int bytes, auto&& work) {
        return bytes == sizeof(Twins) ? work.template operator()<Twins>()
                                      : with_exact_counter(bytes, work);
    };
    with_exact_counter(from, [&]<typename From>() {
        with(to, [&]<typename To>() {
            if constexpr (sizeof(From) < sizeof(To))
                for (std::uint64_t n = 0; n < count; ++n)
                    reinterpret_cast<To*>(wide)[n] =
                        static_cast<To>(reinterpret_cast<const From*>(narrow)[n]);
        });
    });
}

// The counters of a layer in scratch are written in ranges of so many bytes.
constexpr std::size_t range_bytes = std::size_t{1} << 22;

// Calls visit(segment, upper) for a copy of every segment that has a block.
template <typename Visit>
void for_each_segment(const LentLayer& lent, Visit&& visit) {
    std::vector<std::byte> segment;
    for (int upper = 0; upper < static_cast<int>(lent.layout.shape_of.size()); ++upper) {
        if (!lent.bits.any(upper)) continue;
        segment.resize(lent.layout.size[upper] * lent.width);
        lent.copy(upper, segment.data());
        visit(segment, upper);
    }
}

}  // namespace

BlockBits all_blocks(const BlockLayout& layout, const Halves& halves) {
    BlockBits bits(halves, layout);
    for (int upper = 0; upper < halves.upper.values; ++upper)
        if (layout.shape_of[upper] >= 0)
            for (std::uint32_t lower : layout.of(upper).present)
                if (layout.stores(upper, static_cast<int>(lower)))
                    bits.set(upper, static_cast<int>(lower));
    return bits;
}

Store::Store(const Halves& halves, LayerMemory& memory,
             std::shared_ptr<const BlockLayout> own_layout, int width, int threads)
    : halves(halves),
      memory(memory),
      layout(std::move(own_layout)),
      segments(halves.upper.values * static_cast<std::size_t>(layout->cells), nullptr),
      bits(halves, *layout),
      width(width),
      addresses_(layout->divided() ? 0 : halves.upper.values),
      pools_(layout->read.size(), threads) {}

Store::~Store() {
    for (std::size_t phase = 0; phase < pools_.size(); ++phase) release_phase(phase);
    if (layout->divided()) return;
    for (int upper = 0; upper < static_cast<int>(segments.size()); ++upper) release(upper);
}

std::byte* Store::allocate(int cell_number, int thread) {
    return segments[cell_number] = layout->divided()
                                       ? pools_.allocate(memory, layout->phase(cell_number), thread,
                                                         layout->size_at(cell_number) * width)
                                       : memory.arena.allocate(bytes_of(cell_number));
}

void Store::forget(int upper) {
    if (segments[upper]) memory.arena.release(segments[upper], bytes_of(upper));
    segments[upper] = nullptr;
}

void Store::release(int upper) {
    forget(upper);
    if (!in_scratch(upper) || !memory.scratch) return;
    memory.scratch->give(addresses_[upper], bytes_of(upper));
    addresses_[upper] = {};
}

void Store::finish(int upper) {
    if (in_scratch(upper)) throw std::logic_error("a segment is finished twice");
    if (!memory.scratch || memory.arena.used() <= memory.resident) return;
    addresses_[upper] = memory.scratch->write(segments[upper], bytes_of(upper));
    forget(upper);
}

std::byte* Store::load(int cell_number) {
    if (segments[cell_number] || !in_scratch(cell_number)) return segments[cell_number];
    allocate(cell_number);
    memory.scratch->read(addresses_[cell_number], segments[cell_number], bytes_of(cell_number));
    return segments[cell_number];
}

void Store::unload(int upper) {
    if (in_scratch(upper)) forget(upper);
}

void Store::expect(int upper) const {
    if (!segments[upper] && in_scratch(upper))
        memory.scratch->expect(addresses_[upper], bytes_of(upper));
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
        const int cell_number = layout->cell_number(upper, lower);
        if (!segments[cell_number]) allocate(cell_number);
        std::memcpy(block(upper, lower), from + offset * width, size * width);
    });
    if (!layout->divided() && segments[upper]) finish(upper);
}

void Store::write(files::CheckedWriter& writer, const BlockLayout& whole, bool together,
                  const std::function<void()>& after) {
    writer.write(bits.limbs.data(), bits.limbs.size() * sizeof(std::uint64_t));
    const std::vector<ScratchFile::Address> nowhere(halves.upper.values);
    const auto& elsewhere = together || addresses_.empty() ? nowhere : addresses_;
    if (memory.scratch) writer.write(elsewhere.data(), elsewhere.size() * sizeof elsewhere[0]);
    std::vector<std::byte> segment;
    for (int upper = 0; upper < halves.upper.values; ++upper) {
        if (!bits.any(upper) || elsewhere[upper].is_set()) continue;
        segment.resize(whole.size[upper] * width);
        copy_out(whole, upper, segment.data());
        writer.write(segment.data(), segment.size());
        after();
    }
}

void Store::read_addresses(files::SequentialFile& reader, bool scratch) {
    reader.read(bits.limbs.data(), bits.limbs.size() * sizeof(std::uint64_t));
    std::vector<ScratchFile::Address> addresses(halves.upper.values);
    if (scratch) reader.read(addresses.data(), addresses.size() * sizeof addresses[0]);
    for (int upper = 0; upper < halves.upper.values; ++upper)
        if ((bits.any(upper) || addresses[upper].is_set()) && layout->shape_of[upper] < 0)
            reader.damaged();
    if (scratch) addresses_ = std::move(addresses);
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
    for (int upper = 0; upper < static_cast<int>(addresses_.size()); ++upper)
        if (in_scratch(upper)) found.push_back({addresses_[upper], bytes_of(upper)});
    return found;
}

std::shared_ptr<Store> Store::widened(int bytes, bool hold, system::ThreadPool& pool, int threads,
                                      const std::function<void()>& poll) {
    auto wide = std::make_shared<Store>(halves, memory, layout, bytes, threads);
    wide->bits = bits;
    const bool divided = layout->divided();
    // By phases, so that few counters exist twice.
    std::vector<std::vector<int>> parts(divided ? pools_.size() : segments.size());
    for (int cell_number = 0; cell_number < static_cast<int>(segments.size()); ++cell_number)
        if (!divided)
            parts[cell_number].push_back(cell_number);
        else if (segments[cell_number] && !pools_.empty(layout->phase(cell_number)))
            parts[layout->phase(cell_number)].push_back(cell_number);
    pool.run(
        parts.size(), !divided,
        [&](std::size_t part, int thread, const std::atomic<bool>& stop) {
            for (int cell_number : parts[part]) {
                if (stop) return;
                if (!load(cell_number)) continue;
                widen(width, bytes, segments[cell_number], wide->allocate(cell_number, thread),
                      layout->size_at(cell_number));
                if (divided) continue;
                unload(cell_number);
                if (!hold) release(cell_number);
                wide->finish(cell_number);
            }
            if (divided && !hold) release_phase(part);
        },
        poll);
    return wide;
}

KeptLayer::KeptLayer(const LentLayer& lent, ScratchFile* scratch)
    : layer_(lent.layer),
      layout_(lent.layout),
      bits_(lent.bits),
      width_(lent.width),
      largest_(lent.largest),
      residues_(lent.residues),
      scratch_(scratch) {
    lay_out_segments();
    if (!scratch_) {
        memory_ = std::make_unique_for_overwrite<std::byte[]>(counters_ * width_);
        for (int upper = 0; upper + 1 < static_cast<int>(begin_.size()); ++upper)
            if (has_segment(upper)) lent.copy(upper, memory_.get() + begin_[upper] * width_);
        return;
    }
    const auto put = [&](const void* data, std::size_t bytes) {
        ranges_.push_back({scratch_->write(data, bytes), bytes});
    };
    put(bits_.limbs.data(), bits_.limbs.size() * sizeof bits_.limbs[0]);
    std::vector<std::byte> together;
    together.reserve(range_bytes);
    for_each_segment(lent, [&](const std::vector<std::byte>& segment, int) {
        for (std::size_t at = 0; at < segment.size();) {
            const auto begin = segment.begin() + static_cast<std::ptrdiff_t>(at);
            const std::size_t part = std::min(segment.size() - at, range_bytes - together.size());
            together.insert(together.end(), begin, begin + static_cast<std::ptrdiff_t>(part));
            at += part;
            if (together.size() < range_bytes) continue;
            put(together.data(), together.size());
            together.clear();
        }
    });
    if (!together.empty()) put(together.data(), together.size());
    unload();
}

KeptLayer::KeptLayer(BlockLayout layout, const Halves& halves,
                     std::unique_ptr<files::MappedFile> file)
    : layout_(std::move(layout)), bits_(halves, layout_), file_(std::move(file)) {
    const std::size_t bytes = bits_.limbs.size() * sizeof bits_.limbs[0];
    std::memcpy(bits_.limbs.data(), file_->at(0, bytes), bytes);
    lay_out_segments();
}

KeptLayer::~KeptLayer() {
    for (const auto& [address, bytes] : ranges_) scratch_->give(address, bytes);
}

void KeptLayer::load(BlockLayout layout) {
    layout_ = std::move(layout);
    bits_.limbs = ZeroBuffer<std::uint64_t>(ranges_[0].bytes / sizeof bits_.limbs[0]);
    scratch_->read(ranges_[0].address, bits_.limbs.data(), ranges_[0].bytes);
    memory_ = std::make_unique_for_overwrite<std::byte[]>(counters_ * width_);
    std::byte* at = memory_.get();
    for (auto range = ranges_.begin() + 1; range != ranges_.end(); ++range) {
        scratch_->read(range->address, at, range->bytes);
        at += range->bytes;
    }
}

void KeptLayer::unload() {
    layout_ = BlockLayout();
    bits_.limbs = {};  // clear() would not free the memory
    memory_.reset();
}

void KeptLayer::write(const LentLayer& lent, files::CheckedWriter& writer) {
    writer.write(lent.bits.limbs.data(), lent.bits.limbs.size() * sizeof(std::uint64_t));
    std::vector<std::uint64_t> wide;
    for_each_segment(lent, [&](const std::vector<std::byte>& segment, int upper) {
        wide.resize(lent.layout.size[upper]);
        for (std::size_t n = 0; n < wide.size(); ++n)
            wide[n] = counter_at(segment.data() + n * lent.width, lent.width);
        writer.write(wide.data(), wide.size() * sizeof(std::uint64_t));
    });
}

void KeptLayer::lay_out_segments() {
    for (std::size_t upper = 0; upper < layout_.shape_of.size(); ++upper) {
        begin_.push_back(counters_);
        if (layout_.shape_of[upper] >= 0 && bits_.any(static_cast<int>(upper)))
            counters_ += layout_.size[upper];
    }
    begin_.push_back(counters_);
}

LayerView KeptLayer::view() const {
    LayerView view{{layer_, layout_, bits_, width_, largest_, residues_}, {}};
    for (int upper = 0; upper + 1 < static_cast<int>(begin_.size()); ++upper)
        view.segments.push_back(has_segment(upper) ? memory_.get() + begin_[upper] * width_
                                                   : nullptr);
    return view;
}

std::uint64_t KeptLayer::ways(int upper, int lower, std::uint64_t matching) const {
    if (layout_.shape_of[upper] < 0 || !bits_.has(upper, lower)) return 0;
    const std::uint64_t at = begin_[upper] + layout_.of(upper).offset[lower] + matching;
    if (!file_) return counter_at(memory_.get() + at * width_, width_);
    std::uint64_t value;
    std::memcpy(&value, file_->at((bits_.limbs.size() + at) * sizeof value, sizeof value),
                sizeof value);
    return value;
}

std::uint64_t KeptLayer::bytes() const {
    const std::uint64_t counters = scratch_ && !memory_ ? 0 : counters_ * width_;
    return bits_.limbs.size() * sizeof bits_.limbs[0] + (file_ ? file_->body_bytes() : counters);
}

}  // namespace babieca::sweep
