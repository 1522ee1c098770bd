// Layers of a block sweep, kept in memory, in scratch or in files.
//
// Invariant: a kept layer knows the exact number of ways to reach every packed state, 0 if the
// block is absent. Layer 0 has only the empty state and is never kept.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/files/checked_file.hpp"
#include "core/frontier/natural.hpp"
#include "core/frontier/state.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/scratch_file.hpp"

namespace babieca::sweep {

class KeptLayer {
  public:
    KeptLayer(const LentLayer& lent, ScratchFile* scratch = nullptr);  // null: in memory
    KeptLayer(BlockLayout layout, std::size_t bits_words, std::unique_ptr<files::MappedFile> file);
    ~KeptLayer();
    static void write(const LentLayer& lent, files::CheckedWriter& writer);

    std::uint64_t ways(int upper, int lower, std::uint64_t matching) const;
    std::uint64_t bytes() const;
    std::uint64_t counters() const { return counters_; }
    void forget_pages() const;

    // Bring a layer in scratch to memory, and free that memory. The layout is computed again.
    void load(BlockLayout layout);
    void unload();

    // Of a layer in memory.
    int layer() const { return layer_; }
    std::vector<const std::byte*> segments() const;  // per upper value
    LayerView view(const std::vector<const std::byte*>& segments) const {
        return {layer_, layout_, bits_, width_, largest_, segments, residues_};
    }

  private:
    void write_to_scratch(const LentLayer& lent);
    void place_segments();
    bool has_segment(int upper) const;
    int layer_ = -1;
    BlockLayout layout_;
    Words bits_;
    int width_ = sizeof(std::uint64_t);  // bytes of a counter; in files always 8
    int largest_ = 64;
    bool residues_ = false;
    std::vector<std::uint64_t> begin_;  // per upper value: its first counter
    std::uint64_t counters_ = 0;
    std::unique_ptr<std::byte[]> memory_;
    std::unique_ptr<files::MappedFile> file_;  // if the counters are not in memory
    ScratchFile* scratch_ = nullptr;
    std::vector<ScratchFile::Range> ranges_;  // in scratch: the bits, then the counters in order
};

class BlockLayers {
  public:
    using Value = frontier::Natural<1>;
    std::uint64_t states = 0, bytes = 0;

    BlockLayers(const frontier::Sweep& sweep, const Plan& plan)
        : sweep_(sweep),
          fingerprint_(plan.fingerprint),
          halves_(sweep.schedule),
          layers_(sweep.steps() + 1) {}

    void keep(const LentLayer& lent, const std::string& directory, bool nameless);
    void open(int layer, const std::string& directory);

    bool kept(int t) const { return t == 0 || layers_[t] != nullptr; }
    Value ways(int t, const frontier::PackedState& state) const;
    void arrive(int t) const;

  private:
    files::Identity identity(int layer) const;
    void add(int layer, std::unique_ptr<KeptLayer> kept);
    void add(int layer, std::unique_ptr<files::MappedFile> file);
    frontier::Sweep sweep_;
    std::uint64_t fingerprint_;
    Halves halves_;
    std::vector<std::unique_ptr<KeptLayer>> layers_;
};

}  // namespace babieca::sweep
