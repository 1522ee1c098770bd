#include "core/frontier/turn_state.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <string>

#include "core/reasons.hpp"

namespace babieca::frontier {
namespace {

using WideKey = unsigned __int128;

// The kinds of the edges that one waiting vertex has to retired vertices.
struct EdgeKinds {
    std::map<Vertex, std::uint8_t> of;  // by retired neighbour
    std::size_t count = 0;
};

std::array<Vertex, 3> sorted(const Turn& turn) {
    return {turn.at, std::min(turn.from, turn.to), std::max(turn.from, turn.to)};
}

}  // namespace

Addends::Addends(std::span<const Edge> edges, std::span<const std::uint64_t> of_edges,
                 std::span<const Turn> turns, std::span<const std::uint64_t> of_turns) {
    if (edges.size() != of_edges.size() || turns.size() != of_turns.size())
        throw std::invalid_argument("every edge and every turn needs one addend");
    for (std::size_t n = 0; n < edges.size(); ++n)
        of_edges_[std::minmax(edges[n].first, edges[n].second)] = of_edges[n];
    for (std::size_t n = 0; n < turns.size(); ++n) of_turns_[sorted(turns[n])] = of_turns[n];
}

std::uint64_t Addends::of(const Edge& edge) const {
    const auto found = of_edges_.find(std::minmax(edge.first, edge.second));
    return found == of_edges_.end() ? 0 : found->second;
}

std::uint64_t Addends::of(const Turn& turn) const {
    const auto found = of_turns_.find(sorted(turn));
    return found == of_turns_.end() ? 0 : found->second;
}

TurnTables::TurnTables(const Sweep& sweep, const Addends& addends, int total_bits)
    : schedule_(sweep.schedule), total_bits_(total_bits), has_turns_(addends.has_turns()) {
    const auto turn = [&](Vertex at, Vertex from, Vertex to) {
        return addends.of(Turn{at, from, to});
    };
    const Graph graph = sweep.problem.graph();
    std::vector<EdgeKinds> kinds(static_cast<std::size_t>(graph.vertex_count()));
    std::vector<bool> retired(kinds.size());
    std::size_t most_kinds = 1;
    const auto add_layer = [&](const Layer& layer) {
        auto& here = kinds_.emplace_back();
        for (Vertex v : layer.occupant) {
            auto& at_slot = here.emplace_back(v < 0 ? 0 : kinds[v].count);
            if (v >= 0)
                for (const auto& [past, kind] : kinds[v].of) at_slot[kind] = past;
        }
    };
    add_layer(schedule_.layers[0]);
    for (const Step& step : schedule_.steps) {
        const Vertex x = step.vertex;
        retired[x] = true;
        auto& at = steps_.emplace_back();
        for (const Candidate& candidate : step.candidates) {
            const Vertex v = candidate.vertex;
            AtCandidate& here = at.emplace_back();
            here.edge = addends.of(Edge{x, v});
            here.from.resize(kinds[x].count);
            for (const auto& [past, kind] : kinds[x].of) here.from[kind] = turn(x, past, v);
            for (const Candidate& second : step.candidates)
                here.other.push_back(turn(x, v, second.vertex));

            std::map<std::vector<std::uint64_t>, std::uint8_t> numbers;
            const auto kind_of = [&](Vertex past) {
                std::vector<std::uint64_t> onward;
                for (Vertex future : graph.neighbours(v))
                    if (!retired[future]) onward.push_back(turn(v, past, future));
                if (numbers.size() > 255) throw std::invalid_argument("a vertex has 256 kinds");
                return numbers.try_emplace(onward, static_cast<std::uint8_t>(numbers.size()))
                    .first->second;
            };
            here.apart.resize(kinds[v].count);
            here.ended.resize(kinds[v].count);
            for (auto& entry : kinds[v].of) {
                here.ended[entry.second] = turn(v, entry.first, x);
                const std::uint8_t after = kind_of(entry.first);
                here.apart[entry.second] = after;
                entry.second = after;
            }
            here.kind = kinds[v].of[x] = kind_of(x);
            kinds[v].count = numbers.size();
            most_kinds = std::max(most_kinds, numbers.size());
        }
        add_layer(schedule_.layers[kinds_.size()]);
    }
    rank_bits_ = std::bit_width(matching_count[schedule_.slot_count / 2] - 1);
    kind_bits_ = std::bit_width(most_kinds - 1);
    if (schedule_.slot_count * (2 + kind_bits_) + rank_bits_ + total_bits_ > 128)
        throw Refused({Code::key_too_wide, {{"slots", schedule_.slot_count}, {"bits", 128}}});
}

// From the lowest bit: types, rank of the matching, a kind for each slot, total.
PackedState TurnTables::pack(const TurnState& turning) const {
    const PackedState plain = turning.state.pack();
    if (!kind_bits_ && !total_bits_) return plain;
    WideKey key = total_bits_ ? turning.total : 0;
    if (kind_bits_)
        for (int slot = schedule_.slot_count - 1; slot >= 0; --slot) {
            const bool end = type_at(plain.types, slot) == 1;
            key = key << kind_bits_ | (end ? turning.kind[slot] : 0u);
        }
    key = (key << rank_bits_ | plain.matching) << 2 * schedule_.slot_count | plain.types;
    return {static_cast<std::uint64_t>(key), static_cast<std::uint64_t>(key >> 64)};
}

TurnState TurnTables::unpack(const PackedState& packed) const {
    if (!kind_bits_ && !total_bits_) return {State::unpack(packed), {}, 0};
    WideKey key = WideKey{packed.matching} << 64 | packed.types;
    const auto low = [&](int bits) {
        const auto found = static_cast<std::uint64_t>(key & ((WideKey{1} << bits) - 1));
        key >>= bits;
        return found;
    };
    PackedState plain;
    plain.types = low(2 * schedule_.slot_count);
    plain.matching = low(rank_bits_);
    TurnState turning{State::unpack(plain), {}, 0};
    if (kind_bits_)
        for (int slot = 0; slot < schedule_.slot_count; ++slot)
            turning.kind[slot] = static_cast<std::uint8_t>(low(kind_bits_));
    turning.total = static_cast<std::uint64_t>(key);
    return turning;
}

}  // namespace babieca::frontier
