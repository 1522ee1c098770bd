// The sweep along an endless strip of columns as a finite automaton with counts.
//
// The sweep retires column after column. After some columns the states of the border between two
// columns repeat, one or two columns later (the period). The steps up to there, and then the steps
// of one period again and again, give the count of every length: the layer after the last step is
// the layer `back` again.
//
// A state of a border and its reflection have as many completions to each number of whole columns,
// so they are one state from the start. States that complete no tour are left out. States of a
// layer with the same future are one class: the same readings, and as many successors in each
// class. Refining the partition of all layers until it is stable finds the classes (Buchholz 1994,
// ordinary lumpability). Then classes with the same past are merged in the same way: as many
// sources in each class (exact lumpability), so that their counters are always equal.
//
// Time: one addition per move between classes, per column and modulus.
//
// strip_automaton.cpp builds the automaton, strip_counts.cpp runs it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/problem.hpp"

namespace babieca::sweep {

class StripAutomaton {
  public:
    // As prefix_sweep() makes it, with an order column by column. `columns` is 0 if the states do
    // not repeat before the sweep ends.
    StripAutomaton(const frontier::Sweep& sweep, int width, std::uint64_t memory_bytes,
                   Control& control);

    int columns = 0;  // the first column whose border comes again
    int period = 1;   // in columns
    int reach = 0;    // a border is read for boards with at most so many more columns
    int states = 0;   // classes of the smallest border of a period: the order of the recurrence of
                      // every period-th term is at most this number

    struct Residues {
        std::vector<std::uint32_t> counts;  // all primes of length 0 first
        bool obeyed = true;
    };
    // Polynomials 1 + q1 x + .., x for `step` columns: coefficient i of all primes, then i + 1.
    struct Denominators {
        std::vector<std::uint32_t> coefficients;
        int step = 1;  // a multiple of the period
    };
    // The residues of the counts for the lengths 0 .. last modulo primes below 2^31. Denominators
    // of degree d are `obeyed` if counters(columns + d step) + q1 counters(columns + (d - 1) step)
    // + .. + qd counters(columns) is 0 for all classes of the border; the sum is the same matrix
    // power later, so it stays 0. `last` is at least columns + d step then.
    Residues residues(int last, const std::vector<std::uint32_t>& primes,
                      const Denominators& denominators, int threads, Control& control) const;

    // The counts for the lengths 0 .. last have at most so many bits.
    int bits(int last, Control& control) const;

  private:
    struct Reading {
        std::uint32_t state;
        int column;
    };
    // The sources of class c are sources[begin[c]] .. sources[begin[c + 1] - 1]. The readings are
    // of the layer before the step.
    struct Step {
        std::vector<std::uint32_t> begin, sources;
        std::vector<Reading> readings;
    };
    void merge_pasts(std::size_t back, Control& control);

    template <typename Value, typename Add, typename Advance, typename After>
    std::vector<Value> run(int last, const Value& one, const Add& add, const Advance& advance,
                           const After& after, Control& control) const;

    template <std::size_t lanes>
    bool residues_of(int last, std::span<const std::uint32_t> primes,
                     std::span<const std::uint32_t> coefficients, int step, std::size_t stride,
                     std::uint32_t* found, Control& control) const;

    std::vector<Step> steps_;
    int width_;
};

}  // namespace babieca::sweep
