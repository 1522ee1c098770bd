#include "core/search/walker.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/search/walkers.hpp"

namespace babieca::search {

std::unique_ptr<Walker> make_walker(const Instance& instance, bool listing) {
    const bool forced = (instance.options.rules & rule::forced) != 0 && instance.twin.empty();
    return forced ? make_forced_walker(instance, listing) : make_plain_walker(instance, listing);
}

void complete_tour(const Instance& instance, const Root& root, const std::vector<Vertex>& walk,
                   std::vector<Vertex>& squares) {
    squares = walk;
    if (root.last >= 0) squares.push_back(root.last);
    if (!instance.twin.empty()) {
        for (std::size_t i = 0; i < walk.size(); ++i) {
            squares.push_back(instance.twin[root.reversed ? walk[walk.size() - 1 - i] : walk[i]]);
        }
    }
    if (root.reversed) {
        std::rotate(squares.begin(), std::find(squares.begin(), squares.end(), instance.home),
                    squares.end());
    }
    for (Vertex& v : squares) v = instance.outside[v];
    if (root.reversed && squares.back() == instance.question.second()) {
        std::reverse(squares.begin() + 1, squares.end());
    }
}

bool uses_required_edges(const Instance& instance, const Root& root,
                         const std::vector<Vertex>& walk) {
    std::vector<Vertex> tour = walk;
    if (root.last >= 0) tour.push_back(root.last);
    const auto n = static_cast<int>(tour.size());
    std::vector<int> place(n);
    for (int i = 0; i < n; ++i) place[tour[i]] = i;
    return std::all_of(instance.through.begin(), instance.through.end(), [&](auto edge) {
        const int apart = std::abs(place[edge.first] - place[edge.second]);
        return apart == 1 || (instance.question.kind == Kind::closed && apart == n - 1);
    });
}

}  // namespace babieca::search
