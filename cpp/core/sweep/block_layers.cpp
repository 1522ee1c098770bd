#include "core/sweep/block_layers.hpp"

#include <algorithm>
#include <cstring>

#include "core/frontier/matchings.hpp"

namespace babieca::sweep {
namespace {

// The counters of a layer in scratch are written in ranges of so many bytes.
constexpr std::size_t range_bytes = std::size_t{1} << 22;

std::string file_name(int layer, const std::string& directory) {
    return directory + "/layer-" + std::to_string(layer) + ".counts";
}

bool any_bit(const Words& bits, std::size_t values, int upper) {
    const auto words = static_cast<std::ptrdiff_t>(bits.size() / values);
    const auto begin = bits.begin() + words * upper;
    return std::any_of(begin, begin + words, [](std::uint64_t word) { return word != 0; });
}

}  // namespace

KeptLayer::KeptLayer(const LentLayer& lent, ScratchFile* scratch)
    : layer_(lent.layer),
      layout_(lent.layout),
      bits_(lent.bits),
      width_(lent.width),
      largest_(lent.largest),
      residues_(lent.residues),
      scratch_(scratch) {
    place_segments();
    if (scratch_) {
        write_to_scratch(lent);
        return;
    }
    memory_ = std::make_unique_for_overwrite<std::byte[]>(counters_ * width_);
    for (int upper = 0; upper < static_cast<int>(begin_.size()); ++upper)
        if (has_segment(upper)) lent.copy(upper, memory_.get() + begin_[upper] * width_);
}

void KeptLayer::write_to_scratch(const LentLayer& lent) {
    const auto put = [&](const void* data, std::size_t bytes) {
        ranges_.push_back({scratch_->write(data, bytes), bytes});
    };
    put(bits_.data(), bits_.size() * sizeof bits_[0]);
    std::vector<std::byte> together, segment;
    together.reserve(range_bytes);
    for (int upper = 0; upper < static_cast<int>(begin_.size()); ++upper) {
        if (!has_segment(upper)) continue;
        segment.resize(layout_.size[upper] * width_);
        lent.copy(upper, segment.data());
        const std::byte* at = segment.data();
        for (std::size_t left = segment.size(); left > 0;) {
            const std::size_t part = std::min(left, range_bytes - together.size());
            together.insert(together.end(), at, at + part);
            at += part;
            left -= part;
            if (together.size() < range_bytes) continue;
            put(together.data(), together.size());
            together.clear();
        }
    }
    if (!together.empty()) put(together.data(), together.size());
    unload();
}

KeptLayer::~KeptLayer() {
    for (const auto& [place, bytes] : ranges_) scratch_->give(place, bytes);
}

void KeptLayer::load(BlockLayout layout) {
    layout_ = std::move(layout);
    bits_ = Words(ranges_[0].bytes / sizeof bits_[0]);
    scratch_->read(ranges_[0].place, bits_.data(), ranges_[0].bytes);
    memory_ = std::make_unique_for_overwrite<std::byte[]>(counters_ * width_);
    std::byte* at = memory_.get();
    for (auto range = ranges_.begin() + 1; range != ranges_.end(); ++range) {
        scratch_->read(range->place, at, range->bytes);
        at += range->bytes;
    }
}

void KeptLayer::unload() {
    layout_ = BlockLayout();
    bits_ = Words();  // clear() would keep the memory
    memory_.reset();
}

KeptLayer::KeptLayer(BlockLayout layout, std::size_t bits_words,
                     std::unique_ptr<files::MappedFile> file)
    : layout_(std::move(layout)), bits_(bits_words), file_(std::move(file)) {
    const std::size_t bytes = bits_words * sizeof(std::uint64_t);
    std::memcpy(bits_.data(), file_->at(0, bytes), bytes);
    place_segments();
}

void KeptLayer::write(const LentLayer& lent, files::CheckedWriter& writer) {
    writer.write(lent.bits.data(), lent.bits.size() * sizeof(std::uint64_t));
    const std::size_t values = lent.layout.class_of.size();
    std::vector<std::byte> segment;
    std::vector<std::uint64_t> wide;
    for (int upper = 0; upper < static_cast<int>(values); ++upper) {
        if (lent.layout.class_of[upper] < 0 || !any_bit(lent.bits, values, upper)) continue;
        segment.resize(lent.layout.size[upper] * lent.width);
        lent.copy(upper, segment.data());
        wide.assign(lent.layout.size[upper], 0);
        for (std::size_t n = 0; n < wide.size(); ++n)
            std::memcpy(&wide[n], segment.data() + n * lent.width, lent.width);
        writer.write(wide.data(), wide.size() * sizeof(std::uint64_t));
    }
}

void KeptLayer::place_segments() {
    const std::size_t values = layout_.class_of.size();
    begin_.assign(values, 0);
    counters_ = 0;
    for (std::size_t upper = 0; upper < values; ++upper) {
        begin_[upper] = counters_;
        if (layout_.class_of[upper] >= 0 && any_bit(bits_, values, static_cast<int>(upper)))
            counters_ += layout_.size[upper];
    }
}

std::vector<const std::byte*> KeptLayer::segments() const {
    std::vector<const std::byte*> found(begin_.size(), nullptr);
    for (int upper = 0; upper < static_cast<int>(begin_.size()); ++upper)
        if (has_segment(upper)) found[upper] = memory_.get() + begin_[upper] * width_;
    return found;
}

bool KeptLayer::has_segment(int upper) const {
    const auto next = static_cast<std::size_t>(upper) + 1;
    return (next < begin_.size() ? begin_[next] : counters_) > begin_[upper];
}

std::uint64_t KeptLayer::ways(int upper, int lower, std::uint64_t matching) const {
    if (layout_.class_of[upper] < 0) return 0;
    const std::size_t words = bits_.size() / layout_.class_of.size();
    if (!(bits_[words * upper + lower / 64] >> (lower % 64) & 1)) return 0;
    const std::uint64_t at = begin_[upper] + layout_.of(upper).offset[lower] + matching;
    std::uint64_t value = 0;  // little endian
    if (file_)
        std::memcpy(&value, file_->at((bits_.size() + at) * sizeof value, sizeof value),
                    sizeof value);
    else
        std::memcpy(&value, memory_.get() + at * width_, width_);
    return value;
}

std::uint64_t KeptLayer::bytes() const {
    const std::uint64_t counters = scratch_ && !memory_ ? 0 : counters_ * width_;
    return bits_.size() * sizeof bits_[0] + (file_ ? file_->body_bytes() : counters);
}

void KeptLayer::forget_pages() const {
    if (file_) file_->forget_pages();
}

files::Identity BlockLayers::identity(int layer) const {
    return {files::Kind::layer, fingerprint_, {static_cast<std::uint64_t>(layer), 0}};
}

void BlockLayers::keep(const LentLayer& lent, const std::string& directory, bool nameless) {
    if (directory.empty()) return add(lent.layer, std::make_unique<KeptLayer>(lent));
    const std::string path = file_name(lent.layer, directory);
    files::CheckedWriter writer(path, identity(lent.layer), {}, nameless);
    KeptLayer::write(lent, writer);
    add(lent.layer,
        std::make_unique<files::MappedFile>(path, writer.commit(), identity(lent.layer)));
}

void BlockLayers::open(int layer, const std::string& directory) {
    if (layer < 1 || layer >= static_cast<int>(layers_.size()))
        throw files::FileError("there is no layer " + std::to_string(layer));
    add(layer, std::make_unique<files::MappedFile>(file_name(layer, directory), identity(layer)));
}

void BlockLayers::add(int layer, std::unique_ptr<files::MappedFile> file) {
    const std::size_t words =
        ((static_cast<std::size_t>(halves_.lower.values) + 63) / 64) * halves_.upper.values;
    add(layer,
        std::make_unique<KeptLayer>(make_layout(sweep_.problem, sweep_.schedule, layer, halves_),
                                    words, std::move(file)));
}

void BlockLayers::add(int layer, std::unique_ptr<KeptLayer> kept) {
    bytes += kept->bytes();
    states += kept->counters();
    layers_[layer] = std::move(kept);
}

frontier::Natural<1> BlockLayers::ways(int t, const frontier::PackedState& state) const {
    if (sweep_.impossible()) return 0;
    if (t == 0) return state == frontier::PackedState{} ? 1 : 0;
    if (!layers_[t]) throw files::FileError("layer " + std::to_string(t) + " is missing");
    return layers_[t]->ways(halves_.upper.value_of(state.types),
                            halves_.lower.value_of(state.types), state.matching);
}

// The walk goes backwards: later layers are not read again.
void BlockLayers::arrive(int t) const {
    for (std::size_t later = t + 1; later + 1 < layers_.size(); ++later)
        if (layers_[later]) layers_[later]->forget_pages();
}

}  // namespace babieca::sweep
