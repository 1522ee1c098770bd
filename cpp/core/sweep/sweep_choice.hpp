// The sweeps of one question: their orders, with or without a mirror, and their exact sizes.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "core/control.hpp"
#include "core/frontier/order_choice.hpp"
#include "core/frontier/problem.hpp"
#include "core/sweep/plan.hpp"

namespace babieca::sweep {

// With a mirror, the most slots without the left slots of pairs: layers have 3^these segments.
constexpr int most_upper_slots = 12;

// A sweep with its order.
struct Prepared {
    frontier::Order order;
    frontier::Mirror mirror;  // the image of each vertex; empty: every layer is kept whole
    frontier::Sweep sweep;
    std::optional<Plan> plan;  // none: too wide for blocks
};

enum class Mirroring { never, always, if_cheaper };

// Orders and layouts take long, so each is computed once. Threads may share a choice: one waits for
// the other.
class SweepChoice {
  public:
    SweepChoice(const Graph& graph, Box box, frontier::Undirected question)
        : orders_(graph, std::move(box), std::move(question)) {}

    Graph graph() const { return orders_.graph(); }
    const Box& box() const { return orders_.box(); }
    const frontier::Undirected& question() const { return orders_.question(); }

    // frontier::retirement_order of the graph.
    frontier::Order simple(Control& control);
    std::optional<frontier::Mirrored> mirrored(Control& control);
    // The best order that was found, beginning with the vertices `first`.
    frontier::Order searched(std::span<const Vertex> first, Control& control);

    // The sweep in a given order. Throws std::invalid_argument if its frontier is too wide.
    std::shared_ptr<Prepared> in_order(const frontier::Order& order, const frontier::Mirror& mirror,
                                       Control& control);
    // The sweep in the best order; null if a mirror is asked for and no symmetry keeps the
    // question. `if_cheaper`: large sweeps have the mirror if that takes fewer counters.
    std::shared_ptr<Prepared> prepare(Mirroring mirroring, Control& control);

  private:
    std::shared_ptr<Prepared> known(const frontier::Order& order, const frontier::Mirror& mirror,
                                    Control& control);

    std::mutex mutex_;
    frontier::OrderChoice orders_;
    std::map<std::pair<frontier::Order, frontier::Mirror>, std::shared_ptr<Prepared>> known_;
};

}  // namespace babieca::sweep
