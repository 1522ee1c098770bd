// Tours one after another, found when they are asked for.
#pragma once

#include <memory>
#include <vector>

#include "core/control.hpp"
#include "core/one_user.hpp"
#include "core/search/walker.hpp"

namespace babieca::search {

class TourStream : public OneUser {
  public:
    static constexpr std::int64_t usual_nodes = 1 << 18;

    explicit TourStream(Instance instance)
        : instance_(std::move(instance)), walker_(make_walker(instance_, true)) {}

    TourStream(const TourStream&) = delete;  // the walker looks at instance_

    // Appends the next tours to `squares`, at most `most`, each with all vertices. Fewer than
    // `most` were appended if and only if there are no more. The control is asked after every
    // `nodes` entered.
    void next(int most, std::vector<Vertex>& squares, Control& control,
              std::int64_t nodes = usual_nodes) {
        std::vector<Vertex> tour;
        while (most > 0) {
            if (!walking_) {
                if (root_ == static_cast<int>(instance_.roots.size())) return;
                walker_->start({root_, instance_.roots[root_].prefix});
                ++root_;
                walking_ = true;
            }
            const Event event = walker_->advance(nodes);
            if (event == Event::finished) walking_ = false;
            if (event == Event::pause) control.check({walker_->tally().solutions, 0});
            if (event == Event::tour) {
                walker_->tour(tour);
                squares.insert(squares.end(), tour.begin(), tour.end());
                --most;
            }
        }
    }

    const Tally& tally() const { return walker_->tally(); }

  private:
    Instance instance_;
    std::unique_ptr<Walker> walker_;
    int root_ = 0;
    bool walking_ = false;
};

}  // namespace babieca::search
