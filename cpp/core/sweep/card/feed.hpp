// What a card is told to do: the lists of a whole sweep, batch by batch.
//
// The host resolves (resolve.hpp), knows where in the card's memory every segment lies, and writes
// lists into a buffer; whoever drives the card copies the buffer over and launches the jobs in
// order. Nothing here touches a counter. So the host may be ahead of the card by as many batches as
// there are buffers.
//
// Groups. Waves go in groups, step by step: where two steps lie between stored layers, the first
// brings all waves of a group to their middles, after which the sources of the group are free, and
// the second brings them to their targets, after which the middles are.
//
// Ahead. Layouts and programs depend on no counter: those of the next few strides are made while
// one is resolved.
//
// Bits. Which blocks a layer has is noted in memory that is used again and again: a row is cleared
// by who resolves its segment, and before anybody reads it if nobody does.
//
// Places. A wave is given places for all segments that a step writes before that is resolved, the
// smallest gaps that are large enough. Where gaps are too small, and nothing else is under way, the
// counters are first shifted together, which costs a card little. So what is alive at once is all
// the memory that is needed.
//
// Spilling. Where the card has no room for a wave, segments go to the host, those first
// that are needed last: of what this stride has written, the latest, as the next one reads in about
// the same order; then the sources of its last waves. What a wave reads of its own is fetched
// before; images that lie with later waves are few, and read where they are.
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
#include "core/sweep/card/kernel.hpp"
#include "core/sweep/card/places.hpp"
#include "core/sweep/crew.hpp"
#include "core/sweep/plan.hpp"
#include "core/sweep/resolve.hpp"

namespace babieca::card {

// Of the card: what is sent to the host beyond what a wave wants, so that not every wave has to.
constexpr std::uint64_t spare_part = 8;

struct FeedOptions {
    int counter_bytes = 8;
    int threads = 1;
    std::uint64_t capacity = 0;  // bytes of the card's memory for counters
    std::uint64_t host = 0;      // and of the host's
};

// One launch: goals of so many pairs, all turned or none, whose lists begin at these bytes of the
// buffer.
struct Job {
    int pairs;
    bool turning;
    int source_bytes, target_bytes;
    std::uint64_t goals, goal_count, flows;

    std::uint64_t groups() const {
        const std::uint64_t counters = goal_count * frontier::matching_count[pairs];
        const std::uint64_t each = pairs < chunk_pairs ? group_threads : chunk_size;
        return (counters + each - 1) / each;
    }
};

// Invariants
//   - Shifts are to be made in order and before the jobs; jobs are to be run one after another,
//     batches too: a job may read what one before it wrote, and memory whose last reader came
//     before may be written again.
//   - The lists of a batch are its own.
//   - Targets lie on the card; sources at addresses from its capacity on, on the host.
struct Batch {
    Shifts shifts;
    std::vector<Job> jobs;
    std::uint64_t bytes = 0;   // of the buffer
    std::uint64_t wanted = 0;  // no jobs: what the buffer must hold for the lists of the next wave
    int layer = 0;             // the stored layer whose counters are computed
};

class Feed {
  public:
    Feed(const frontier::Sweep& sweep, const sweep::Plan& plan, const FeedOptions& options);
    ~Feed();

    // Where the one counter of the first layer lies, in bytes; it is to be set to 1 before all.
    std::uint64_t first() const { return 0; }

    // Fills the buffer with the next batch; no jobs: the sweep is at its end, or the buffer is too
    // small for a wave. Throws frontier::OutOfBudget when the memory of card and host is.
    Batch next(std::span<std::byte> buffer, Control& control);

    // Where the answer lies, once the sweep is at its end; nowhere if it is 0.
    std::optional<std::uint64_t> answer() const;

    std::uint64_t counters() const { return done_; }  // computed by the batches handed out
    std::uint64_t peak_bytes() const { return places_.peak(); }
    std::uint64_t host_peak_bytes() const { return places_.host_peak(); }

  private:
    static constexpr int ways = 2;  // turned goals first, then the others
    static constexpr std::size_t strides_ahead = 4;
    // A wave is resolved in parts, more of them where few waves are to keep the threads busy.
    static constexpr std::size_t finest_parts = 64, tasks_per_thread = 8;
    using Goals = std::array<std::array<std::vector<Goal>, most_pairs + 1>, ways>;
    struct Lists {
        Goals goals;
        std::vector<Flow> flows;
        std::uint64_t bytes = 0;  // of all of them
    };
    // Where lists lie in a buffer, in bytes.
    struct Laid {
        const Lists* lists;
        std::uint64_t flows;
        std::array<std::array<std::uint64_t, most_pairs + 1>, ways> goals;
    };
    // Invariant: the vectors keep their memory from wave to wave, which is most of what a wave
    // would cost else.
    struct Wave {
        std::vector<Lists> parts;           // of the step under way, and more that wait
        std::size_t used = 0;               // parts
        std::vector<std::uint64_t> middle;  // segments by the number of the touched part
        std::vector<std::pair<int, std::uint64_t>> middle_bytes;  // of those that have a place
        std::span<const Lists> lists() const { return std::span(parts).first(used); }
        std::uint64_t bytes() const;
        void begin_parts(std::size_t count);
    };
    struct Bench;
    using Layout = std::shared_ptr<const sweep::BlockLayout>;
    struct Layer {
        Layout layout;
        sweep::BlockBits bits;
        std::vector<std::optional<std::uint64_t>> segments;  // per upper value, in bytes
        int bytes;                                           // of a counter
        Extent extent(int upper) const { return {*segments[upper], layout->size[upper] * bytes}; }
        Held held(int upper) { return {&*segments[upper], layout->size[upper] * bytes}; }
    };
    // All that is known of a stride beforehand; the resolvers refer to the layouts.
    struct Way {
        Layout source, middle, target;  // no middle: a single step
        sweep::Stride stride;
        std::vector<sweep::Resolver> resolvers;
        std::vector<int> never_written;  // rows of a wave's middle that no target has
    };

    Layout layout_of(int layer) const;
    std::unique_ptr<Way> make_way(int layer, Layout source, Layout target) const;
    void look_ahead();
    std::unique_ptr<Layer> make_layer(Layout layout);
    void begin_stride();
    void end_stride();
    bool last_step() const { return step_ + 1 == way_->stride.programs.size(); }
    int wave(std::size_t number) const { return way_->stride.waves[group_ + number]; }
    int middle_row(std::size_t number) const {  // the first one of a wave of the group
        return static_cast<int>(number) * way_->stride.middle_parts;
    }
    template <typename Use>
    void for_each_segment(int wave, std::size_t step, Use&& use) const;
    template <typename Use>
    void for_each_source(int wave, Use&& use) const;
    std::uint64_t written(int wave, std::size_t step) const;
    void note_written(int wave);
    std::uint64_t wanted(std::size_t number) const;
    bool place(std::size_t number, Shifts& shifts);
    void place_surely(std::size_t number, Shifts& shifts);
    void place_group(std::size_t most, Shifts& shifts);
    std::vector<Held> held();
    std::size_t choose(std::uint64_t least, std::uint64_t enough, std::vector<Held>& chosen);
    void spill(std::uint64_t least, Shifts& shifts);
    void resolve(std::size_t buffer, Shifts& shifts, Control& control);
    void resolve_part(std::size_t number, std::size_t part, Bench& bench);
    void append(const sweep::Piece& piece, std::uint64_t target,
                const std::vector<std::uint64_t>& sources, Lists& lists) const;
    std::uint64_t wave_bytes() const;
    std::size_t waves_at_once(std::size_t buffer) const;
    void emit(std::size_t waves, std::span<std::byte> buffer, Batch& batch, Control& control);
    std::vector<Laid> lay_out(std::size_t waves, Batch& batch) const;
    static void copy_lists(const Laid& laid, std::byte* buffer);
    void retire(std::size_t waves);
    std::uint64_t stride_counters() const;
    void check(Control& control) const;

    const frontier::Sweep& sweep_;
    const sweep::Plan& plan_;
    const FeedOptions options_;
    sweep::Halves halves_;
    Places places_;
    int layer_ = 0;
    std::unique_ptr<Layer> source_, target_;
    std::optional<sweep::BlockBits> spare_bits_;  // of a layer before, whose memory is used again
    sweep::BlockBits middle_bits_;                // of the waves of a group, one after another
    std::uint64_t done_ = 0;
    // Of the stride under way.
    std::unique_ptr<Way> way_;
    std::vector<Bench> benches_;
    std::vector<Wave> waves_;  // of the group under way, and more that wait to be used again
    std::size_t group_ = 0, group_size_ = 0, step_ = 0;
    std::size_t emitted_ = 0;       // waves of the group whose lists of this step are handed out
    Shifts shifts_;                 // to be made before the next lists
    std::vector<Extent> finished_;  // what the last batch was the last to read
    std::vector<int> written_;      // targets of waves that are done, and not sent to the host
    sweep::Crew crew_;
    // Of the next strides; last, as futures wait for their makers when they go.
    int laid_out_ = 0;  // the last layer whose layout is made, or being made
    std::shared_future<Layout> layout_ahead_;
    std::deque<std::future<std::unique_ptr<Way>>> ways_ahead_;
};

}  // namespace babieca::card
