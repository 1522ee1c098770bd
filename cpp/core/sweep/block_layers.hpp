// Some layers of a sweep by blocks, kept in memory or in files.
//
// Invariant: a kept layer answers with the exact number of ways for every packed state; a state
// whose block is absent has none. Layer 0 holds the empty state alone and needs no keeping.
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

// One kept layer: where each segment begins, and the counters themselves.
class KeptLayer {
  public:
    KeptLayer(const LentLayer& lent);                        // in memory
    KeptLayer(const LentLayer& lent, ScratchFile& scratch);  // there, unless it is fetched
    ~KeptLayer();
    KeptLayer(BlockLayout layout, std::size_t bits_words, std::unique_ptr<files::MappedFile> file);
    static void write(const LentLayer& lent, files::CheckedWriter& writer);

    std::uint64_t ways(int upper, int lower, std::uint64_t matching) const;
    std::uint64_t bytes() const;
    std::uint64_t counters() const { return counters_; }
    void forget_pages() const;

    // Of a layer in scratch: bits and counters are in memory from one to the other, and the layout,
    // which is made anew.
    void fetch(BlockLayout layout);
    void leave();

    // Of a layer in memory: it is lent again, with its segments per upper value.
    int layer() const { return layer_; }
    std::vector<const std::byte*> segments() const;
    LayerView view(const std::vector<const std::byte*>& segments) const {
        return {layer_, layout_, bits_, width_, largest_, segments, residues_};
    }

  private:
    void place_segments();
    bool has_segment(int upper) const;
    int layer_ = -1;
    BlockLayout layout_;
    Words bits_;
    int width_ = sizeof(std::uint64_t);  // bytes of a counter; in files always these
    int largest_ = 64;
    bool residues_ = false;
    std::vector<std::uint64_t> begin_;  // per upper value: its first counter among all
    std::uint64_t counters_ = 0;        // how many there are
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
