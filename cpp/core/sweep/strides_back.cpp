#include <algorithm>
#include <bit>
#include <utility>

#include "core/sweep/counter_types.hpp"
#include "core/sweep/strides.hpp"

namespace babieca::sweep {
namespace {

// Bytes of a counter. Wide counters may wrap; narrow counters are used only if none can wrap.
constexpr int narrow = 4, wide = 8;

int bytes_of(int bits) {
    return bits <= 8 * narrow ? narrow : wide;
}

}  // namespace

struct StridesBack::Passage : ResolvedStride {
    const LayerView& layer;
    std::uint64_t most_middle;
    int middle_width = narrow;  // bytes of a counter of the ways to reach the middle

    Passage(const StrideContext& context, const LayerView& layer, const BlockLayout& after,
            std::uint64_t most_middle)
        : ResolvedStride(context.sweep, context.halves, layer.layer, layer.layout, after),
          layer(layer),
          most_middle(most_middle) {
        const auto terms =
            stride.programs[0].choices.size() * 2 * context.sweep.schedule.slot_count;
        if (!layer.residues)
            middle_width = std::max(
                layer.width, bytes_of(layer.largest + static_cast<int>(std::bit_width(terms))));
    }
};

StridesBack::StridesBack(const frontier::Sweep& sweep, int threads, std::uint64_t bytes,
                         std::uint64_t modulus)
    : sweep_(sweep),
      modulus_(modulus),
      halves_(sweep.schedule),
      memory_(bytes),
      context_(sweep, halves_, memory_, threads),
      present_(halves_, 0),
      onward_(std::make_shared<Store>(
          halves_, memory_,
          std::make_shared<const BlockLayout>(make_layout(sweep, sweep.steps(), halves_)),
          narrow)) {
    if (halves_.pairs) locks_ = std::make_unique<std::atomic_flag[]>(halves_.upper.values);
    if (onward_->layout->shape_of[0] < 0) return;  // the colours do not balance
    // The only state of the last layer is complete in one way.
    const std::uint32_t one = 1;
    std::memcpy(onward_->allocate(0), &one, narrow);
}

void StridesBack::go_back(const LayerView& layer, std::uint64_t middle,
                          const std::function<std::uint64_t(int)>& allow,
                          const std::function<void(double)>& report) {
    present_.limbs = {};  // freed before the next bits are made
    present_ = layer.width ? layer.bits : all_blocks(layer.layout, halves_);
    // A state has at most one successor per choice, and its image too: this bounds the sums.
    const std::shared_ptr<const BlockLayout> after = onward_->layout;
    Passage passage(context_, layer, *after, middle);
    const Stride& stride = passage.stride;
    int bits = largest_ + (halves_.pairs > 0);
    for (const Program& program : stride.programs)
        bits += static_cast<int>(std::bit_width(program.choices.size()));
    const int residue = modulus_ ? static_cast<int>(std::bit_width(modulus_)) : 64;
    exact_ = exact_ && !(modulus_ && (layer.width || bits >= residue));
    const int width = std::max(onward_->width, bytes_of(std::min(bits, residue)));
    memory_.arena.allow(allow(width));
    if (width > onward_->width)
        onward_ = onward_->widened(width, false, context_.pool, 1, [&] { report(0); });
    sums_ = std::make_shared<Store>(halves_, memory_,
                                    std::make_shared<const BlockLayout>(layer.layout), width);
    for (ThreadBuffers& own : context_.threads)
        for (std::size_t p = 0; p < stride.programs.size(); ++p)
            own.uses[p].assign(stride.programs[p].choices.size(), 0);

    const auto& waves = stride.waves;
    std::atomic<std::size_t> done{0};
    const auto work = [&](std::size_t task, int thread, const std::atomic<bool>& stop) {
        back_over_wave(passage, waves[waves.size() - 1 - task], context_.threads[thread], stop);
        ++done;
    };
    const auto poll = [&] {
        report(static_cast<double>(done) / static_cast<double>(waves.size()));
    };
    const std::uint64_t counters = layer.layout.counters + passage.middle.counters;
    context_.pool.run(waves.size(), counters <= pool_threshold, work, poll);
    poll();
    add_uses(stride);
    onward_ = std::move(sums_);
}

void StridesBack::back_over_wave(Passage& passage, int wave, ThreadBuffers& own,
                                 const std::atomic<bool>& stop) {
    const Stride& stride = passage.stride;
    const std::size_t last = stride.programs.size() - 1;
    const int* const numbers = stride.middle_number.data();
    const auto release = [&](const Slice::Segment& segment) {
        const UpperCase& upper = stride.programs[last].targets[segment.target];
        onward_->release(wave + segment.subwave + upper.upper);
    };
    for (int range = 0; range <= stride.key_ranges.of(onward_->layout->last_key[wave]); ++range) {
        own.begin_middle(halves_, stride, wide * passage.most_middle);
        for (const Slice& slice : stride.slices) {
            const std::size_t pieces =
                passage.has_middle() ? reach_middle(passage, slice, wave, range, own) : 0;
            const Presence from =
                last ? Presence{*own.middle_bits, numbers, wave} : Presence{present_};
            for (const Slice::Segment& segment : slice.segments[last]) {
                if (stop) return;
                const UpperCase& upper = stride.programs[last].targets[segment.target];
                const int at = wave + segment.subwave + upper.upper;
                const std::byte* const onward = onward_->segments[at];
                if (!onward) continue;
                passage.resolvers[last].resolve(wave + segment.subwave, upper, from,
                                                {own.marks, nullptr, at}, own.numbers, own.piece,
                                                range);
                bring_back(passage, own.piece, last, wave, onward, own);
            }
            for (std::size_t n = 0; n < pieces; ++n) {
                const int cell_number = own.pieces[n].target * passage.middle.cells;
                const std::uint64_t begin = own.middle_at(passage, cell_number, wave);
                bring_back(passage, own.pieces[n], 0, wave,
                           own.middle_sums.data() + begin * sums_->width, own);
            }
        }
    }
    for (const Slice& slice : stride.slices) std::ranges::for_each(slice.segments[last], release);
}

// Computes the ways to reach the states of the middle layer. Returns the number of its pieces.
std::size_t StridesBack::reach_middle(Passage& passage, const Slice& slice, int wave, int range,
                                      ThreadBuffers& own) {
    const Program& program = passage.stride.programs.front();
    const LayerView& layer = passage.layer;
    const Presence to{*own.middle_bits, passage.stride.middle_number.data(), wave};
    own.middle_counters = 0;
    std::size_t pieces = 0;
    for (const Slice::Segment& segment : slice.segments.front()) {
        passage.resolvers.front().resolve(wave + segment.subwave, program.targets[segment.target],
                                          {present_}, to, own.numbers, own.piece, range);
        if (own.piece.targets.empty()) continue;
        own.sources.clear();
        for (int source : own.piece.sources) own.sources.push_back(layer.segments[source]);
        execute({Mode::residues,
                 {layer.residues ? modulus_ : 0},
                 layer.width,
                 passage.middle_width,
                 context_.tables,
                 own.reflection,
                 own.piece,
                 own.sources,
                 own.append_middle(passage, wave, range, passage.middle_width)});
        if (own.pieces.size() == pieces) own.pieces.emplace_back();
        own.pieces[pieces++] = own.piece;
    }
    if (own.middle_sums.size() < own.middle.size())
        own.middle_sums = CounterBuffer(own.middle.size());
    std::fill_n(own.middle_sums.begin(), own.middle_counters * sums_->width, std::byte{0});
    return pieces;
}

// Adds the ways to complete a piece's target to its sources: in the middle layer, or in the layer
// before, whose missing segments it allocates.
void StridesBack::bring_back(Passage& passage, const Piece& piece, std::size_t step, int wave,
                             const std::byte* onward, ThreadBuffers& own) {
    const int width = sums_->width;
    const int reach_width = step ? passage.middle_width : passage.layer.width;
    own.sources.clear();
    own.sums.clear();
    for (int source : piece.sources) {
        if (step) {
            const std::uint64_t begin = own.middle_at(passage, source, wave);
            own.sources.push_back(own.middle.data() + begin * reach_width);
            own.sums.push_back(own.middle_sums.data() + begin * width);
            continue;
        }
        const SpinLock lock(locks_ ? &locks_[source] : nullptr);
        std::byte*& segment = sums_->segments[source];
        if (!segment) {
            sums_->allocate(source);
            std::fill_n(segment, sums_->layout->size[source] * width, std::byte{0});
        }
        if (reach_width) own.sources.push_back(passage.layer.segments[source]);
        own.sums.push_back(segment);
    }
    own.seen |= transpose({exact_ ? 0 : modulus_, reach_width, width, context_.tables,
                           own.reflection, piece, own.sources, own.sums, onward, own.uses[step],
                           step == 0 ? locks_.get() : nullptr});
}

void StridesBack::add_uses(const Stride& stride) {
    for (ThreadBuffers& own : context_.threads) {
        largest_ = std::max<int>(largest_, std::bit_width(std::exchange(own.seen, 0)));
        for (std::size_t p = 0; p < stride.programs.size(); ++p) {
            const Program& program = stride.programs[p];
            const Vertex vertex = sweep_.schedule.steps[program.step].vertex;
            for (std::size_t choice = 0; choice < program.choices.size(); ++choice)
                for (Vertex other : program.choices[choice])
                    if (other >= 0) {
                        auto& tours = uses_[std::minmax(vertex, other)];
                        tours += own.uses[p][choice];
                        if (modulus_) tours %= modulus_;
                    }
        }
    }
}

std::uint64_t StridesBack::ways_on(const frontier::PackedState& state) const {
    const int upper = halves_.upper.value_of(state.types),
              lower = halves_.lower.value_of(state.types);
    if (!onward_->segments[upper]) return 0;
    const auto& present = onward_->layout->of(upper).present;
    if (std::ranges::find(present, static_cast<std::uint32_t>(lower)) == present.end()) return 0;
    return counter_at(onward_->block(upper, lower) + state.matching * onward_->width,
                      onward_->width);
}

std::map<Edge, std::uint64_t> StridesBack::uses() const {
    if (sweep_.images.empty()) return uses_;
    std::map<Edge, std::uint64_t> halved;
    for (const auto& [edge, tours] : uses_) {
        const auto image =
            uses_.find(std::minmax(sweep_.images[edge.first], sweep_.images[edge.second]));
        std::uint64_t both = tours + (image == uses_.end() ? 0 : image->second);
        if (modulus_) both %= modulus_;
        // An odd residue becomes even by adding the odd modulus.
        halved[edge] = (both % 2 && modulus_ ? both + modulus_ : both) / 2;
    }
    return halved;
}

}  // namespace babieca::sweep
