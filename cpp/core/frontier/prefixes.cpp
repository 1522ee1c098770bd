#include "core/frontier/prefixes.hpp"

#include "core/frontier/choices.hpp"

namespace babieca::frontier {

std::vector<Closing> closings(const Sweep& sweep, int t) {
    const Step& step = sweep.schedule.steps[t];
    const std::vector<Vertex>& waiting = sweep.schedule.layers[t + 1].occupant;
    const auto slot_of = [&](Vertex vertex) {
        for (std::size_t slot = 0; slot < waiting.size(); ++slot)
            if (waiting[slot] == vertex) return static_cast<int>(slot);
        return -1;
    };
    // A vertex that enters in this step has at most one edge after it.
    const auto is_fresh = [&](Vertex vertex) {
        for (const Candidate& candidate : step.candidates)
            if (candidate.vertex == vertex) return candidate.fresh;
        return false;
    };
    const auto times = [](std::uint64_t type, int slot) { return type << (2 * slot); };
    std::vector<Closing> all;
    std::uint64_t done = 0;  // the types after the step
    if (sweep.problem.apex >= 0) {
        const int apex = slot_of(sweep.problem.apex);
        if (apex < 0 || is_fresh(sweep.problem.apex)) return all;
        done = times(2, apex);
    }
    // The prefix grows by one vertex at a time, as long as the next vertex can be done.
    for (int prefix = t + 1;; ++prefix) {
        for (const Candidate& u : step.candidates) {
            if (type_at(done, u.slot) != 2) continue;
            const std::uint64_t before = done - times(1, u.slot);
            if (step.slot >= 0) all.push_back({before + times(1, step.slot), prefix});
            for (const Candidate* w = &u + 1; w != step.candidates.data() + step.candidates.size();
                 ++w)
                if (type_at(done, w->slot) == 2)
                    all.push_back({before - times(1, w->slot), prefix});
        }
        if (prefix == sweep.steps()) break;
        const Vertex next = sweep.schedule.steps[prefix].vertex;
        const int slot = slot_of(next);
        if (next == sweep.problem.apex || slot < 0 || is_fresh(next)) break;
        done += times(2, slot);
    }
    return all;
}

}  // namespace babieca::frontier
