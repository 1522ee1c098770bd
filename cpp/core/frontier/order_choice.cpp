#include "core/frontier/order_choice.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

namespace babieca::frontier {

SearchEffort search_effort;

namespace {

constexpr Vertex largest_searched = 400;
constexpr int greedy_starts = 16;
constexpr int wider = 2;        // slots by which a search may widen the frontier; 0 with a mirror
constexpr double larger = 100;  // the factor by which a layer may grow from a greedy order
constexpr int longer = 4;       // the factor for the rounds if the first vertices are fixed
constexpr std::size_t most_mirrors = 3;  // with a searched order: the best by their simple orders
constexpr double most_images = 16;  // of an order, if ends and moves break the board's symmetry
constexpr std::size_t most_mirrored_images = 48;  // a cube of three dimensions has 48 symmetries

// The order slice by slice along an axis, with the squares of a slice as given.
Order sweep_along(const Board& board, std::size_t axis, const std::vector<Vertex>& across) {
    const std::vector<Vertex> vertices = board.vertices();
    std::int64_t inner = 1;  // cells between two neighbours along the axis
    for (std::size_t later = axis + 1; later < board.sides.size(); ++later)
        inner *= board.sides[later];
    Order order;
    for (std::int64_t slice = 0; slice < board.sides[axis]; ++slice)
        for (Vertex at : across) {
            const auto cell = (at / inner * board.sides[axis] + slice) * inner + at % inner;
            if (vertices[cell] >= 0) order.push_back(vertices[cell]);
        }
    return order;
}

std::vector<Vertex> every_second(Vertex first, Vertex count) {
    std::vector<Vertex> found;
    for (Vertex at = first; at < count; at += 2) found.push_back(at);
    return found;
}

std::vector<Vertex> all_of(Vertex count) {
    std::vector<Vertex> found(count);
    std::iota(found.begin(), found.end(), 0);
    return found;
}

// Breadth first, neighbours with few neighbours first (Cuthill and McKee 1969), from a vertex that
// is farthest from another: a narrow order of a long graph.
Order breadth_first(const Graph& graph) {
    Order order;
    for (int pass : {0, 1}) {
        const Vertex far = pass ? order.back() : 0;
        std::vector<char> met(graph.vertex_count(), 0);
        order.clear();
        for (Vertex root = -1; root < graph.vertex_count(); ++root) {
            const Vertex first = root < 0 ? far : root;
            if (std::exchange(met[first], 1)) continue;
            order.push_back(first);
            for (std::size_t head = order.size() - 1; head < order.size(); ++head) {
                const auto begin = static_cast<std::ptrdiff_t>(order.size());
                for (Vertex u : graph.neighbours(order[head]))
                    if (!std::exchange(met[u], 1)) order.push_back(u);
                std::stable_sort(order.begin() + begin, order.end(), [&](Vertex one, Vertex other) {
                    return graph.degree(one) < graph.degree(other);
                });
            }
        }
    }
    return order;
}

// An order with no more counters, after a search that is not longer than the sweep. Its largest
// layer grows by at most a factor. The first `fixed` vertices stay first; then, and with a mirror,
// the frontier does not widen.
Order improved(OrderSearch& search, const Order& order, double growth, const Mirror& mirror,
               int fixed, Control& control) {
    const double worth = std::max(20.0 * static_cast<double>(order.size()),
                                  search.counters(order) / search_effort.counters_per_round);
    const double rounds = std::min(search_effort.rounds * (fixed ? longer : 1), worth);
    return search.improve(
        mirror, order,
        {!mirror.empty() || fixed ? 0 : wider, growth, static_cast<int>(rounds), 0, fixed},
        control);
}

// The best given or greedy order, improved.
Order from_candidates(OrderSearch& search, const std::vector<Order>& candidates,
                      const Mirror& mirror, Control& control) {
    std::vector<Order> best;
    if (!candidates.empty()) best.push_back(search.fewest(candidates, control));
    if (!best.empty() && search.counters(best[0]) < search_effort.worth) return best[0];
    best.push_back(search.greediest(mirror, greedy_starts, control));
    return improved(search, search.fewest(best, control), larger, mirror, 0, control);
}

std::set<Edge> images_of(const std::vector<Edge>& edges, const Image& image) {
    std::set<Edge> found;
    for (auto [u, v] : edges) found.insert(std::minmax(image[u], image[v]));
    return found;
}

// Whether an automorphism maps the ends and the moves of a question to themselves.
bool keeps(const Image& image, const Undirected& question) {
    std::set<Vertex> ends, moved;
    for (Vertex end : {question.start, question.end})
        if (question.paths && end >= 0) {
            ends.insert(end);
            moved.insert(image[end]);
        }
    for (const auto& edges : {question.through, question.avoiding})
        if (images_of(edges, image) != std::set<Edge>(edges.begin(), edges.end())) return false;
    return ends == moved;
}

}  // namespace

std::vector<Order> line_sweeps(const Place& place) {
    if (!place.board()) return {};
    const Board& board = *place.board();
    std::vector<std::size_t> axes(board.sides.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::ranges::stable_sort(axes, std::greater{}, [&](auto axis) { return board.sides[axis]; });
    std::vector<Order> found;
    for (std::size_t axis : axes) {
        const auto count = static_cast<Vertex>(board.cells() / board.sides[axis]);
        std::vector<Vertex> across = every_second(0, count), odd = every_second(1, count);
        across.insert(across.end(), odd.rbegin(), odd.rend());
        found.push_back(sweep_along(board, axis, across));
        found.push_back(sweep_along(board, axis, all_of(count)));
    }
    return found;
}

std::vector<Order> mirrored_sweeps(const Board& board, const Mirror& mirror,
                                   std::span<const Image> images) {
    std::vector<Order> found;
    for (std::size_t axis = 0; axis < board.sides.size(); ++axis) {
        const auto count = static_cast<Vertex>(board.cells() / board.sides[axis]);
        std::vector<Vertex> across = every_second(0, count), odd = every_second(1, count);
        const auto from_middle = [&](Vertex at) { return std::abs(2 * at - count + 1); };
        std::stable_sort(odd.begin(), odd.end(), [&](Vertex one, Vertex other) {
            return from_middle(one) < from_middle(other);
        });
        across.insert(across.end(), odd.begin(), odd.end());
        for (const auto& columns : {across, all_of(count)}) {
            const Order sweep = sweep_along(board, axis, columns);
            for (const Image& image : images) {
                Order order;
                std::vector<char> met(sweep.size(), 0);
                for (Vertex at : sweep)
                    for (Vertex v : {image[at], mirror[image[at]]})
                        if (!std::exchange(met[v], 1)) order.push_back(v);
                found.push_back(std::move(order));
            }
        }
    }
    return found;
}

Order retirement_order(const Place& place, Control& control) {
    std::vector<Order> candidates = line_sweeps(place);
    if (place.is_plain_rectangle()) return candidates.front();
    const Graph& graph = place.graph();
    const Vertex count = graph.vertex_count();
    if (0 < count && count <= largest_searched) {
        OrderSearch search(problem_of(graph));
        return from_candidates(search, candidates, {}, control);
    }
    candidates.push_back(all_of(count));
    if (count > 0 && !place.board()) candidates.push_back(breadth_first(graph));
    return *std::min_element(candidates.begin(), candidates.end(),
                             [&](const Order& one, const Order& other) {
                                 return order_cost(graph, one) < order_cost(graph, other);
                             });
}

int slots_touched(const Graph& graph, std::span<const Vertex> order, bool paths) {
    const std::vector<int> time = retirement_times(graph, order);
    int most = 0;
    for (Vertex v : order)
        most =
            std::max(most, static_cast<int>(std::ranges::count_if(
                               graph.neighbours(v), [&](Vertex u) { return time[u] > time[v]; })));
    return most + 1 + paths;
}

const Order& OrderChoice::simple(Control& control) {
    const std::lock_guard lock(mutex_);
    if (!simple_) simple_ = retirement_order(*place_, control);
    return *simple_;
}

const std::optional<Mirrored>& OrderChoice::mirrored(Control& control) {
    const std::lock_guard lock(mutex_);
    if (mirrored_) return *mirrored_;
    using Found = std::pair<double, Mirrored>;  // with its counters
    const Vertex count = graph().vertex_count();
    const bool broken = !question_.through.empty() || !question_.avoiding.empty() ||
                        (question_.paths && (question_.start >= 0 || question_.end >= 0));
    std::vector<Image> mirrors = involutions(*place_), images = symmetries(*place_);
    std::erase_if(mirrors, [&](const Image& mirror) { return !keeps(mirror, question_); });
    if (mirrors.empty()) return mirrored_.emplace();
    images.resize(std::min(images.size(), broken ? most_mirrored_images : std::size_t{1}));
    const bool plain = place_->is_plain_rectangle();
    OrderSearch search(problem_of(graph(), question_));
    std::vector<Found> found;
    for (Image& mirror : mirrors) {
        Order order = search.fewest(mirrored_sweeps(*place_->board(), mirror, images), control);
        const double counters = search.counters(order);
        found.push_back({counters, {std::move(order), std::move(mirror)}});
    }
    std::ranges::stable_sort(found, {}, &Found::first);
    const std::size_t tried = std::min(found.size(), plain ? std::size_t{1} : most_mirrors);
    for (std::size_t at = 0; count <= largest_searched && at < tried; ++at) {
        const Mirrored simplest = found[at].second;
        const Order& order = simplest.order;
        Order better = plain ? improved(search, order, 1, simplest.mirror, 0, control)
                             : from_candidates(search, {order}, simplest.mirror, control);
        const double counters = search.counters(better);
        found.push_back({counters, {std::move(better), simplest.mirror}});
    }
    return mirrored_.emplace(std::ranges::min_element(found, {}, &Found::first)->second);
}

// Of the images of the candidates under the board's symmetries, with the vertices `first` moved to
// the front, the order with the fewest counters.
Order OrderChoice::best_image(OrderSearch& search, const std::vector<Order>& candidates,
                              std::span<const Vertex> first, Control& control) const {
    const bool few = place_->board() && symmetry_count(place_->board()->sides) <= most_images;
    std::vector<Image> images{all_of(graph().vertex_count())};
    if (few) images = symmetries(*place_);
    std::vector<Order> compared;
    for (const Order& order : candidates)
        for (const Image& image : images) {
            Order moved(first.begin(), first.end());
            for (Vertex v : order)
                if (std::ranges::find(first, image[v]) == first.end()) moved.push_back(image[v]);
            compared.push_back(std::move(moved));
        }
    return search.fewest(compared, control);
}

// The order improved, unless blocks could not take the result.
Order OrderChoice::improved_for_blocks(OrderSearch& search, const Order& order, int fixed,
                                       Control& control) const {
    Order found = improved(search, order, 1, {}, fixed, control);
    const auto slots = [&](const Order& each) {
        return frontier_width(graph(), each) + question_.paths;
    };
    const auto touched = [&](const Order& each) {
        return slots_touched(graph(), each, question_.paths);
    };
    const bool fits = touched(found) <= std::max(most_touched, touched(order)) &&
                      slots(found) <= std::max(usual_block_slots, slots(order));
    return fits ? found : order;
}

const Order& OrderChoice::best(Control& control) {
    if (searched_) return *searched_;
    const Order plain = simple(control);
    const Vertex count = graph().vertex_count();
    if (count == 0 || count > largest_searched) return searched_.emplace(plain);
    OrderSearch search(problem_of(graph(), question_));
    Order order = best_image(search, {plain}, {}, control);
    if (search.counters(order) < search_effort.worth) return searched_.emplace(std::move(order));
    if (const auto& halves = mirrored(control))
        order = search.fewest({order, halves->order}, control);
    return searched_.emplace(improved_for_blocks(search, order, 0, control));
}

Order OrderChoice::searched(std::span<const Vertex> first, Control& control) {
    const std::lock_guard lock(mutex_);
    if (first.empty()) return best(control);
    const std::vector<Order> candidates{best(control), simple(control)};
    OrderSearch search(problem_of(graph(), question_));
    const Order order = best_image(search, candidates, first, control);
    const bool small = graph().vertex_count() <= largest_searched;
    if (!small || search.counters(order) < search_effort.worth) return order;
    return improved_for_blocks(search, order, static_cast<int>(first.size()), control);
}

}  // namespace babieca::frontier
