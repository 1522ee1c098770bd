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
// ordinary lumpability).
//
// Time: one addition per move between classes, per column and modulus.
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

    // The residues of the counts for the lengths 0 .. last modulo primes below 2^31: all primes of
    // length 0 first.
    std::vector<std::uint32_t> residues(int last, const std::vector<std::uint32_t>& primes,
                                        Control& control) const;

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
    template <typename Value, typename Add, typename Scale>
    std::vector<Value> run(int last, const Value& one, const Add& add, const Scale& scale,
                           Control& control) const;

    template <std::size_t lanes>
    void residues_of(int last, std::span<const std::uint32_t> primes, std::uint32_t* found,
                     std::size_t stride, Control& control) const;

    std::vector<Step> steps_;
    int width_;
};

}  // namespace babieca::sweep
