#include "core/search/step_search.hpp"

#include "core/search/step_tree.hpp"

namespace babieca::search {

class StepSearch::Walk {
  public:
    virtual ~Walk() = default;
    virtual void restart(const Steps& at) = 0;
    // Goes on to the next tour: true. False: `nodes` are spent or the tree is done.
    virtual bool advance(std::int64_t& nodes) = 0;
    virtual bool finished() const = 0;
    virtual void append_tour(std::vector<Vertex>& squares) const = 0;
};

namespace {

template <int Limbs>
class WalkOf final : public StepSearch::Walk {
  public:
    WalkOf(const StepQuestion& question, EventLog* log) : tree_(question), log_(log) {}

    void restart(const Steps& at) override {
        stack_.clear();
        done_ = !tree_.restart(at);
        descending_ = !done_;
        if (!log_) return;
        placed_.clear();
        log_->say(Happening::start, -1, 0);
        trace_settled(descending_);
    }

    bool advance(std::int64_t& nodes) override {
        while (!done_ && nodes > 0) {
            if (log_ && log_->full()) {
                done_ = true;
            } else if (descending_) {
                const int step = tree_.choose(tree_.undecided(tree_.all()));
                if (step < 0) {
                    descending_ = false;  // every vertex has its step
                    if (log_) log_->say(Happening::found, -1, placed_.size());
                    return true;
                }
                const Vertex vertex = tree_.first_choice(step);
                stack_.push_back({tree_.mark(), step, vertex, placed_.size()});
                --nodes;
                if (log_) trace_put(Happening::move, step, vertex);
                descending_ = tree_.decide(vertex, step);
                if (log_) trace_settled(descending_);
            } else if (stack_.empty()) {
                done_ = true;
            } else {
                const Decision last = stack_.back();
                stack_.pop_back();
                tree_.undo(last.mark);
                --nodes;
                if (log_) {
                    placed_.resize(last.placed);
                    log_->say(Happening::backtrack, last.vertex, last.placed, {}, last.step + 1);
                }
                descending_ = tree_.exclude(last.vertex, last.step);
                if (log_) trace_settled(descending_);
            }
        }
        return false;
    }

    bool finished() const override { return done_; }

    void append_tour(std::vector<Vertex>& squares) const override {
        for (int step = 0; step < tree_.count(); ++step)
            squares.push_back(tree_.vertices_at(step).lowest());
    }

  private:
    struct Decision {
        std::size_t mark;  // of the tree before the decision
        int step;
        Vertex vertex;
        std::size_t placed;  // of placed_ before the decision
    };

    // Traces that the vertex is put on the step.
    void trace_put(Happening what, int step, Vertex vertex) {
        std::vector<Vertex> choices;
        tree_.vertices_at(step).for_each([&](Vertex v) { choices.push_back(v); });
        placed_.push_back(step);
        log_->say(what, vertex, placed_.size(), choices, step + 1);
    }
    // Traces what the rules found: a contradiction, or vertices for more steps.
    void trace_settled(bool possible) {
        if (!possible) return log_->say(Happening::dead_end, -1, placed_.size());
        for (int step = 0; step < tree_.count(); ++step)
            if (tree_.vertices_at(step).count() == 1 &&
                std::find(placed_.begin(), placed_.end(), step) == placed_.end())
                trace_put(Happening::forced, step, tree_.vertices_at(step).lowest());
    }

    StepTree<Limbs> tree_;
    EventLog* const log_;      // null: not traced
    std::vector<int> placed_;  // steps whose vertex was told
    std::vector<Decision> stack_;
    bool descending_ = false, done_ = false;
};

}  // namespace

StepSearch::StepSearch(const StepQuestion& question, EventLog* log)
    : walk_(with_limbs(question.graph.vertex_count(), [&](auto limbs) -> std::shared_ptr<Walk> {
          return std::make_shared<WalkOf<decltype(limbs)::value>>(question, log);
      })) {
    restart(question.at);
}

void StepSearch::restart(const Steps& at) {
    walk_->restart(at);
    nodes_ = 0;
}

std::int64_t StepSearch::next(std::int64_t most, std::vector<Vertex>* squares, Control& control,
                              std::int64_t nodes) {
    std::int64_t found = 0;
    while (found < most && !walk_->finished()) {
        std::int64_t left = nodes;
        while (found < most && walk_->advance(left)) {
            ++found;
            if (squares) walk_->append_tour(*squares);
        }
        nodes_ += nodes - left;
        control.check({nodes_, 0});
    }
    return found;
}

}  // namespace babieca::search
