#include "core/sweep/strides_back.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <utility>

#include "core/sweep/execution.hpp"
#include "core/sweep/program.hpp"
#include "core/sweep/transpose.hpp"

namespace babieca::sweep {
namespace {

// With fewer counters than this, one thread runs a stride faster than many.
constexpr std::uint64_t pool_threshold = 20000;

// Marks every block of a layer, because the reached ones are unknown. Clears the marks of the layer
// `marked`.
void mark_all(const BlockLayout& layout, const BlockLayout& marked, BlockBits& bits) {
    const int values = static_cast<int>(layout.class_of.size());
    for (int upper = 0; upper < values; ++upper) {
        if (marked.class_of[upper] >= 0) std::fill_n(bits.of(upper), bits.stride, 0);
        if (layout.class_of[upper] < 0) continue;
        const auto& present = layout.of(upper).present;
        for (std::uint32_t n = 0; n < layout.blocks_of[upper]; ++n)
            bits.of(upper)[present[n] / 64] |= std::uint64_t{1} << (present[n] % 64);
    }
}

// Bytes of a counter: narrow while that surely suffices, then wide, which wraps.
constexpr int narrow = 4, wide = 8;

int bytes_of(int bits) {
    return bits <= 8 * narrow ? narrow : wide;
}

template <typename Work>
auto with_word(int bytes, Work&& work) {
    switch (bytes) {
        case 1:
            return work.template operator()<std::uint8_t>();
        case 2:
            return work.template operator()<std::uint16_t>();
        case 4:
            return work.template operator()<std::uint32_t>();
        default:
            return work.template operator()<std::uint64_t>();
    }
}

}  // namespace

struct StridesBack::Passage {
    const LayerView& layer;
    Stride stride;
    BlockLayout middle;
    int middle_bytes = narrow;  // of a counter of the ways to reach the middle
    BlockBits& present;
    std::vector<Resolver> resolvers;

    Passage(const frontier::Sweep& sweep, const LayerView& from, const Halves& halves,
            const BlockLayout& after, BlockBits& blocks)
        : layer(from),
          stride(make_stride(sweep.schedule, from.layer, halves, after)),
          present(blocks) {
        if (from.width)
            present.words = from.bits;
        else
            mark_all(from.layout, after, present);
        const std::size_t steps = stride.programs.size();
        if (passes()) {
            middle = make_layout(sweep.problem, sweep.schedule, from.layer + 1, halves);
            const auto terms = stride.programs[0].choices.size() * 2 * sweep.schedule.slot_count;
            if (!from.residues)
                middle_bytes = std::max(
                    from.width, bytes_of(from.largest + static_cast<int>(std::bit_width(terms))));
        }
        for (std::size_t p = 0; p < steps; ++p)
            resolvers.emplace_back(sweep.schedule, halves, p == 0 ? from.layout : middle,
                                   p + 1 == steps ? after : middle, stride.programs[p],
                                   stride.shares);
    }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;

    bool passes() const { return stride.programs.size() > 1; }  // a layer that is not stored
    int part(int upper, int wave) const { return stride.middle_number[upper - wave]; }
};

StridesBack::StridesBack(const frontier::Sweep& sweep, int threads, std::uint64_t bytes,
                         std::uint64_t modulus)
    : sweep_(sweep),
      modulus_(modulus),
      pool_(threads),
      halves_(sweep.schedule),
      memory_(bytes),
      same_row_(halves_.upper.values, 0),
      present_(halves_),
      layout_(std::make_shared<const BlockLayout>(
          make_layout(sweep.problem, sweep.schedule, sweep.steps(), halves_))),
      onward_(std::make_unique<Store>(halves_, memory_, layout_, narrow)) {
    tables_.grow(sweep.schedule.slot_count / 2);
    for (int thread = 0; thread < threads; ++thread) buffers_.emplace_back(halves_);
    if (halves_.pairs) locks_ = std::make_unique<std::atomic_flag[]>(halves_.upper.values);
    if (layout_->class_of[0] < 0) return;  // the colours do not balance
    // The only state of the last layer is complete: one way.
    onward_->allocate(0);
    const std::uint32_t one = 1;
    std::memcpy(onward_->segments[0], &one, narrow);
}

void StridesBack::go_back(const LayerView& layer, const std::function<std::uint64_t(int)>& allow,
                          const std::function<void(double)>& report) {
    Passage passage(sweep_, layer, halves_, *layout_, present_);
    // A state has at most one successor per choice, and so has its image: this bounds the sums.
    int bits = largest_ + (halves_.pairs > 0);
    for (const Program& program : passage.stride.programs)
        bits += static_cast<int>(std::bit_width(program.choices.size()));
    const int residue = modulus_ ? static_cast<int>(std::bit_width(modulus_)) : 64;
    exact_ = exact_ && (!modulus_ || bits < residue);
    const int width = std::max(onward_->width, bytes_of(std::min(bits, residue)));
    memory_.arena.allow(allow(width));
    const auto before = std::make_shared<const BlockLayout>(layer.layout);
    sums_ = std::make_unique<Store>(halves_, memory_, before, width);
    for (ThreadBuffers& own : buffers_)
        for (std::size_t p = 0; p < passage.stride.programs.size(); ++p)
            own.uses[p].assign(passage.stride.programs[p].choices.size(), 0);

    const auto& waves = passage.stride.waves;
    std::atomic<std::size_t> done{0};
    const auto work = [&](std::size_t task, int thread, const std::atomic<bool>& stop) {
        back_over_wave(passage, waves[waves.size() - 1 - task], buffers_[thread], stop);
        ++done;
    };
    const auto poll = [&] {
        report(static_cast<double>(done) / static_cast<double>(waves.size()));
    };
    const std::uint64_t counters = layer.layout.counters + passage.middle.counters;
    pool_.run(waves.size(), counters <= pool_threshold, work, poll);
    poll();
    add_uses(passage.stride);
    onward_ = std::move(sums_);
    layout_ = before;
}

void StridesBack::back_over_wave(Passage& passage, int wave, ThreadBuffers& own,
                                 const std::atomic<bool>& stop) {
    const int last_chunk = passage.stride.shares.of(layout_->limit[wave]);
    for (Chunk chunk{wave, 0}; chunk.number <= last_chunk; ++chunk.number) {
        const std::size_t pieces = passage.passes() ? reach_middle(passage, chunk, own) : 0;
        back_from_targets(passage, chunk, own, stop);
        if (stop) return;
        back_from_middle(passage, chunk, pieces, own);
    }
    const Program& last = passage.stride.programs.back();
    for (int subwave : last.subwaves)
        for (const UpperCase& upper : last.targets) onward_->release(wave + subwave + upper.upper);
}

// Computes the ways to reach the states of the middle. Keeps the pieces and returns their number.
std::size_t StridesBack::reach_middle(Passage& passage, Chunk chunk, ThreadBuffers& own) {
    const Program& program = passage.stride.programs.front();
    const int wave = chunk.wave;
    const auto parts = static_cast<std::size_t>(passage.stride.middle_parts);
    if (!own.bits || own.begin.size() != parts)
        own.bits = std::make_unique<BlockBits>(halves_, parts);
    std::fill(own.bits->words.begin(), own.bits->words.end(), 0);
    own.begin.assign(parts, 0);
    std::uint64_t counters = 0;
    for (int subwave : program.subwaves)
        for (const UpperCase& upper : program.targets) {
            const int at = wave + subwave + upper.upper;
            if (passage.middle.class_of[at] < 0) continue;
            const Shares& shares = passage.stride.shares;
            const std::uint64_t begin = passage.middle.begin_of(at, shares.begin[chunk.number]);
            own.begin[passage.part(at, wave)] = static_cast<std::ptrdiff_t>(counters - begin);
            counters += passage.middle.begin_of(at, shares.end(chunk.number)) - begin;
        }
    if (own.middle_reach.size() < counters) own.middle_reach.resize(counters);
    own.middle_sums.assign(counters, 0);

    const Presence from{passage.present};
    const Presence to{*own.bits, passage.stride.middle_number.data(), wave};
    std::size_t pieces = 0;
    for (int subwave : program.subwaves)
        for (const UpperCase& upper : program.targets) {
            Piece& piece = own.piece;
            passage.resolvers.front().resolve(wave + subwave, upper, from, to, own.numbers, piece,
                                              chunk.number);
            if (piece.targets.empty()) continue;
            own.reach.clear();
            for (int source : piece.sources) own.reach.push_back(passage.layer.segments[source]);
            const std::ptrdiff_t begin = own.begin[passage.part(piece.target, wave)];
            with_word(passage.layer.width, [&]<typename Source>() {
                const std::span sources(reinterpret_cast<const Source* const*>(own.reach.data()),
                                        own.reach.size());
                const auto run = [&]<typename Arithmetic>(Arithmetic arithmetic) {
                    using Word = typename Arithmetic::Counter;
                    Executor<Arithmetic> executor(tables_, arithmetic, own.buffers);
                    Word* const segment = reinterpret_cast<Word*>(own.middle_reach.data()) + begin;
                    executor.template run<Source>(piece, sources, &segment);
                };
                if constexpr (sizeof(Source) <= narrow) {
                    if (passage.layer.residues)
                        return run(Modular<std::uint32_t>{static_cast<std::uint32_t>(modulus_)});
                    if (passage.middle_bytes == narrow) return run(Wrapping<std::uint32_t>{});
                }
                run(Wrapping<std::uint64_t>{});
            });
            if (own.pieces.size() == pieces) own.pieces.emplace_back();
            own.pieces[pieces++] = piece;
        }
    return pieces;
}

// Runs the last step of the stride: from the present layer to the middle, or to the layer before.
void StridesBack::back_from_targets(Passage& passage, Chunk chunk, ThreadBuffers& own,
                                    const std::atomic<bool>& stop) {
    const int wave = chunk.wave;
    const int step = static_cast<int>(passage.stride.programs.size()) - 1;
    const Program& program = passage.stride.programs[step];
    BlockBits& present = step ? *own.bits : passage.present;
    const Presence from{present, step ? passage.stride.middle_number.data() : nullptr,
                        step ? wave : 0};
    for (int subwave : program.subwaves)
        for (const UpperCase& upper : program.targets) {
            if (stop) return;
            const std::byte* const onward = onward_->segments[wave + subwave + upper.upper];
            if (!onward) continue;
            Piece& piece = own.piece;
            passage.resolvers[step].resolve(wave + subwave, upper, from,
                                            Presence{own.marks, same_row_.data()}, own.numbers,
                                            piece, chunk.number);
            if (piece.targets.empty()) continue;
            if (step == 0) {
                read_layer(passage, piece, own);
                bring_back(own, piece, step, passage.layer.width, onward, onward_->width);
                continue;
            }
            own.reach.clear();
            own.sums.clear();
            for (int source : piece.sources) {
                const std::ptrdiff_t begin = own.begin[passage.part(source, wave)];
                own.reach.push_back(reinterpret_cast<const std::byte*>(own.middle_reach.data()) +
                                    begin * passage.middle_bytes);
                own.sums.push_back(reinterpret_cast<std::byte*>(own.middle_sums.data()) +
                                   begin * sums_->width);
            }
            bring_back(own, piece, step, passage.middle_bytes, onward, onward_->width);
        }
}

void StridesBack::back_from_middle(Passage& passage, Chunk chunk, std::size_t pieces,
                                   ThreadBuffers& own) {
    for (std::size_t n = 0; n < pieces; ++n) {
        const Piece& piece = own.pieces[n];
        read_layer(passage, piece, own);
        const std::ptrdiff_t begin = own.begin[passage.part(piece.target, chunk.wave)];
        bring_back(
            own, piece, 0, passage.layer.width,
            reinterpret_cast<const std::byte*>(own.middle_sums.data()) + begin * sums_->width,
            sums_->width);
    }
}

// Finds the segments of the layer before that a piece reads and writes; allocates missing ones.
void StridesBack::read_layer(Passage& passage, const Piece& piece, ThreadBuffers& own) {
    const BlockLayout& layout = passage.layer.layout;
    own.reach.clear();
    own.sums.clear();
    for (int source : piece.sources) {
        const Held held(locks_ ? &locks_[source] : nullptr);
        std::byte*& segment = sums_->segments[source];
        if (!segment) {
            sums_->allocate(source);
            std::fill_n(segment, layout.size[source] * sums_->width, std::byte{0});
        }
        if (passage.layer.width) own.reach.push_back(passage.layer.segments[source]);
        own.sums.push_back(segment);
    }
}

void StridesBack::bring_back(ThreadBuffers& own, const Piece& piece, int step, int reach_bytes,
                             const std::byte* onward, int onward_bytes) {
    own.seen |= transpose({modulus_, exact_, reach_bytes, onward_bytes, sums_->width, tables_,
                           own.buffers, piece, own.reach, own.sums, onward, own.uses[step],
                           step == 0 ? locks_.get() : nullptr});
}

void StridesBack::add_uses(const Stride& stride) {
    for (ThreadBuffers& own : buffers_) {
        largest_ = std::max<int>(largest_, std::bit_width(std::exchange(own.seen, 0)));
        for (std::size_t p = 0; p < stride.programs.size(); ++p) {
            const Program& program = stride.programs[p];
            const Vertex vertex = sweep_.schedule.steps[program.step].vertex;
            for (std::size_t choice = 0; choice < program.choices.size(); ++choice)
                for (Vertex other : program.choices[choice])
                    if (other >= 0) {
                        auto& tours = uses_[{std::min(vertex, other), std::max(vertex, other)}];
                        tours += own.uses[p][choice];
                        if (modulus_) tours %= modulus_;
                    }
        }
    }
}

std::uint64_t StridesBack::ways_on(const frontier::PackedState& state) const {
    const int upper = halves_.upper.value_of(state.types),
              lower = halves_.lower.value_of(state.types);
    const std::byte* const segment = onward_->segments[upper];
    if (!segment) return 0;
    const BlockLayout::SegmentClass& segment_class = layout_->of(upper);
    const auto& present = segment_class.present;
    if (std::ranges::find(present, static_cast<std::uint32_t>(lower)) == present.end()) return 0;
    const std::uint64_t at = segment_class.offset[lower] + state.matching;
    return with_word(onward_->width, [&]<typename Word>() -> std::uint64_t {
        return reinterpret_cast<const Word*>(segment)[at];
    });
}

std::map<Edge, std::uint64_t> StridesBack::uses() const {
    if (sweep_.images.empty()) return uses_;
    std::map<Edge, std::uint64_t> halved;
    for (const auto& [edge, tours] : uses_) {
        const Vertex u = sweep_.images[edge.first], v = sweep_.images[edge.second];
        const auto image = uses_.find({std::min(u, v), std::max(u, v)});
        std::uint64_t both = tours + (image == uses_.end() ? 0 : image->second);
        if (modulus_) both %= modulus_;
        // An odd residue becomes even by adding the odd modulus.
        halved[edge] = (both % 2 && modulus_ ? both + modulus_ : both) / 2;
    }
    return halved;
}

}  // namespace babieca::sweep
