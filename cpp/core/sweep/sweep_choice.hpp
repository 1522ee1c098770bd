// The sweeps of one question: their orders, with or without a mirror, and their exact sizes.
#pragma once

#include <map>
#include <memory>
#include <optional>
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

// Layouts take long, so each is computed once, as each order is.
class SweepChoice : public frontier::OrderChoice {
  public:
    using OrderChoice::OrderChoice;

    // The sweep in a given order. Throws std::invalid_argument if its frontier is too wide.
    std::shared_ptr<Prepared> in_order(const frontier::Order& order, const frontier::Mirror& mirror,
                                       Control& control);
    // The sweep in the best order, with or without a mirror; null if a mirror is asked for and no
    // symmetry keeps the question. Without a wish: large sweeps have the mirror if that takes fewer
    // counters.
    std::shared_ptr<Prepared> prepare(std::optional<bool> mirror, Control& control);

  private:
    std::map<std::pair<frontier::Order, frontier::Mirror>, std::shared_ptr<Prepared>> known_;
};

}  // namespace babieca::sweep
