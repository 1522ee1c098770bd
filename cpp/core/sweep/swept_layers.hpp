// The stored layers of a sweep forwards: how they begin, and how they are saved, resumed and lent.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/files/checked_file.hpp"
#include "core/frontier/sweep.hpp"
#include "core/sweep/block_layout.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/plan.hpp"
#include "core/sweep/room.hpp"
#include "core/sweep/store.hpp"

namespace babieca::sweep {

struct SweptLayer {
    int number = 0;
    Mode mode = Mode::exact;
    int bits = 0;  // while exact: no counter needs more
    BlockLayout layout;
    std::shared_ptr<Store> store;

    int width() const { return store->width; }  // bytes of a counter
};

// Whether two moduli go through a sweep at once, in words of 16 bytes: where there is room for them
// and for a layer that is held. Only whole sweeps in memory that nobody looks into.
bool by_twos(const Plan& plan, const BlockOptions& options);

// Refers to what it was made from.
class SweptLayers {
  public:
    SweptLayers(const frontier::Sweep& sweep, const Plan& plan, const BlockOptions& options);

    const Halves& halves() const { return halves_; }
    Room& room() { return room_; }

    // A layer of which nothing is written.
    SweptLayer make(int number, Mode mode, int bits, int width) const;
    // The first one, and a copy of one that was lent.
    SweptLayer first(Mode mode, int width);
    SweptLayer from(const LayerView& view);
    void lend(const SweptLayer& layer);

    // What the checkpoint of the sweep for a modulus holds, if there is one.
    std::optional<SweptLayer> resume(std::uint64_t modulus);
    // The last layer is saved as a whole, so that nothing stays in scratch. Any other refers to
    // what is there.
    void save(const SweptLayer& layer, std::uint64_t modulus, bool whole,
              const std::function<void()>& poll);

    // Whatever the widths, a stride then finds room in memory for what it loads. `held` is what a
    // checkpoint refers to.
    void open_scratch(const std::vector<ScratchFile::Range>& held = {});
    std::uint64_t disk_bytes() const;  // the most that was in scratch

  private:
    files::Identity identity(std::uint64_t modulus) const;
    BlockLayout whole_layout(const SweptLayer& layer) const;

    const frontier::Sweep& sweep_;
    const Plan& plan_;
    const BlockOptions& options_;
    Halves halves_;
    Room room_;
    std::uint64_t disk_bytes_ = 0;  // in files that are closed
};

}  // namespace babieca::sweep
