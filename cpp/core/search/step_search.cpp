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

template <int words>
class WalkOf final : public StepSearch::Walk {
  public:
    explicit WalkOf(const StepQuestion& question) : tree_(question) {}

    void restart(const Steps& at) override {
        stack_.clear();
        done_ = !tree_.restart(at);
        descending_ = !done_;
    }

    bool advance(std::int64_t& nodes) override {
        while (!done_ && nodes > 0) {
            if (descending_) {
                const int step = tree_.choose(tree_.undecided(tree_.all()));
                if (step < 0) {
                    descending_ = false;  // every vertex has its step
                    return true;
                }
                const Vertex vertex = tree_.first_choice(step);
                stack_.push_back({tree_.mark(), step, vertex});
                --nodes;
                descending_ = tree_.decide(vertex, step);
            } else if (stack_.empty()) {
                done_ = true;
            } else {
                const Decision last = stack_.back();
                stack_.pop_back();
                tree_.undo(last.mark);
                --nodes;
                descending_ = tree_.exclude(last.vertex, last.step);
            }
        }
        return false;
    }

    bool finished() const override { return done_; }

    void append_tour(std::vector<Vertex>& squares) const override {
        for (int step = 0; step < tree_.count(); ++step)
            squares.push_back(first(tree_.vertices_at(step)));
    }

  private:
    struct Decision {
        std::size_t mark;  // of the tree before the decision
        int step;
        Vertex vertex;
    };

    StepTree<words> tree_;
    std::vector<Decision> stack_;
    bool descending_ = false, done_ = false;
};

}  // namespace

StepSearch::StepSearch(const StepQuestion& question)
    : walk_(with_words(question.graph.vertex_count(), [&](auto words) -> std::shared_ptr<Walk> {
          return std::make_shared<WalkOf<decltype(words)::value>>(question);
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
