// The stored layers of a forward sweep: how they begin, and how they are saved, resumed and lent.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/files/checked_file.hpp"
#include "core/frontier/sweep.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/execution.hpp"
#include "core/sweep/layer_memory.hpp"
#include "core/sweep/plan.hpp"
#include "core/sweep/store.hpp"

namespace babieca::sweep {

struct SweptLayer {
    int number = 0;
    Mode mode = Mode::exact;
    int bits = 0;  // while exact: no counter needs more
    std::shared_ptr<Store> store;

    const BlockLayout& layout() const { return *store->layout; }
    int width() const { return store->width; }  // bytes of a counter
};

// Whether two moduli go through one sweep, in words of 16 bytes: only whole sweeps in memory that
// lend no layer, and only if the memory allows it beside a layer that is held.
bool by_twos(const Plan& plan, const BlockOptions& options);

// Refers to its arguments.
class SweptLayers {
  public:
    SweptLayers(const frontier::Sweep& sweep, const Plan& plan, const BlockOptions& options);

    const Halves& halves() const { return halves_; }
    LayerMemory& memory() { return memory_; }

    SweptLayer empty(int number, Mode mode, int bits, int width);
    SweptLayer first(Mode mode, int width);
    SweptLayer copy_of(const LayerView& view);
    void lend(const SweptLayer& layer);

    // Returns the layer of the checkpoint of this modulus, if there is one.
    std::optional<SweptLayer> resume(std::uint64_t modulus);
    // If `whole`, nothing stays in scratch; else the checkpoint refers to the segments there.
    void save(const SweptLayer& layer, std::uint64_t modulus, bool whole,
              const std::function<void()>& poll);

    // Opens the scratch file, if one is wanted. `held`: the ranges that a checkpoint refers to.
    void open_scratch(const std::vector<ScratchFile::Range>& held = {});
    std::uint64_t disk_bytes() const;  // the most that was in scratch

  private:
    files::Identity identity(std::uint64_t modulus) const;
    BlockLayout whole_layout(const SweptLayer& layer) const;

    const frontier::Sweep& sweep_;
    const Plan& plan_;
    const BlockOptions& options_;
    Halves halves_;
    LayerMemory memory_;
    std::uint64_t disk_bytes_ = 0;  // in files that are closed
};

}  // namespace babieca::sweep
