#include "core/sweep/swept_layers.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "core/sweep/program.hpp"
#include "core/sweep/words.hpp"
#include "core/system/file.hpp"

namespace babieca::sweep {
namespace {

ScratchBytes full_width(const Plan& plan, const BlockOptions& options) {
    const std::vector<int> widths(plan.layers.size(), options.counter_bits / 8);
    return scratch_bytes_for(plan, widths, options.threads, options.in_place,
                             !options.checkpoint.empty());
}

std::uint64_t arena_bytes(const Plan& plan, const BlockOptions& options) {
    const int bytes = by_twos(plan, options) ? sizeof(Twins) : options.counter_bits / 8;
    std::uint64_t most = store_bytes(plan, bytes, options.threads, options.in_place);
    const std::uint64_t sides = side_bytes(plan);
    if (options.memory == 0) return most;
    if (!options.scratch.empty()) most += full_width(plan, options).memory;
    return std::min(most, options.memory - std::min(options.memory, sides));
}

}  // namespace

bool by_twos(const Plan& plan, const BlockOptions& options) {
    if (options.moduli.size() < 2 || options.counter_bits != 64 || !options.scratch.empty() ||
        !options.checkpoint.empty() || options.wants_layer || options.from || options.until >= 0)
        return false;
    const std::uint64_t held = plan.peak_counters * sizeof(std::uint64_t);
    const std::uint64_t needed =
        store_bytes(plan, sizeof(Twins), options.threads, options.in_place) + side_bytes(plan);
    return options.memory == 0 || needed + held + held / 20 <= options.memory;
}

SweptLayers::SweptLayers(const frontier::Sweep& sweep, const Plan& plan,
                         const BlockOptions& options)
    : sweep_(sweep),
      plan_(plan),
      options_(options),
      halves_(sweep.schedule),
      room_(arena_bytes(plan, options)) {
    room_.chunk = chunk_bytes(plan, options.threads);
}

// Divided, if there is a mirror: there, stored images are read from all over a layer.
SweptLayer SweptLayers::make(int number, Mode mode, int bits, int width) const {
    SweptLayer layer{number, mode, bits, {}, nullptr};
    if (halves_.pairs) {
        const Division division = division_of(sweep_.schedule, number);
        layer.layout = make_layout(sweep_.problem, sweep_.schedule, number, halves_, Detail::blocks,
                                   &division);
    } else {
        layer.layout = make_layout(sweep_.problem, sweep_.schedule, number, halves_);
    }
    layer.store = std::make_shared<Store>(halves_, layer.layout, width, options_.threads);
    return layer;
}

// As whoever keeps it wants it.
BlockLayout SweptLayers::whole_layout(const SweptLayer& layer) const {
    return layer.layout.divided()
               ? make_layout(sweep_.problem, sweep_.schedule, layer.number, halves_)
               : layer.layout;
}

SweptLayer SweptLayers::first(Mode mode, int width) {
    SweptLayer layer = make(0, mode, 1, width);
    if (layer.layout.class_of[0] < 0) return layer;  // colours out of balance: nothing is reached
    layer.store->allocate(room_, layer.layout, layer.layout.place(0, 0));
    std::uint64_t one = 1;
    if (mode == Mode::rounded)
        one = width == 4 ? std::bit_cast<std::uint32_t>(1.0f) : std::bit_cast<std::uint64_t>(1.0);
    std::memcpy(layer.store->block(layer.layout, 0, 0), &one, width);  // little endian
    layer.store->bits.of(0)[0] = 1;
    return layer;
}

SweptLayer SweptLayers::from(const LayerView& view) {
    SweptLayer layer =
        make(view.layer, view.residues ? Mode::modular : Mode::exact, view.largest, view.width);
    layer.store->bits.words = view.bits;
    for (int upper = 0; upper < halves_.upper.values; ++upper)
        if (view.segments[upper])
            layer.store->copy_in(room_, layer.layout, view.layout, halves_, upper,
                                 view.segments[upper]);
    return layer;
}

void SweptLayers::lend(const SweptLayer& layer) {
    const BlockLayout whole = whole_layout(layer);
    options_.receive_layer({layer.number, whole, layer.store->bits.words, layer.width(), layer.bits,
                            layer.mode == Mode::modular, [&](int upper, std::byte* to) {
                                layer.store->copy_out(room_, layer.layout, whole, halves_, upper,
                                                      to);
                            }});
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
        form >> 8 > 3 || (!std::has_single_bit(form & 0xff) && width != 6) ||
        width > options_.counter_bits / 8)
        reader.damaged();
    SweptLayer layer =
        make(static_cast<int>(number), static_cast<Mode>(form >> 8), static_cast<int>(bits), width);
    layer.store->read_places(reader, layer.layout, !options_.scratch.empty());
    open_scratch(layer.store->ranges(layer.layout));
    layer.store->read_segments(reader, room_, layer.layout, whole_layout(layer), halves_);
    reader.finish();
    return layer;
}

void SweptLayers::save(const SweptLayer& layer, std::uint64_t modulus, bool whole,
                       const std::function<void()>& poll) {
    if (room_.scratch && !whole) room_.scratch->sync();
    files::CheckedWriter writer(
        options_.checkpoint, identity(modulus),
        {static_cast<std::uint64_t>(layer.number),
         static_cast<std::uint64_t>(layer.mode) << 8 | static_cast<std::uint64_t>(layer.width()),
         static_cast<std::uint64_t>(layer.bits)});
    layer.store->write(writer, room_, layer.layout, whole_layout(layer), halves_, whole, poll);
    writer.commit();
    if (room_.scratch)
        room_.scratch->hold(whole ? std::vector<ScratchFile::Range>{}
                                  : layer.store->ranges(layer.layout));
}

void SweptLayers::open_scratch(const std::vector<ScratchFile::Range>& held) {
    if (options_.scratch.empty()) return;
    disk_bytes_ = disk_bytes();
    const auto [memory, disk] = full_width(plan_, options_);
    room_.kept = options_.memory - std::min(options_.memory, memory);
    room_.scratch.reset();
    room_.scratch =
        std::make_unique<ScratchFile>(options_.scratch, disk, options_.scratch_name, held);
}

std::uint64_t SweptLayers::disk_bytes() const {
    return room_.scratch ? std::max<std::uint64_t>(disk_bytes_, room_.scratch->peak())
                         : disk_bytes_;
}

}  // namespace babieca::sweep
