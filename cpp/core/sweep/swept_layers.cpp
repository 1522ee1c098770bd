#include <algorithm>
#include <cstddef>
#include <cstring>

#include "core/sweep/counter_types.hpp"
#include "core/sweep/strides.hpp"
#include "core/system/system.hpp"

namespace babieca::sweep {
namespace {

ScratchBytes full_width(const Plan& plan, const BlockOptions& options) {
    const std::vector<int> widths(plan.layers.size(), options.counter_bits / 8);
    return scratch_bytes_for(plan, widths, options.threads, !options.checkpoint.empty());
}

std::uint64_t arena_bytes(const Plan& plan, const BlockOptions& options) {
    const int bytes = by_twos(plan, options) ? sizeof(Twins) : options.counter_bits / 8;
    std::uint64_t most = bytes_needed(plan, bytes, options.threads) - side_bytes(plan);
    if (options.memory == 0) return most;
    if (!options.scratch.empty()) most += full_width(plan, options).memory;
    return std::min(most, options.memory - std::min(options.memory, side_bytes(plan)));
}

}  // namespace

bool by_twos(const Plan& plan, const BlockOptions& options) {
    if (options.moduli.size() < 2 || options.counter_bits != 64 || !options.scratch.empty() ||
        !options.checkpoint.empty() || options.wants_layer || options.from ||
        (options.until >= 0 && options.readings.empty()))
        return false;
    const std::uint64_t held = plan.peak_counters * sizeof(std::uint64_t);
    const std::uint64_t needed = bytes_needed(plan, sizeof(Twins), options.threads);
    return options.memory == 0 || needed + held + held / 20 <= options.memory;
}

SweptLayers::SweptLayers(const frontier::Sweep& sweep, const Plan& plan,
                         const BlockOptions& options)
    : sweep_(sweep),
      plan_(plan),
      options_(options),
      halves_(sweep.schedule),
      memory_(arena_bytes(plan, options)) {
    memory_.chunk = chunk_bytes(plan, options.threads);
}

SweptLayer SweptLayers::empty(int number, Mode mode, int bits, int width) {
    auto layout = std::make_shared<const BlockLayout>(stored_layout(sweep_, number, halves_));
    return {number, mode, bits,
            std::make_shared<Store>(halves_, memory_, std::move(layout), width, options_.threads)};
}

BlockLayout SweptLayers::whole_layout(const SweptLayer& layer) const {
    return layer.layout().divided() ? make_layout(sweep_, layer.number, halves_) : layer.layout();
}

SweptLayer SweptLayers::first(int width) {
    SweptLayer layer = empty(0, Mode::exact, 1, width);
    if (layer.layout().shape_of[0] < 0) return layer;  // the colours do not balance
    layer.store->allocate(layer.layout().cell_number(0, 0));
    const std::uint64_t one = 1;
    std::memcpy(layer.store->block(0, 0), &one, width);  // little endian
    layer.store->bits.of(0)[0] = 1;
    return layer;
}

SweptLayer SweptLayers::copy_of(const LayerView& view) {
    SweptLayer layer =
        empty(view.layer, view.residues ? Mode::residues : Mode::exact, view.largest, view.width);
    layer.store->bits = view.bits;
    for (int upper = 0; upper < halves_.upper.values; ++upper)
        if (view.segments[upper]) layer.store->copy_in(view.layout, upper, view.segments[upper]);
    return layer;
}

void SweptLayers::lend(const SweptLayer& layer) {
    const BlockLayout whole = whole_layout(layer);
    options_.receive_layer(
        {{layer.number, whole, layer.store->bits, layer.width(), layer.bits,
          layer.mode == Mode::residues},
         [&](int upper, std::byte* to) { layer.store->copy_out(whole, upper, to); }});
}

files::Identity SweptLayers::identity(std::uint64_t modulus) const {
    return {options_.scratch.empty() ? files::Kind::counters : files::Kind::counters_in_scratch,
            plan_.fingerprint,
            {modulus, static_cast<std::uint64_t>(options_.counter_bits)}};
}

std::optional<SweptLayer> SweptLayers::resume(std::uint64_t modulus) {
    if (options_.checkpoint.empty() || !system::exists(options_.checkpoint)) return std::nullopt;
    files::SequentialFile reader(options_.checkpoint, identity(modulus));
    const auto [number, form, bits] = reader.notes();
    const int width = static_cast<int>(form & 0xff);
    if (number > sweep_.schedule.steps.size() || !sweep_.schedule.layers[number].symmetric ||
        form >> 8 > 1 || !is_width(width) || width > options_.counter_bits / 8)
        reader.damaged();
    SweptLayer layer = empty(static_cast<int>(number), static_cast<Mode>(form >> 8),
                             static_cast<int>(bits), width);
    layer.store->read_addresses(reader, !options_.scratch.empty());
    open_scratch(layer.store->ranges());
    layer.store->read_segments(reader, whole_layout(layer));
    reader.finish();
    return layer;
}

void SweptLayers::save(const SweptLayer& layer, std::uint64_t modulus, bool whole,
                       const std::function<void()>& poll) {
    if (memory_.scratch && !whole) memory_.scratch->sync();
    files::CheckedWriter writer(
        options_.checkpoint, identity(modulus),
        {static_cast<std::uint64_t>(layer.number),
         static_cast<std::uint64_t>(layer.mode) << 8 | static_cast<std::uint64_t>(layer.width()),
         static_cast<std::uint64_t>(layer.bits)});
    layer.store->write(writer, whole_layout(layer), whole, poll);
    writer.commit();
    if (memory_.scratch)
        memory_.scratch->pin(whole ? std::vector<ScratchFile::Range>{} : layer.store->ranges());
}

void SweptLayers::open_scratch(const std::vector<ScratchFile::Range>& pinned) {
    if (options_.scratch.empty()) return;
    disk_bytes_ = disk_bytes();
    const auto [memory, disk] = full_width(plan_, options_);
    memory_.resident = options_.memory - std::min(options_.memory, memory);
    memory_.scratch.reset();
    memory_.scratch =
        std::make_unique<ScratchFile>(options_.scratch, disk, options_.scratch_name, pinned);
}

std::uint64_t SweptLayers::disk_bytes() const {
    return memory_.scratch ? std::max<std::uint64_t>(disk_bytes_, memory_.scratch->peak())
                           : disk_bytes_;
}

}  // namespace babieca::sweep
