// Chooses how many words a set needs and how many planes a degree: the only place that knows.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "core/search/vertex_set.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

inline constexpr Vertex most_vertices = 1023;

std::unique_ptr<ProbingWalker> make_plain_walker(const Instance& instance, bool listing);
std::unique_ptr<Walker> make_forced_walker(const Instance& instance, bool listing);

// Calls `make.operator()<Set, Planes>()` with the smallest types that hold the instance and one
// more vertex joined to any of the others.
template <typename Make>
auto with_smallest_types(const Instance& instance, Make&& make) {
    std::size_t degree = 0;
    for (const auto& list : instance.neighbours) degree = std::max(degree, list.size() + 1);
    const bool apex = (instance.options.rules & rule::forced) != 0 && instance.twin.empty() &&
                      std::any_of(instance.roots.begin(), instance.roots.end(),
                                  [](const Root& root) { return root.last < 0; });
    const Vertex n = instance.vertex_count() + (apex ? 1 : 0);
    const bool low = degree <= 15;
    if (n <= 64) {
        return low ? make.template operator()<VertexSet<1>, 4>()
                   : make.template operator()<VertexSet<1>, 7>();
    }
    if (n <= 128) {
        return low ? make.template operator()<VertexSet<2>, 4>()
                   : make.template operator()<VertexSet<2>, 8>();
    }
    if (n <= 256) {
        return low ? make.template operator()<VertexSet<4>, 4>()
                   : make.template operator()<VertexSet<4>, 9>();
    }
    if (n > most_vertices + 1) throw std::invalid_argument("too many vertices for the search");
    return low ? make.template operator()<VertexSet<16>, 4>()
               : make.template operator()<VertexSet<16>, 11>();
}

}  // namespace babieca::search
