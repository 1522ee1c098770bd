#include <algorithm>

#include "core/sweep/block_layers.hpp"
#include "core/sweep/numbering.hpp"

namespace babieca::sweep {
namespace {

// Layers with fewer counters are always kept: they cost little and shorten the walk.
constexpr std::uint64_t small_layer = 200000;

}  // namespace

std::unique_ptr<TourIndex> make_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping,
                                            Control& control) {
    BlockLayers layers(sweep, plan);
    BlockOptions options;
    options.threads = keeping.threads;
    options.wants_layer = [&](int layer) {
        return std::find(keeping.layers.begin(), keeping.layers.end(), layer) !=
               keeping.layers.end();
    };
    options.receive_layer = [&](const LentLayer& lent) {
        layers.keep(lent, keeping.directory, keeping.nameless);
    };
    const auto result = count_blocks(sweep, plan, options, control);
    if (!result.exact) throw frontier::TooNarrow("a counter of the kept layers outgrew 64 bits");
    return std::make_unique<Indexed<BlockLayers>>(sweep, first, std::move(layers));
}

std::unique_ptr<TourIndex> open_block_index(const frontier::Sweep& sweep, Vertex first,
                                            const Plan& plan, const BlockKeeping& keeping) {
    BlockLayers layers(sweep, plan);
    for (int layer : keeping.layers) layers.open(layer, keeping.directory);
    return std::make_unique<Indexed<BlockLayers>>(sweep, first, std::move(layers));
}

std::vector<int> layers_to_keep(const Plan& plan, int stride) {
    const int last = static_cast<int>(plan.layers.size()) - 1;
    std::vector<int> best;
    for (int phase = 0; phase < stride; ++phase) {
        std::vector<int> layers;
        for (int t = 1; t <= last; ++t)
            if (t == last || t % stride == phase || plan.layers[t].counters < small_layer)
                layers.push_back(t);
        if (best.empty() || bytes_to_keep(plan, layers) < bytes_to_keep(plan, best))
            best = std::move(layers);
    }
    return best;
}

std::uint64_t bytes_to_keep(const Plan& plan, std::span<const int> layers) {
    std::uint64_t words = 0;
    for (int layer : layers) words += plan.bits_words + plan.layers[layer].counters;
    return words * sizeof(std::uint64_t);
}

}  // namespace babieca::sweep
