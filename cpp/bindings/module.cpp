// The table of contents of the extension: one line per layer, no algorithms.
#include "bindings/bindings.hpp"

NB_MODULE(_core, module) {
    module.doc() =
        "The compiled core of Babieca. Use the functions of the babieca package instead.";
    babieca::bindings::bind_frontier(module);
    babieca::bindings::bind_counting(module);
    babieca::bindings::bind_sampling(module);
    babieca::bindings::bind_symmetry(module);
    babieca::bindings::bind_tours(module);
    babieca::bindings::bind_finding(module);
    babieca::bindings::bind_heuristics(module);
    babieca::bindings::bind_searching(module);
}
