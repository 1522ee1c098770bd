// The parts of a depth-first walk that the plain and the forced walker share: the rules, the order
// of trial, the table of subtours, tracing, and the choice of the set type.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/search/subtour_table.hpp"
#include "core/search/vertex_set.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

template <typename Set, int Planes, typename Log>
class TreeWalker : public Walker {
  protected:
    using Table = DegreeTable<Set, Planes>;
    using Key = typename SubtourTable<Set>::Key;

    // The part of a frame that every walker has.
    struct Branches {
        Set candidates;  // moves not tried yet
        std::int64_t solutions_before;
        bool tabulated;  // enter the number of tours below into the table when all are tried
    };

    TreeWalker(const Instance& instance, bool listing, Log* log)
        : Walker(instance),
          rules_(instance.options.rules),
          listing_(listing),
          log_(log),
          board_(instance.vertex_count()) {
        for (Vertex v = 0; v < instance.vertex_count(); ++v)
            for (Vertex u : instance.neighbours[v]) board_[v].insert(u);
        if (listing || !instance.through.empty()) rules_ &= ~rule::equivalent;
        if (has(rule::equivalent)) table_.emplace(instance.options.subtour_bytes);
    }

    bool has(unsigned rule) const { return (rules_ & rule) != 0; }

    void set_root(const Task& task) {
        root_ = &instance_.roots[task.root];
        root_number_ = task.root;
    }

    Set all_vertices() const {
        Set all;
        for (Vertex v = 0; v < instance_.vertex_count(); ++v) all.insert(v);
        return all;
    }

    Vertex choose(const Set& candidates, const Table& degrees, Vertex head) const {
        if (instance_.options.order == Order::increasing) return candidates.lowest();
        if (instance_.options.order == Order::warnsdorff) return degrees.smallest(candidates);
        const auto& list = instance_.ordered[head];
        std::size_t i = 0;
        while (!candidates.has(list[i])) ++i;
        return list[i];
    }

    // The number of tours below the key. Null: it is unknown, and will be tabulated.
    const std::int64_t* known_below(Branches& frame, const Key& key) {
        const std::int64_t* known = table_->find(key);
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

    template <typename Frames, typename PathTo>
    void unload_frames(Frames frames, std::vector<Task>& tasks, bool everything, PathTo&& path_to) {
        for (auto& frame : frames) {
            frame.tabulated = false;  // from now on, the walker finds only a part of the tours here
            if (frame.candidates.empty()) continue;
            const std::vector<Vertex> path = path_to(frame);
            frame.candidates.for_each([&](Vertex v) {
                tasks.push_back({root_number_, path});
                tasks.back().path.push_back(v);
            });
            frame.candidates = {};
            if (!everything) return;
        }
    }

    // The caller's numbers. The apex of the forced walker has none: it keeps its own.
    Vertex outside(Vertex v) const {
        return v < instance_.vertex_count() ? instance_.outside[v] : v;
    }
    std::vector<Vertex> outside(std::span<const Vertex> squares) const {
        std::vector<Vertex> named;
        for (Vertex v : squares) named.push_back(outside(v));
        return named;
    }
    std::vector<Vertex> outside(const Set& squares) const {
        std::vector<Vertex> named;
        squares.for_each([&](Vertex v) { named.push_back(outside(v)); });
        return named;
    }

    void trace_start() {
        if constexpr (Log::tracing)
            log_->say(Happening::start, outside(root_->prefix.back()), root_->prefix.size(),
                      outside(root_->prefix), root_->last < 0 ? -1 : outside(root_->last));
    }

    unsigned rules_;
    const bool listing_;
    Log* const log_;
    std::vector<Set> board_;  // the neighbours of every vertex
    std::optional<SubtourTable<Set>> table_;
};

// Makes the walker with the fastest set type that holds `vertices` vertices and their degrees. A
// traced walker needs no speed and has one type.
template <template <typename, int, typename> typename Made>
std::unique_ptr<Walker> make_fitting(const Instance& instance, Vertex vertices, bool listing,
                                     EventLog* log) {
    std::size_t degree = 0;  // an added apex is beside any vertex
    for (const auto& list : instance.neighbours) degree = std::max(degree, list.size() + 1);
    if (vertices > VertexSet<16>::capacity)
        throw std::invalid_argument("too many vertices for the search");
    if (log) return std::make_unique<Made<VertexSet<16>, 11, EventLog>>(instance, listing, log);
    if (vertices <= 64 && degree < 16)
        return std::make_unique<Made<VertexSet<1>, 4, Silent>>(instance, listing, nullptr);
    if (vertices <= 128 && degree < 16)
        return std::make_unique<Made<VertexSet<2>, 4, Silent>>(instance, listing, nullptr);
    if (vertices <= 256 && degree < 64)
        return std::make_unique<Made<VertexSet<4>, 6, Silent>>(instance, listing, nullptr);
    if (degree < 16)
        return std::make_unique<Made<VertexSet<16>, 4, Silent>>(instance, listing, nullptr);
    return std::make_unique<Made<VertexSet<16>, 11, Silent>>(instance, listing, nullptr);
}

}  // namespace babieca::search
