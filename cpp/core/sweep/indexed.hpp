// A TourIndex over any kind of layers.
#pragma once

#include "core/sweep/sequences.hpp"
#include "core/sweep/tour_index.hpp"
#include "core/sweep/way_back.hpp"

namespace babieca::sweep {

template <typename Layers>
class Indexed : public TourIndex {
  public:
    using Value = typename Layers::Value;

    Indexed(const frontier::Sweep& sweep, Vertex first, Layers&& layers)
        : schedule_(sweep.schedule),
          layers_(std::move(layers)),
          way_back_(schedule_, layers_),
          sequences_(schedule_, sweep.problem.apex, first) {}

    int words() const override { return Value::words; }
    std::vector<std::uint64_t> total() const override {
        const Value all = way_back_.total();
        return {all.word.begin(), all.word.end()};
    }
    std::uint64_t states() const override { return layers_.states; }
    std::uint64_t bytes() const override { return layers_.bytes; }

    std::vector<Vertex> unrank(std::span<const std::uint64_t> numbers,
                               Control& control) const override {
        std::vector<Value> values(numbers.size() / Value::words);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            values[i / Value::words].word[i % Value::words] = numbers[i];
        std::vector<Vertex> tours;
        for (const auto& choices : way_back_.unrank(std::move(values), control))
            sequences_.append(choices, tours);
        return tours;
    }

    std::vector<std::uint64_t> rank(std::span<const Vertex> tours,
                                    Control& control) const override {
        const std::size_t length = sequences_.length();
        std::vector<std::vector<JoinedTo>> choices;
        for (std::size_t at = 0; at + length <= tours.size(); at += length)
            choices.push_back(sequences_.choices(tours.subspan(at, length)));
        std::vector<std::uint64_t> ranks;
        for (const Value& value : way_back_.rank(choices, control))
            ranks.insert(ranks.end(), value.word.begin(), value.word.end());
        return ranks;
    }

  private:
    frontier::Schedule schedule_;
    Layers layers_;
    WayBack<Layers> way_back_;
    Sequences sequences_;
};

}  // namespace babieca::sweep
