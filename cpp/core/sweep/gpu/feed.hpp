// The work of a GPU: the lists of a whole sweep, batch by batch.
//
// The host resolves steps (resolve.hpp), assigns an address in GPU memory to every segment, and
// writes lists into a buffer. The driver copies the buffer to the GPU and runs its launches in
// order. The feed reads and writes no counter, so it may be as many batches ahead as there are
// buffers.
//
// Groups. Waves are processed in groups, step by step. If two steps lie between stored layers, the
// first takes all waves of a group to their middles, which frees the sources; the second takes them
// to their targets, which frees the middles.
//
// Strides ahead. Layouts and programs depend on no counter, so they are made for the next strides
// while one stride is resolved.
//
// Block bits. Their memory is reused from layer to layer. A row is cleared when its segment is
// resolved; if the segment is never resolved, at the end of the stride.
//
// Addresses. Before a step of a wave is resolved, every segment that it writes gets the smallest
// free range that is large enough. If no range is large enough, counters are shifted together,
// which a GPU does fast. So the memory needed is the memory alive at once.
//
// Spilling. If the GPU has no memory for a wave, segments move to the host: first the segments that
// this stride wrote last, because the next stride reads in about the same order; then the sources
// of the last waves. A wave's own sources are fetched before the wave runs. Images that lie with
// later waves are few and are read from the host.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/sweep/gpu/addresses.hpp"
#include "core/sweep/gpu/kernel.hpp"
#include "core/sweep/plan.hpp"
#include "core/sweep/resolve.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::gpu {

// A spill frees 1/spare_part of the GPU beyond the present need, so that not every wave spills.
constexpr std::uint64_t spare_part = 8;

struct FeedOptions {
    int counter_bytes = 8;
    int threads = 1;
    std::uint64_t capacity = 0;  // bytes of GPU memory for counters
    std::uint64_t host = 0;      // bytes of host memory for counters
};

// One kernel launch. All goals have the same number of pairs; all are reflected, or none is.
// `goals` is their offset in the buffer, in bytes; the flows begin at 0.
struct Launch {
    int pairs;
    bool reflected;
    int counter_bytes;
    std::uint64_t goals, goal_count;

    // The number of thread groups that have work.
    std::uint64_t groups() const {
        const std::uint64_t counters = goal_count * frontier::matching_count[pairs];
        const std::uint64_t each = pairs < chunk_pairs ? group_threads : chunk_size;
        return (counters + each - 1) / each;
    }
};

// Invariants
//   - First the shifts are made, in order; then the launches run, one after another. Batches run in
//     order. A launch may read the results of an earlier launch, and may overwrite memory whose
//     last reader came before.
//   - Batches share no lists.
//   - Targets are on the GPU. Sources at addresses from `capacity` on are on the host.
struct Batch {
    Shifts shifts;
    std::vector<Launch> launches;
    std::uint64_t bytes = 0;   // used in the buffer
    std::uint64_t wanted = 0;  // without launches: the buffer bytes that the next wave needs
    int layer = 0;             // the stored layer that the batch computes
    int step = 0;              // whose choices the flows make
};

class Feed {
  public:
    Feed(const frontier::Sweep& sweep, const sweep::Plan& plan, const FeedOptions& options);

    // Fills the buffer with the next batch. A batch without launches means that the sweep is
    // complete, or that the buffer is too small for a wave. Throws OutOfBudget if GPU and
    // host memory do not suffice. The driver sets the counter at address 0 to 1 before all batches.
    Batch next(std::span<std::byte> buffer, Control& control);

    // The address of the result after the last batch; none: the result is 0.
    std::optional<std::uint64_t> answer() const {
        return source_->bits.has(0, 0) ? source_->segments[0] : std::nullopt;
    }

    std::uint64_t counters() const { return done_; }  // computed by the batches so far
    std::uint64_t peak_bytes() const { return addresses_.gpu.peak; }
    std::uint64_t host_peak_bytes() const { return addresses_.host.peak; }

  private:
    // Kinds of goals: the reflected goals by their pairs, then the other goals by their pairs.
    static constexpr std::size_t kinds = 2 * (most_pairs + 1), strides_ahead = 4;
    // A wave is resolved in at most `finest_parts` parts, so that few waves keep all threads busy.
    static constexpr std::size_t finest_parts = 64, tasks_per_thread = 8;
    template <typename Value>
    using PerKind = std::array<Value, kinds>;
    struct Lists {
        PerKind<std::vector<Goal>> goals;
        std::vector<Flow> flows;
        std::uint64_t bytes = 0;  // of goals and flows
    };
    // The offsets of lists in a buffer, in bytes.
    struct Laid {
        const Lists* lists;
        std::uint64_t flows;
        PerKind<std::uint64_t> goals;
    };
    // The vectors are reused from wave to wave, because allocating them would dominate.
    struct Wave {
        std::vector<Lists> parts;  // the first `used` belong to the present step
        std::size_t used = 0;
        std::vector<std::uint64_t> middle;  // addresses by the number of the touched part
        std::vector<std::pair<int, std::uint64_t>> middle_bytes;  // of the parts with an address
        std::span<const Lists> lists() const { return std::span(parts).first(used); }
        std::uint64_t bytes() const {
            std::uint64_t total = 0;
            for (const Lists& part : lists()) total += part.bytes;
            return total;
        }
    };
    // Aligned, so that threads share no cache line.
    struct alignas(64) ThreadBuffers {
        sweep::Piece piece;
        sweep::SourceNumbers numbers;
        std::vector<std::uint64_t> sources;
    };
    using Layout = std::shared_ptr<const sweep::BlockLayout>;
    struct Layer {
        Layout layout;
        sweep::BlockBits bits;
        std::vector<std::optional<std::uint64_t>> segments;  // addresses by upper value
        int counter_bytes;
        Extent extent(int upper) const {
            return {*segments[upper], layout->size[upper] * counter_bytes};
        }
        Mobile mobile(int upper) { return {&*segments[upper], extent(upper).bytes}; }
    };
    // A stride before it runs. The resolvers refer to the layouts.
    struct PreparedStride : sweep::ResolvedStride {
        Layout source, target;
        std::vector<int> never_written;  // rows of a wave's middle without a target

        PreparedStride(const Feed& feed, int layer, Layout source, Layout target);
    };

    Layout layout_of(int layer) const;
    void look_ahead();
    std::unique_ptr<Layer> make_layer(Layout layout);
    bool last_step() const { return step_ + 1 == now_->stride.programs.size(); }
    int wave(std::size_t number) const { return now_->stride.waves[group_ + number]; }
    int middle_row(std::size_t number) const {  // the first row of a wave of the group
        return static_cast<int>(number) * now_->stride.middle_parts;
    }
    // Calls use(upper value, bytes) for the segments that a step of a wave may write.
    template <typename Use>
    void for_each_segment(int wave, std::size_t step, Use&& use) const {
        const bool last = step + 1 == now_->stride.programs.size();
        const sweep::BlockLayout& layout = last ? *target_->layout : now_->middle;
        for (int subwave : now_->stride.programs[step].subwaves)
            for (const sweep::UpperCase& upper : now_->stride.programs[step].targets) {
                const int at = wave + subwave + upper.upper;
                if (layout.shape_of[at] >= 0) use(at, layout.size[at] * options_.counter_bytes);
            }
    }
    // Calls use(upper value) for the sources of a wave.
    template <typename Use>
    void for_each_source(int wave, Use&& use) const {
        for (int part : now_->stride.sources)
            if (source_->segments[wave + part]) use(wave + part);
    }
    std::uint64_t written(int wave, std::size_t step) const;
    std::uint64_t wanted(std::size_t number) const;
    bool assign(std::size_t number);
    void assign_surely(std::size_t number);
    void assign_group(std::size_t most);
    std::vector<Mobile> mobile();
    std::size_t choose(std::uint64_t least, std::uint64_t enough, std::vector<Mobile>& chosen);
    void spill(std::uint64_t least);
    void resolve(std::size_t buffer, Control& control);
    void resolve_part(std::size_t number, std::size_t part, ThreadBuffers& own);
    void append(const sweep::Piece& piece, std::uint64_t target,
                const std::vector<std::uint64_t>& sources, Lists& lists) const;
    std::uint64_t wave_bytes() const;
    void emit(std::size_t waves, std::span<std::byte> buffer, Batch& batch, Control& control);
    void retire(std::size_t waves);
    std::uint64_t stride_counters() const {
        return target_->layout->counters + now_->middle.counters;
    }
    void check(Control& control) const;

    const frontier::Sweep& sweep_;
    const sweep::Plan& plan_;
    const FeedOptions options_;
    sweep::Halves halves_;
    Addresses addresses_;
    int layer_ = 0;
    std::unique_ptr<Layer> source_, target_;
    std::optional<sweep::BlockBits> spare_bits_;  // of a finished layer, for reuse
    sweep::BlockBits middle_bits_;                // of the waves of a group, one after another
    std::uint64_t done_ = 0;
    // The present stride.
    std::shared_ptr<PreparedStride> now_;
    std::vector<ThreadBuffers> buffers_;
    std::vector<Wave> waves_;  // the first group_size_ are in use
    std::size_t group_ = 0, group_size_ = 0, step_ = 0;
    std::size_t emitted_ = 0;       // waves of the group whose lists of this step are in a batch
    Shifts shifts_;                 // for the next batch
    std::vector<Extent> finished_;  // extents whose last reader is the last batch
    std::vector<int> written_;      // targets of finished waves that are on the GPU
    // The next strides.
    int laid_out_ = 0;  // the last layer whose layout is requested
    std::shared_future<Layout> layout_ahead_;
    std::deque<std::shared_future<std::shared_ptr<PreparedStride>>> strides_ahead_;
    system::ThreadPool pool_;  // the last member: its threads use the others
};

}  // namespace babieca::gpu
