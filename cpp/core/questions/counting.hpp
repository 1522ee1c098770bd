// Counting in memory: a question as a sum of sweeps, and tables of counts. Python counts through
// scratch, on GPUs, on clusters and with checkpoints, by the same plans (plans.hpp), residues
// (sweep/residues.hpp) and `terms`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/big_natural.hpp"
#include "core/frontier/order_choice.hpp"
#include "core/questions/plans.hpp"
#include "core/questions/refuter.hpp"
#include "core/search/step_search.hpp"
#include "core/sweep/sweep_choice.hpp"

namespace babieca::questions {

// A question of kind closed or path, for a sweep.
frontier::Undirected swept(const Question& question);
// A question for the search by steps. A closed tour without given steps is numbered from vertex 0.
search::StepQuestion by_steps(const Question& question);

// The answer for closed tours of at most 2 squares and paths of at most 1.
std::optional<std::uint64_t> trivial_answer(Square size, bool paths);

// A question of kind closed or path, and the factor of its answer.
struct Term {
    std::int64_t factor;
    frontier::Undirected question;
    std::string name;  // of its checkpoint
};
// A question without given steps as a sum of terms: open tours are paths without the paths whose
// ends are a move apart, which are closed tours without one edge.
std::vector<Term> terms(const Question& question);

// The share from `begin` to `end` of the progress of a larger computation.
class PartOfWork : public Control {
  public:
    PartOfWork(Control& whole, double begin, double end)
        : whole_(whole), begin_(begin), end_(end) {}
    bool keep_going(const Progress& progress) override;

  private:
    Control& whole_;
    double begin_, end_;
};

struct CountOptions {
    std::string method = "auto";  // auto, blocks, sparse or steps
    std::uint64_t memory = 0;     // bytes; 0: no limit
    int threads = 1;
};

Machine machine_of(const CountOptions& options);
PlanChoices choices_of(const CountOptions& options);

struct Counted {
    BigNatural value = {};
    std::string method = "theory";
    MaybeReason reason = {};  // why there is no tour, if that is known without a count
    std::vector<std::uint64_t> moduli = {};
    int steps = 0, slots = 0;
    std::uint64_t counters = 0, peak_bytes = 0;
};

// Counts undirected tours; with given steps, numberings. Throws OutOfBudget if no plan fits.
Counted count(const Question& question, const CountOptions& options, Control& control);

// A count for each vertex: by the start of paths, or by the move after `start` or `begin`.
std::map<Vertex, BigNatural> count_by_start(const Question& question, const CountOptions& options,
                                            Control& control);
std::map<Vertex, BigNatural> count_by_first_move(const Question& question,
                                                 const CountOptions& options, Control& control);

}  // namespace babieca::questions
