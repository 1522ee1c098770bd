// How many tours have given steps, without a visit to each.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/control.hpp"
#include "core/search/step_search.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::search {

using TourNumber = unsigned __int128;

// The work of a count is a list of pieces. A piece is the question with more given steps, and no
// tour is in two pieces.
struct StepCountState {
    std::vector<Steps> pieces = {{}};  // the further steps of each
    TourNumber tours = 0;              // in the finished pieces
    std::int64_t nodes = 0;            // vertices put on a step, in all attempts
};

// Counts by the tree of StepSearch, on several cores, in rounds that can be saved.
//
// A node whose undecided steps fall into parts that share no vertex has the product of the numbers
// of its parts. The number of a part depends on its steps, its vertices and the decided vertices
// beside it only; each thread has a table of such numbers.
//
// A piece that takes too long is divided; the table keeps what was counted of it.
class StepCount : public OneUser {
  public:
    // The tables take at most `bytes` together. Throws Refused if the pieces are not
    // of this graph.
    StepCount(const StepQuestion& question, int threads, std::size_t bytes,
              StepCountState state = {});

    // Works for about `seconds`. True: every piece is finished. Throws Interrupted if the control
    // stops it; the state is then complete, as between two rounds. Throws std::overflow_error if
    // there are 2^128 tours or more.
    bool run(double seconds, Control& control);

    const StepCountState& state() const { return state_; }

    class Worker;  // one thread, with rows of 64, 128, 256 or 1024 bits

  private:
    StepCountState state_;
    std::vector<double> shares_;  // of each piece: its share of the whole question, estimated
    std::atomic<std::int64_t> done_{0};  // the shares of the finished pieces, in billionths
    std::int64_t nodes_of_piece_;
    system::ThreadPool pool_;
    std::vector<std::shared_ptr<Worker>> workers_;
};

}  // namespace babieca::search
