// Tours by number, in memory: from kept layers, from all states, or from a list of given steps.
//
// The numbers depend only on the question and the retirement order: see docs/sampling.md.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/big_natural.hpp"
#include "core/questions/question.hpp"
#include "core/sweep/tour_index.hpp"

namespace babieca::questions {

// Every closed tour or path that a question asks for, numbered from 0.
class Numbering {
  public:
    // `memory`: bytes; 0: no limit. Throws OutOfBudget; Refused for open tours.
    Numbering(const Question& question, std::uint64_t memory, int threads, Control& control);

    const Question& question() const { return question_; }
    const BigNatural& total() const { return total_; }
    // The tour with a number, written as the question asks. Requires: number < total.
    std::vector<Vertex> unrank(const BigNatural& number, Control& control) const;
    // Throws Refused for a sequence that is not a numbered tour.
    BigNatural rank(std::vector<Vertex> tour, Control& control) const;

  private:
    Question question_;
    std::unique_ptr<sweep::TourIndex> index_;
    std::vector<Vertex> listed_;  // given steps: all numberings, one after another
    BigNatural total_;
};

// The random numbers of Python's `random.Random(seed)`, so that a seed draws the same tours in
// every face: the Mersenne Twister, seeded by an array.
class PythonRandom {
  public:
    explicit PythonRandom(std::uint64_t seed);
    BigNatural below(const BigNatural& bound);  // uniform

  private:
    std::mt19937 twister_;
};

}  // namespace babieca::questions
