// Resolved steps, run by the plainest executor there can be, against the sweep over states.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/frontier/state.hpp"
#include "core/sweep/resolve.hpp"
#include "tests/check.hpp"
#include "tests/oracle.hpp"

using namespace babieca;
using namespace babieca::sweep;
using frontier::PackedState;

namespace {

using Matching = std::vector<std::pair<int, int>>;  // pairs (low, high), increasing
using Layer = std::map<PackedState, std::uint64_t>;

constexpr std::uint64_t garbage = 0xdeadbeefdeadbeefu;  // in all memory nobody has written

// All matchings of the given points, the mate of the lowest one slowest.
std::vector<Matching> matchings(const std::vector<int>& points) {
    if (points.empty()) return {{}};
    std::vector<Matching> all;
    for (std::size_t mate = 1; mate < points.size(); ++mate) {
        std::vector<int> rest(points.begin() + 1, points.end());
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(mate) - 1);
        for (Matching& tail : matchings(rest)) {
            tail.insert(tail.begin(), {points[0], points[mate]});
            all.push_back(std::move(tail));
        }
    }
    return all;
}

const std::vector<Matching>& matchings_of(int pairs) {
    static std::map<int, std::vector<Matching>> known;
    if (!known.contains(pairs)) {
        std::vector<int> points(2 * pairs);
        std::iota(points.begin(), points.end(), 0);
        known[pairs] = matchings(points);
    }
    return known[pairs];
}

// The image of a matching; false if the operation ignores it.
bool image(const Transfer& t, Matching& matching) {
    const int i = t.i, j = t.j;
    std::map<int, int> mate;
    for (auto [a, b] : matching) mate[a] = b, mate[b] = a;
    // A moved end is named by three times a position and one to a side: between two others.
    std::vector<std::pair<int, int>> named;
    if (t.operation == Operation::move) {
        const int partner = mate[i];
        mate.erase(i), mate.erase(partner);
        for (auto [a, b] : mate)
            if (a < b) named.push_back({3 * a, 3 * b});
        const int place = 3 * j + (i < j ? 1 : -1);
        named.push_back({place, 3 * partner});
    } else if (t.operation == Operation::contract) {
        if (mate[i] == j) return false;
        const int one = mate[i], other = mate[j];
        for (int gone : {i, j, one, other}) mate.erase(gone);
        for (auto [a, b] : mate)
            if (a < b) named.push_back({a, b});
        named.push_back({one, other});
    } else if (t.operation == Operation::insert) {
        for (auto [a, b] : matching) {
            const auto place = [&](int end) {
                for (int taken : {i, j}) end += end >= taken;
                return end;
            };
            named.push_back({place(a), place(b)});
        }
        named.push_back({i, j});
    } else {
        CHECK(t.operation == Operation::copy);
        return true;
    }
    std::map<int, int> position;
    for (auto [a, b] : named) position[a] = position[b] = 0;
    int next = 0;
    for (auto& [name, at] : position) at = next++;
    matching.clear();
    for (auto [a, b] : named) matching.push_back(std::minmax(position[a], position[b]));
    std::sort(matching.begin(), matching.end());
    return true;
}

struct Sweep {
    const frontier::Problem& problem;
    const frontier::Schedule& schedule;
    Halves halves;
    std::vector<std::vector<std::uint64_t>> segments;
    BlockBits bits;
    BlockLayout layout;

    Sweep(const frontier::Problem& problem, const frontier::Schedule& schedule)
        : problem(problem), schedule(schedule), halves(schedule.slot_count), bits(halves) {
        layout = make_layout(problem, schedule, 0, halves);
        segments = memory_of(layout);
        if (layout.class_of[0] < 0) return;
        segments[0][0] = 1;
        bits.of(0)[0] = 1;
    }

    static std::vector<std::vector<std::uint64_t>> memory_of(const BlockLayout& layout) {
        std::vector<std::vector<std::uint64_t>> memory(layout.class_of.size());
        for (std::size_t upper = 0; upper < memory.size(); ++upper)
            if (layout.class_of[upper] >= 0)
                memory[upper].assign(layout.classes[layout.class_of[upper]].size, garbage);
        return memory;
    }

    void step(int t) {
        const BlockLayout after = make_layout(problem, schedule, t + 1, halves);
        const Program program = make_program(schedule, t, halves);
        const Resolver resolver(schedule, t, halves, layout, after, program);
        auto targets = memory_of(after);
        BlockBits reached(halves);
        Piece piece;
        for (int wave : program.waves)
            for (const UpperCase& upper : program.targets) {
                resolver.resolve(wave, upper, bits, reached, piece);
                CHECK(piece.target == wave + upper.upper);
                run(piece, targets[piece.target]);
            }
        segments = std::move(targets);
        bits = std::move(reached);
        layout = after;
    }

    void run(const Piece& piece, std::vector<std::uint64_t>& target) const {
        std::set<std::uint32_t> begun;
        std::uint32_t current = 0;
        for (const Transfer& t : piece.transfers) {
            const auto& source = segments[piece.sources.at(t.segment)];
            const int from_pairs = t.pairs - (t.operation == Operation::insert);
            const auto& to = matchings_of(t.target_pairs());
            CHECK(t.source + matchings_of(from_pairs).size() <= source.size());
            CHECK(t.target + to.size() <= target.size());
            if (t.onto == Onto::set) {
                CHECK(begun.insert(t.target).second);
                current = t.target;
                std::fill_n(target.begin() + t.target, to.size(), 0);
            }
            CHECK(t.target == current && begun.contains(current));
            for (std::size_t rank = 0; rank < matchings_of(from_pairs).size(); ++rank) {
                CHECK(source[t.source + rank] != garbage);
                Matching matching = matchings_of(from_pairs)[rank];
                if (t.target_pairs() == 0)
                    matching.clear();  // of a closing cycle nothing is left
                else if (!image(t, matching))
                    continue;
                const auto found = std::find(to.begin(), to.end(), matching);
                CHECK(found != to.end());
                target[t.target + (found - to.begin())] += source[t.source + rank];
            }
        }
    }

    // Whether the layout has a block for a state; it has none where colours tell that the state
    // leads to no cycle.
    bool holds(const PackedState& state) const {
        const int c = layout.class_of[halves.upper.value_of(state.types)];
        return c >= 0 && layout.classes[c].offset[halves.lower.value_of(state.types)] != absent;
    }

    // Every counter that is not zero, by its state.
    Layer layer() const {
        Layer found;
        for (int upper = 0; upper < halves.upper.values; ++upper)
            for (int lower = 0; lower < halves.lower.values; ++lower) {
                if (!(bits.of(upper)[lower / 64] >> (lower % 64) & 1)) continue;
                const auto& at = layout.classes.at(layout.class_of[upper]);
                CHECK(at.offset[lower] != absent);
                PackedState state;
                for (const auto& [half, value] :
                     {std::pair{&halves.lower, lower}, std::pair{&halves.upper, upper}})
                    for (int slot = half->first; slot < half->first + half->slots; ++slot)
                        state.types |= static_cast<std::uint64_t>(half->type(value, slot))
                                       << (2 * slot);
                const int pairs = (at.upper_ends + halves.lower.ends[lower]) / 2;
                for (; state.matching < matchings_of(pairs).size(); ++state.matching)
                    if (const auto ways = segments[upper][at.offset[lower] + state.matching])
                        found[state] = ways;
            }
        return found;
    }
};

int layers_seen = 0, most_pairs_seen = 0;

void agree(const frontier::Problem& problem, std::vector<Vertex> order) {
    if (problem.contradiction) return;
    if (problem.apex >= 0) order.push_back(problem.apex);
    const frontier::Schedule schedule = problem.schedule(order);
    if (schedule.impossible) return;
    Sweep sweep(problem, schedule);
    Layer wanted{{PackedState{}, 1}};
    if (!sweep.holds({})) wanted.clear();
    for (int t = 0; t < static_cast<int>(schedule.steps.size()); ++t) {
        Layer next;
        for (const auto& [state, ways] : wanted)
            frontier::for_each_successor(
                schedule, t, frontier::State::unpack(state),
                [&](const frontier::State& after, const frontier::Choice&) {
                    next[after.pack()] += ways;
                });
        sweep.step(t);
        std::erase_if(next, [&](const auto& entry) { return !sweep.holds(entry.first); });
        wanted = std::move(next);
        CHECK(sweep.layer() == wanted);
        ++layers_seen;
        for (const auto& [state, ways] : wanted)
            most_pairs_seen =
                std::max(most_pairs_seen, std::popcount(frontier::ends_of(state.types)) / 2);
    }
}

void random_graphs() {
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        const int n = 3 + static_cast<int>(random() % 7);
        const auto edges = oracle::random_edges(n, 0.7, random, round % 2 == 0);
        const auto owned = oracle::from_edges(n, edges);
        std::vector<Vertex> order(n);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        oracle::Edges through, avoiding;
        for (auto edge : edges) {
            if (random() % 12 == 0) through.push_back(edge);
            if (random() % 12 == 0) avoiding.push_back(edge);
        }
        const Vertex start = static_cast<Vertex>(random() % n);
        agree(frontier::cycle_problem(owned.view()), order);
        agree(frontier::path_problem(owned.view()), order);
        agree(frontier::path_problem(owned.view(), start), order);
        agree(frontier::cycle_problem(owned.view(), {through, avoiding}), order);
        agree(frontier::path_problem(owned.view(), -1, -1, {through, avoiding}), order);
    }
}

}  // namespace

int main() {
    random_graphs();
    const auto board = oracle::knight_board(6, 4);
    agree(frontier::path_problem(board.view()), oracle::knight_order(6, 4));
    CHECK(layers_seen > 1000 && most_pairs_seen >= 4);
}
