// Depth-first walks over the search tree: sets of vertices, the W table, the table of subtours, and
// the loop that the plain and the forced walker share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/search/bit_row.hpp"
#include "core/search/walks.hpp"

namespace babieca::search {

// The W table of Bañón in bit planes: bit v of plane[i] is bit i of the number of vertex v. So
// lowering the numbers of all neighbours of a square takes a few operations on sets, undoing it is
// a copy, and the set of all squares with the number 0, 1 or 2 is one expression.
//
// Invariant: 0 <= every number < 2^Planes.
template <typename Set, int Planes>
struct DegreeTable {
    Set plane[Planes];

    void raise(Set carry) {
        for (int i = 0; i < Planes; ++i) {
            const Set before = plane[i];
            plane[i] = before ^ carry;
            carry = carry & before;
        }
    }
    void lower(Set borrow) {
        for (int i = 0; i < Planes; ++i) {
            const Set before = plane[i];
            plane[i] = before ^ borrow;
            borrow = borrow - before;
        }
    }

    // The vertices of `among` whose number is 0, 1 or 2.
    Set zeros(const Set& among) const { return among - (plane[0] | two_or_more()); }
    Set ones(const Set& among) const { return (among & plane[0]) - two_or_more(); }
    Set twos(const Set& among) const {
        Set other = plane[0];
        for (int i = 2; i < Planes; ++i) other = other | plane[i];
        return (among & plane[1]) - other;
    }
    // The lowest vertex of `among` with the smallest number. Requires: `among` is not empty.
    int smallest(Set among) const {
        for (int i = Planes - 1; i >= 0; --i) {
            const Set lower_half = among - plane[i];
            if (!lower_half.empty()) among = lower_half;
        }
        return among.lowest();
    }

  private:
    Set two_or_more() const {
        Set any = plane[1];
        for (int i = 2; i < Planes; ++i) any = any | plane[i];
        return any;
    }
};

// The number of tours below each partial path, by its squares and its last square (Bañón, 1.4).
//
// The table grows up to a limit of memory; when it is full there, all entries are dropped.
// Equivalent partial paths come soon after each other (Bañón), so old entries are rarely missed.
template <typename Set>
class SubtourTable {
  public:
    struct Key {
        Set unvisited;
        Vertex head;
        int root;  // the permitted ends differ from root to root
        friend bool operator==(const Key&, const Key&) = default;
    };

    explicit SubtourTable(std::size_t bytes) : entries_(smallest), most_entries_(smallest) {
        while (2 * most_entries_ * sizeof(Entry) <= bytes) most_entries_ *= 2;
    }

    // Null: the key is not in the table.
    const std::int64_t* find(const Key& key) const {
        for (std::size_t i = home(key);; i = (i + 1) & (entries_.size() - 1)) {
            const Entry& entry = entries_[i];
            if (entry.age != age_) return nullptr;
            if (entry.key == key) return &entry.solutions;
        }
    }

    void insert(const Key& key, std::int64_t solutions) {
        const bool full = 4 * (used_ + 1) > 3 * entries_.size();
        if (full && entries_.size() < most_entries_) {
            grow();
        } else if (full) {
            ++age_;
            used_ = 0;
        }
        put({key, solutions, age_});
    }

  private:
    // Invariant: an entry is in use if and only if its age is the age of the table.
    struct Entry {
        Key key = {};
        std::int64_t solutions = 0;
        std::uint32_t age = 0;
    };

    static constexpr std::size_t smallest = 256;

    void put(const Entry& entry) {
        std::size_t i = home(entry.key);
        while (entries_[i].age == age_) i = (i + 1) & (entries_.size() - 1);
        entries_[i] = entry;
        ++used_;
    }

    void grow() {
        std::vector<Entry> before(2 * entries_.size());
        before.swap(entries_);
        used_ = 0;
        for (const Entry& entry : before)
            if (entry.age == age_) put(entry);
    }

    std::size_t home(const Key& key) const {
        const auto seed =
            static_cast<std::uint64_t>(key.head) << 32 ^ static_cast<std::uint64_t>(key.root);
        return static_cast<std::size_t>(key.unvisited.hash(seed) >> 7) & (entries_.size() - 1);
    }

    std::vector<Entry> entries_;
    std::size_t most_entries_;
    std::size_t used_ = 0;
    std::uint32_t age_ = 1;
};

// The part of a frame that every walker has. A frame is the board at one level of the walk.
template <typename Set, int Planes>
struct Branches {
    Set candidates;  // moves not tried yet
    DegreeTable<Set, Planes> degrees;
    Vertex head;  // the knight's square
    std::int64_t solutions_before;
    bool tabulated;  // enter the number of tours below into the table when all are tried
};

// `Made` is the walker itself. It has
//   key(frame), of the table of subtours, and walk(frame), the squares from the start;
//   steps(frame), as the tally adds them;
//   finish_start(), which ends the attempt if the beginning of the task is its end;
//   enter(v), which fills frames_[depth_ + 1] and returns whether to go on below it;
//   trace_backtrack().
template <typename Made, typename Frame, typename Set, typename Log>
class TreeWalker : public Walker {
  public:
    Event advance(std::int64_t nodes) final {
        const std::int64_t at_start = tally_.solutions;
        made().finish_start();
        if (listing_ && tally_.solutions != at_start) return Event::tour;
        while (depth_ >= bottom_) {
            Frame& frame = frames_[depth_];
            if (frame.candidates.empty()) {
                if (frame.tabulated)
                    table_->insert(made().key(frame), tally_.solutions - frame.solutions_before);
                --depth_;
                if (depth_ >= bottom_) made().trace_backtrack();
                continue;
            }
            if (nodes-- <= 0) return Event::pause;
            const Vertex next = choose(frame);
            frame.candidates.erase(next);
            ++tally_.nodes;
            const std::int64_t before = tally_.solutions;
            if (made().enter(next))
                ++depth_;
            else if (listing_ && tally_.solutions != before)
                return Event::tour;
            else
                made().trace_backtrack();
        }
        return Event::finished;
    }

    void unload(std::vector<Task>& tasks, bool everything) final {
        for (int level = bottom_; level <= depth_; ++level) {
            Frame& frame = frames_[level];
            frame.tabulated = false;  // from now on, the walker finds only a part of the tours here
            if (frame.candidates.empty()) continue;
            const std::vector<Vertex> path = made().walk(frame);
            frame.candidates.for_each([&](Vertex v) {
                tasks.emplace_back(root_number_, path);
                tasks.back().second.push_back(v);
            });
            frame.candidates = {};
            if (!everything) return;
        }
    }

  protected:
    TreeWalker(const Instance& instance, bool listing, Log* log)
        : Walker(instance),
          rules_(instance.options.rules),
          listing_(listing),
          log_(log),
          board_(instance.vertex_count()),
          frames_(instance.vertex_count() + 2) {
        for (Vertex v = 0; v < instance.vertex_count(); ++v) {
            all_.insert(v);
            for (Vertex u : instance.neighbours[v]) board_[v].insert(u);
        }
        if (listing || !instance.through.empty()) rules_ &= ~rule::equivalent;
        if (has(rule::equivalent)) table_.emplace(instance.options.subtour_bytes);
    }

    bool has(unsigned rule) const { return (rules_ & rule) != 0; }

    Vertex choose(const Frame& frame) const {
        if (instance_.options.move_order == MoveOrder::increasing) return frame.candidates.lowest();
        if (instance_.options.move_order == MoveOrder::warnsdorff)
            return frame.degrees.smallest(frame.candidates);
        const auto& list = instance_.ordered[frame.head];
        return *std::ranges::find_if(list, [&](Vertex v) { return frame.candidates.has(v); });
    }

    // The number of tours below the frame. Null: it is unknown, and will be tabulated.
    const std::int64_t* known_below(Frame& frame) {
        const std::int64_t* known = table_->find(made().key(frame));
        if (known != nullptr) {
            tally_.solutions += *known;
        } else {
            frame.tabulated = true;
            frame.solutions_before = tally_.solutions;
        }
        return known;
    }

    // The vertices of `unreached` that cannot be reached from `wave`; spread(v) are the vertices
    // beside v.
    template <typename Spread>
    static Set unreachable(Set unreached, Set wave, Spread&& spread) {
        while (!wave.empty()) {
            unreached = unreached - wave;
            Set next;
            wave.for_each([&](Vertex v) { next = next | spread(v); });
            wave = next & unreached;
        }
        return unreached;
    }

    // The caller's numbers. The apex of the forced walker has none: it keeps its own.
    Vertex outside(Vertex v) const {
        return v < instance_.vertex_count() ? instance_.outside[v] : v;
    }
    std::vector<Vertex> outside(std::vector<Vertex> squares) const {
        for (Vertex& v : squares) v = outside(v);
        return squares;
    }
    std::vector<Vertex> outside(const Set& squares) const {
        std::vector<Vertex> named;
        squares.for_each([&](Vertex v) { named.push_back(outside(v)); });
        return named;
    }

    // Ends an attempt; always false.
    bool end(const Frame& frame, Ending ending, const Set& squares = {}, int detail = -1) {
        using enum Happening;
        constexpr Happening by_ending[] = {dead_end, island, dangling, divided,
                                           dead_end, known,  found};
        tally_.end(ending, made().steps(frame));
        trace(by_ending[static_cast<int>(ending)], frame, squares, detail);
        return false;
    }

    void trace(Happening what, const Frame& frame, const Set& squares = {}, int detail = -1) {
        if constexpr (Log::tracing) {
            const std::vector<Vertex> path = made().walk(frame);
            log_->say(what, outside(path.back()), path.size(), outside(squares), detail);
        }
    }

    void trace_start() {
        if constexpr (Log::tracing)
            log_->say(Happening::start, outside(root_->prefix.back()), root_->prefix.size(),
                      outside(root_->prefix), root_->last < 0 ? -1 : outside(root_->last));
    }

    unsigned rules_;
    const bool listing_;
    Log* const log_;
    Set all_;
    std::vector<Set> board_;  // the neighbours of every vertex
    std::optional<SubtourTable<Set>> table_;
    std::vector<Frame> frames_;
    int bottom_ = 0;  // the levels of the task: frames_[bottom_] .. frames_[depth_]
    int depth_ = -1;

  private:
    Made& made() { return static_cast<Made&>(*this); }
};

// Makes the walker with the fastest set type that holds `vertices` vertices and their degrees. A
// traced walker needs no speed and has one type.
template <template <typename, int, typename> typename Made>
std::unique_ptr<Walker> make_fitting(const Instance& instance, Vertex vertices, bool listing,
                                     EventLog* log) {
    std::size_t degree = 0;  // an added apex is beside any vertex
    for (const auto& list : instance.neighbours) degree = std::max(degree, list.size() + 1);
    if (vertices > BitRow<16>::capacity)
        throw Refused(
            {Code::too_many_visited, {{"most", BitRow<16>::capacity}, {"count", vertices}}});
    if (log) return std::make_unique<Made<BitRow<16>, 11, EventLog>>(instance, listing, log);
    const auto make = [&]<int Limbs, int Planes>() -> std::unique_ptr<Walker> {
        return std::make_unique<Made<BitRow<Limbs>, Planes, Silent>>(instance, listing, nullptr);
    };
    if (vertices <= 64 && degree < 16) return make.template operator()<1, 4>();
    if (vertices <= 128 && degree < 16) return make.template operator()<2, 4>();
    if (vertices <= 256 && degree < 64) return make.template operator()<4, 6>();
    return degree < 16 ? make.template operator()<16, 4>() : make.template operator()<16, 11>();
}

}  // namespace babieca::search
