#include "core/search/walker.hpp"

#include <algorithm>

namespace babieca::search {

std::unique_ptr<Walker> make_walker(const Instance& instance, bool listing, EventLog* log) {
    const bool forced = (instance.options.rules & rule::forced) != 0 && instance.twin.empty();
    return (forced ? make_forced_walker : make_plain_walker)(instance, listing, log);
}

std::vector<Task> root_tasks(const Instance& instance) {
    std::vector<Task> tasks;
    for (const Root& root : instance.roots)
        tasks.push_back({static_cast<int>(tasks.size()), root.prefix});
    return tasks;
}

void Walker::tour(std::vector<Vertex>& squares) const {
    const auto& twin = instance_.twin;
    const std::vector<Vertex> walk = found();
    squares = walk;
    if (root_->last >= 0) squares.push_back(root_->last);
    for (std::size_t i = 0; i < walk.size() && !twin.empty(); ++i)
        squares.push_back(twin[root_->reversed ? walk[walk.size() - 1 - i] : walk[i]]);
    if (root_->reversed)
        std::rotate(squares.begin(), std::find(squares.begin(), squares.end(), instance_.home),
                    squares.end());
    for (Vertex& v : squares) v = instance_.outside[v];
    if (root_->reversed && squares.back() == instance_.question.second())
        std::reverse(squares.begin() + 1, squares.end());
}

bool Walker::uses_required_edges(std::vector<Vertex> walk) const {
    if (root_->last >= 0) walk.push_back(root_->last);
    const auto n = static_cast<int>(walk.size());
    std::vector<int> place(n);
    for (int i = 0; i < n; ++i) place[walk[i]] = i;
    return std::all_of(instance_.through.begin(), instance_.through.end(), [&](auto edge) {
        const int apart = std::abs(place[edge.first] - place[edge.second]);
        return apart == 1 || (instance_.question.kind == Kind::closed && apart == n - 1);
    });
}

}  // namespace babieca::search
