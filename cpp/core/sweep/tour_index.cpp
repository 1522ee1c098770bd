// Tours by number: a walk back through the layers of forward counts.
//
// Two tours are compared at the last vertex, in retirement order, at which their histories differ:
// first by the later vertices that it is joined to (increasing lists, compared lexicographically),
// then by the rank of the matching before it. Walking back from the end, the predecessors of a
// state, sorted by this comparison, own consecutive ranges of numbers, each as long as its number
// of ways. So the rank of a tour is the sum of the ranges passed over, and a number leads back to
// its tour. A uniformly distributed number gives a uniformly distributed tour.
//
// Layers need not all be kept. The ways of a state in another layer are the sum of the ways of its
// predecessors; they are remembered until the walk has left the layer.
//
// Threads may share an index: each walk owns the data that it changes.
#include "core/sweep/tour_index.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "core/frontier/natural.hpp"
#include "core/graphs/graph.hpp"
#include "core/reasons.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/predecessors.hpp"
#include "core/sweep/sparse.hpp"

namespace babieca::sweep {
namespace {

using frontier::PackedState;
using frontier::State;

// A tour as the choices of the sweep: per step, the later vertices joined to the retiring vertex.
using Choices = std::vector<JoinedTo>;

// Converts between choices and sequences of vertices.
class Sequences {
  public:
    Sequences(const frontier::Schedule& schedule, Vertex apex, Vertex first)
        : schedule_(schedule), apex_(apex), first_(first), time_(schedule.steps.size()) {
        for (std::size_t t = 0; t < time_.size(); ++t) time_[schedule.steps[t].vertex] = t;
    }

    // The vertices of a tour without the apex.
    std::size_t length() const { return time_.size() - (apex_ >= 0); }

    void append(const Choices& choices, std::vector<Vertex>& out) const {
        Neighbours neighbours(time_.size(), {-1, -1});
        for (std::size_t t = 0; t < choices.size(); ++t)
            for (Vertex u : choices[t])
                if (u >= 0) link(neighbours, schedule_.steps[t].vertex, u);
        const Vertex from = std::max(apex_, 0);
        const auto [one, other] = neighbours[from];
        const bool begun = apex_ >= 0 && first_ >= 0;
        const auto list = list_cycle(neighbours, from, begun ? first_ : std::min(one, other));
        out.insert(out.end(), list.begin() + (apex_ >= 0), list.end());
    }

    Choices choices(std::span<const Vertex> tour) const {
        Choices result(time_.size(), JoinedTo{-1, -1});
        const auto add = [&](Vertex u, Vertex v) {
            const auto size = static_cast<Vertex>(time_.size());
            if (u < 0 || v < 0 || u >= size || v >= size) throw Refused({Code::not_among});
            auto& joined = result[std::min(time_[u], time_[v])];
            const Vertex later = time_[u] < time_[v] ? v : u;
            if (joined[1] >= 0) throw Refused({Code::not_among});
            joined[joined[0] < 0 ? 0 : 1] = later;
            if (joined[1] >= 0 && joined[0] > joined[1]) std::swap(joined[0], joined[1]);
        };
        for (std::size_t i = 1; i < tour.size(); ++i) add(tour[i - 1], tour[i]);
        if (apex_ < 0) {
            add(tour.back(), tour.front());
        } else {
            add(apex_, tour.front());
            add(apex_, tour.back());
        }
        return result;
    }

  private:
    const frontier::Schedule& schedule_;
    Vertex apex_, first_;
    std::vector<std::size_t> time_;  // per vertex: the step that retires it
};

// A state from which a step leads to a given state.
struct Predecessor {
    JoinedTo joined;
    PackedState before;
};

std::vector<Predecessor> predecessors(const frontier::Schedule& schedule, int t,
                                      const PackedState& after) {
    std::vector<Predecessor> list;
    for_each_predecessor(schedule, t, State::unpack(after),
                         [&](const State& before, const JoinedTo& joined) {
                             list.push_back({joined, before.pack()});
                         });
    return list;
}

std::vector<Predecessor> sorted(std::vector<Predecessor> list) {
    std::sort(list.begin(), list.end(), [](const Predecessor& a, const Predecessor& b) {
        return std::tie(a.joined, a.before.matching) < std::tie(b.joined, b.before.matching);
    });
    return list;
}

// The states that a tour passes through. Throws Refused if the tour has no number.
std::vector<PackedState> history(const frontier::Schedule& schedule, const Choices& tour) {
    std::vector<PackedState> states{PackedState{}};
    for (std::size_t t = 0; t < tour.size(); ++t) {
        bool found = false;
        frontier::for_each_successor(schedule, static_cast<int>(t), State::unpack(states[t]),
                                     [&](const State& after, const frontier::Choice& choice) {
                                         if (found || joined_to(choice) != tour[t]) return;
                                         states.push_back(after.pack());
                                         found = true;
                                     });
        if (!found) throw Refused({Code::not_among});
    }
    return states;
}

// `Layers` has a Value, states and bytes, and kept(t), ways(t, state) and arrive(t), which is
// called before a walk reads layer t.
template <typename Layers>
class Indexed : public TourIndex {
  public:
    using Value = typename Layers::Value;

    Indexed(const frontier::Sweep& sweep, Vertex first, Layers&& layers)
        : schedule_(sweep.schedule),
          layers_(std::move(layers)),
          sequences_(schedule_, sweep.problem.apex, first),
          steps_(sweep.steps()) {}

    BigNatural total() const override { return BigNatural(Value(layers_.ways(steps_, {}))); }
    std::uint64_t states() const override { return layers_.states; }
    std::uint64_t bytes() const override { return layers_.bytes; }

    // A batch shares every layer that it visits.
    std::vector<Vertex> unrank(const std::vector<BigNatural>& numbers,
                               Control& control) const override {
        struct Item {
            PackedState state;
            Value left;  // the number among the tours through the state
            Choices choices;
        };
        const BigNatural all = total();
        std::vector<Item> items(numbers.size());
        std::vector<Item*> by_state;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (!(numbers[i] < all)) throw std::out_of_range("there are not that many tours");
            items[i].left = numbers[i].template fixed<Value::limbs>();
            items[i].choices.resize(steps_);
            by_state.push_back(&items[i]);
        }
        walk_back(control, [&](int t, auto&& list) {
            // Sorted by state, so that the predecessors of each state are listed once.
            std::ranges::sort(by_state, std::less{}, [](const Item* item) { return item->state; });
            PackedState listed;
            const std::vector<Counted>* ways = nullptr;
            for (std::size_t at = 0; at < by_state.size(); ++at) {
                Item& item = *by_state[at];
                if (!ways || listed != item.state) ways = &list(item.state);
                listed = item.state;
                auto branch = ways->begin();
                for (; item.left >= branch->ways; ++branch) item.left -= branch->ways;
                item.choices[t] = branch->from.joined;
                item.state = branch->from.before;
                if (at % 256 == 0) control.check({steps_ - t, steps_});
            }
        });
        std::vector<Vertex> tours;
        for (const Item& item : items) sequences_.append(item.choices, tours);
        return tours;
    }

    std::vector<BigNatural> rank(std::span<const Vertex> tours, Control& control) const override {
        const std::size_t length = sequences_.length();
        std::vector<Choices> choices;
        std::vector<std::vector<PackedState>> histories;
        for (std::size_t at = 0; at + length <= tours.size(); at += length) {
            choices.push_back(sequences_.choices(tours.subspan(at, length)));
            histories.push_back(history(schedule_, choices.back()));
        }
        std::vector<Value> ranks(choices.size());
        walk_back(control, [&](int t, auto&& list) {
            for (std::size_t i = 0; i < choices.size(); ++i) {
                for (const auto& [from, count] : list(histories[i][t + 1])) {
                    if (from.joined == choices[i][t] && from.before == histories[i][t]) break;
                    ranks[i] += count;
                }
                if (i % 256 == 0) control.check({steps_ - t, steps_});
            }
        });
        std::vector<BigNatural> found;
        for (const Value& rank : ranks) found.emplace_back(rank);
        return found;
    }

  private:
    // The ways of visited states, per layer that is not kept.
    using Remembered = std::vector<frontier::StateTable<Value>>;

    struct Counted {
        Predecessor from;
        Value ways;
    };

    // Calls visit(t, list) for every step t, the last first. list(after) returns the reachable
    // predecessors of a state, until it is called again.
    template <typename Visit>
    void walk_back(Control& control, Visit&& visit) const {
        Remembered remembered(steps_ + 1);
        std::vector<Counted> listed;
        for (int t = steps_ - 1; t >= 0; --t) {
            layers_.arrive(t);
            visit(t, [&](const PackedState& after) -> const std::vector<Counted>& {
                listed.clear();
                for (const Predecessor& from : sorted(predecessors(schedule_, t, after)))
                    if (const Value ways = ways_of(t, from.before, remembered); !ways.is_zero())
                        listed.push_back({from, ways});
                return listed;
            });
            remembered[t + 1].reset(0);
            control.check({steps_ - t, steps_});
        }
    }

    Value ways_of(int t, const PackedState& state, Remembered& remembered) const {
        if (layers_.kept(t)) return layers_.ways(t, state);
        if (const Value* known = remembered[t].look_up(state)) return *known;
        Value sum{};
        for (const Predecessor& from : predecessors(schedule_, t - 1, state))
            sum += ways_of(t - 1, from.before, remembered);
        remembered[t][state] = sum;
        return sum;
    }

    frontier::Schedule schedule_;
    Layers layers_;
    Sequences sequences_;
    int steps_;
};

// The layers of a finished sweep over states.
template <int Limbs>
struct SparseLayers {
    using Value = frontier::Natural<Limbs>;
    std::vector<frontier::StateTable<Value>> layers;
    std::uint64_t states, bytes;

    explicit SparseLayers(frontier::StateSweep<Value> sweep)
        : layers(sweep.take_layers()), states(sweep.states()), bytes(sweep.kept_bytes()) {}

    bool kept(int) const { return true; }
    void arrive(int) const {}
    Value ways(int t, const PackedState& state) const {
        const Value* found = layers[t].look_up(state);
        return found ? *found : Value{};
    }
};

// Some layers of a block sweep. Layer 0 has only the empty state and is never kept.
class BlockLayers {
  public:
    using Value = frontier::Natural<1>;
    std::uint64_t states = 0, bytes = 0;

    BlockLayers(const frontier::Sweep& sweep, const Plan& plan)
        : sweep_(sweep),
          fingerprint_(plan.fingerprint),
          halves_(sweep.schedule),
          layers_(sweep.steps() + 1) {}

    void keep(const LentLayer& lent, const BlockKeeping& keeping) {
        if (keeping.directory.empty()) return add(lent.layer, std::make_unique<KeptLayer>(lent));
        const std::string path = file_name(lent.layer, keeping.directory);
        files::CheckedWriter writer(path, identity(lent.layer), {}, keeping.nameless);
        KeptLayer::write(lent, writer);
        add(lent.layer,
            std::make_unique<files::MappedFile>(path, identity(lent.layer), writer.commit()));
    }
    void open(int layer, const std::string& directory) {
        if (layer < 1 || layer >= static_cast<int>(layers_.size()))
            throw files::FileError("there is no layer " + std::to_string(layer));
        add(layer,
            std::make_unique<files::MappedFile>(file_name(layer, directory), identity(layer)));
    }

    bool kept(int t) const { return t == 0 || layers_[t] != nullptr; }
    Value ways(int t, const PackedState& state) const {
        if (sweep_.impossible()) return 0;
        if (t == 0) return state == PackedState{} ? 1 : 0;
        if (!layers_[t]) throw files::FileError("layer " + std::to_string(t) + " is missing");
        return layers_[t]->ways(halves_.upper.value_of(state.types),
                                halves_.lower.value_of(state.types), state.matching);
    }
    // The walk goes backwards: later layers are not read again.
    void arrive(int t) const {
        for (std::size_t later = t + 1; later + 1 < layers_.size(); ++later)
            if (layers_[later]) layers_[later]->forget_pages();
    }

  private:
    static std::string file_name(int layer, const std::string& directory) {
        return directory + "/layer-" + std::to_string(layer) + ".counts";
    }
    files::Identity identity(int layer) const {
        return {files::Kind::layer, fingerprint_, {static_cast<std::uint64_t>(layer), 0}};
    }
    void add(int layer, std::unique_ptr<files::MappedFile> file) {
        add(layer, std::make_unique<KeptLayer>(make_layout(sweep_, layer, halves_), halves_,
                                               std::move(file)));
    }
    void add(int layer, std::unique_ptr<KeptLayer> kept) {
        bytes += kept->bytes();
        states += kept->counters();
        layers_[layer] = std::move(kept);
    }

    frontier::Sweep sweep_;
    std::uint64_t fingerprint_;
    Halves halves_;
    std::vector<std::unique_ptr<KeptLayer>> layers_;
};

// Layers with fewer counters are always kept: they cost little and shorten the walk.
constexpr std::uint64_t small_layer = 200000;

}  // namespace

std::unique_ptr<TourIndex> make_sparse_index(const frontier::Sweep& sweep, Vertex first,
                                             std::uint64_t memory_bytes, Control& control) {
    return frontier::with_enough_limbs([&]<int Limbs>() -> std::unique_ptr<TourIndex> {
        SparseLayers<Limbs> layers(all_layers<Limbs>(sweep, memory_bytes, sweep.steps(), control));
        return std::make_unique<Indexed<SparseLayers<Limbs>>>(sweep, first, std::move(layers));
    });
}

std::unique_ptr<TourIndex> make_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping,
                                            Control& control) {
    BlockLayers layers(sweep, plan);
    BlockOptions options;
    options.threads = keeping.threads;
    options.wants_layer = [&](int layer) {
        return std::ranges::find(keeping.layers, layer) != keeping.layers.end();
    };
    options.receive_layer = [&](const LentLayer& lent) { layers.keep(lent, keeping); };
    const auto result = count_blocks(sweep, plan, options, control);
    if (!result.exact) throw frontier::TooNarrow({Code::number_64_bits});
    return std::make_unique<Indexed<BlockLayers>>(sweep, first, std::move(layers));
}

std::unique_ptr<TourIndex> open_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping) {
    BlockLayers layers(sweep, plan);
    for (int layer : keeping.layers) layers.open(layer, keeping.directory);
    return std::make_unique<Indexed<BlockLayers>>(sweep, first, std::move(layers));
}

std::vector<int> layers_to_keep(const Plan& plan, int every) {
    const int last = static_cast<int>(plan.layers.size()) - 1;
    std::vector<int> best;
    for (int remainder = 0; remainder < every; ++remainder) {
        std::vector<int> layers;
        for (int t = 1; t <= last; ++t)
            if (t == last || t % every == remainder || plan.layers[t].counters < small_layer)
                layers.push_back(t);
        if (best.empty() || bytes_to_keep(plan, layers) < bytes_to_keep(plan, best))
            best = std::move(layers);
    }
    return best;
}

std::uint64_t bytes_to_keep(const Plan& plan, std::span<const int> layers) {
    std::uint64_t numbers = 0;  // of 64 bits
    for (int layer : layers) numbers += plan.bits_limbs + plan.layers[layer].counters;
    return numbers * sizeof(std::uint64_t);
}

}  // namespace babieca::sweep
