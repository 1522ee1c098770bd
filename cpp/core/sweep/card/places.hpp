// Where counters lie: on the card, and on the host those for which it has no room.
//
// One line of addresses: the card's from 0 on, then the host's. Segments are moved as a whole:
// shifted together where gaps are too small, sent to the host where the card is full, and fetched
// before they are read or written. Nothing here touches a counter: what is to be moved is noted, to
// be done in that order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/sweep/ranges.hpp"

namespace babieca::card {

struct Extent {
    std::uint64_t begin, bytes;
};

// Counters that are to lie elsewhere: lower on the same side, and then the two places may overlap;
// or on the other side.
struct Shift {
    std::uint64_t from, to, bytes;
};
using Shifts = std::vector<Shift>;

// A segment that may be moved: where its address is kept.
struct Held {
    std::uint64_t* begin;
    std::uint64_t bytes;
};

enum class Side { card, host };

class Places {
  public:
    Places(std::uint64_t card, std::uint64_t host) : card_(0, card), host_(card, host) {}

    static std::uint64_t rounded(std::uint64_t bytes) { return sweep::Ranges::rounded(bytes); }
    bool on_host(std::uint64_t address) const { return address >= host_.begin; }
    std::uint64_t used() const { return card_.used; }  // of the card
    std::uint64_t free() const { return card_.size - card_.used; }
    std::uint64_t peak() const { return card_.peak; }
    std::uint64_t host_peak() const { return host_.peak; }

    // On the card.
    std::optional<std::uint64_t> take(std::uint64_t bytes) { return card_.take(bytes); }
    // On the card, side by side where there is a gap for all of them; none where there is not room
    // for all.
    std::optional<std::vector<std::uint64_t>> take_all(std::span<const std::uint64_t> sizes) {
        return card_.take_all(sizes);
    }
    void give(const Extent& extent) { side_of(extent.begin).give(extent); }
    // Neighbours are given back as one, which is most of the work of giving.
    void give_all(std::vector<Extent>& extents);

    // To a place that was taken for it.
    void move(const Held& held, std::uint64_t to, Shifts& shifts);
    // To the host, in as few moves as can be; false where it has no gaps for all of them.
    bool send(std::vector<Held> chosen, Shifts& shifts);
    // Shifts segments of a side together, as few bytes as it takes to have a gap of so many, which
    // are not none; `all` are the segments of both sides.
    void compact(Side side, std::uint64_t wanted, std::vector<Held> all, Shifts& shifts);

  private:
    struct Line {
        std::uint64_t begin, size;
        sweep::Ranges ranges;
        std::uint64_t used = 0, peak = 0;

        Line(std::uint64_t from, std::uint64_t bytes) : begin(from), size(bytes), ranges(bytes) {}
        std::optional<std::uint64_t> take(std::uint64_t bytes);
        std::optional<std::vector<std::uint64_t>> take_all(std::span<const std::uint64_t> sizes);
        void give(const Extent& extent);
    };
    Line& side_of(std::uint64_t address) { return on_host(address) ? host_ : card_; }
    void note(const Shift& shift, Shifts& shifts) const;

    Line card_, host_;
};

}  // namespace babieca::card
