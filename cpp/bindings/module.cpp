// The table of contents of the extension: one line per engine, no algorithms.
#include "bindings/bindings.hpp"

NB_MODULE(_core, module) {
    // Caches of sweeps live until Python ends: no warning about them.
    nanobind::set_leak_warnings(false);
    module.doc() =
        "The compiled core of Babieca. Use the functions of the babieca package instead.";
    babieca::bindings::bind_tours(module);
    babieca::bindings::bind_files(module);
    babieca::bindings::bind_frontier(module);
    babieca::bindings::bind_constructions(module);
    babieca::bindings::bind_heuristics(module);
    babieca::bindings::bind_search(module);
    babieca::bindings::bind_sweep(module);
    babieca::bindings::bind_gpu(module);
    babieca::bindings::bind_fold(module);
}
