// What is wrong with a walk that should be a tour, and how much of it begins a tour.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/questions/finding.hpp"

namespace babieca::questions {

struct TourFault {
    Reason reason;
    std::int64_t step = 0;  // counted from 1; 0: no step is at fault
    bool in_walk = false;   // the step repeats a vertex, or is no move
};

// Why vertices are no tour of a kind: the first step that is none, missing vertices, or the ends.
// The neighbours of a directed graph are the vertices after each vertex.
std::optional<TourFault> fault_of_tour(const Place& place, Kind kind, const Squares& walk,
                                       bool directed = false);

// How many vertices of a lost walk begin a tour. `lost(n)`: no tour begins with the first n; then
// none begins with more of them.
std::int64_t sound_beginning(std::int64_t length, const std::function<bool(std::int64_t)>& lost);

struct Judged {
    std::optional<TourFault> fault = {};
    Squares legal = {};      // the walk before its first fault
    Squares moves = {};      // unvisited vertices a move further
    Finding finding = {};    // a tour that begins so, or why there is none
    std::int64_t sound = 0;  // how many of `legal` are known to begin a tour
};

Judged judge(const Question& question, const Squares& walk, const FindLimits& limits,
             Control& control);

}  // namespace babieca::questions
