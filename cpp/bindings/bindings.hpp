// Shared by the binding files: one bind function per engine, arrays, Ctrl-C and progress.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

#include "core/control.hpp"
#include "core/graphs/graph.hpp"

namespace babieca::bindings {

namespace nb = nanobind;

template <typename Number>
using Array = nb::ndarray<nb::numpy, const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename Number>
using Fresh = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;

// Hands a vector to Python without copying it.
template <typename Number>
Fresh<Number> to_numpy(std::vector<Number>&& numbers) {
    auto* owned = new std::vector<Number>(std::move(numbers));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
    return Fresh<Number>(owned->data(), {owned->size()}, owner);
}

template <typename Number>
std::span<const Number> span_of(const Array<Number>& numbers) {
    return {numbers.data(), numbers.size()};
}

inline Graph graph_of(const Array<std::int64_t>& offsets, const Array<Vertex>& targets) {
    return {span_of(offsets), span_of(targets)};
}

// Polls for Ctrl-C, and calls `report(done, total)` unless it is None. The core runs without the
// GIL; a poll takes it for a moment. An exception of `report` stops the core and is raised again.
class PythonControl : public Control {
  public:
    explicit PythonControl(nb::object report) : report_(std::move(report)) {}

    bool keep_going(const Progress& progress) override {
        nb::gil_scoped_acquire locked;
        if (PyErr_CheckSignals() != 0) return false;
        if (report_.is_none()) return true;
        try {
            report_(progress.done, progress.total);
        } catch (nb::python_error& error) {
            error.restore();
            return false;
        }
        return true;
    }

  private:
    nb::object report_;
};

// Runs `work(control)` without the GIL; raises the Python exception that stopped it.
template <typename Work>
auto run_released(nb::object report, Work&& work) {
    PythonControl control(std::move(report));
    try {
        nb::gil_scoped_release released;
        return work(control);
    } catch (const Interrupted&) {
        if (PyErr_Occurred()) nb::raise_python_error();
        throw;
    }
}

void bind_gpu(nb::module_& module);
void bind_constructions(nb::module_& module);
void bind_fold(nb::module_& module);
void bind_files(nb::module_& module);
void bind_frontier(nb::module_& module);
void bind_heuristics(nb::module_& module);
void bind_search(nb::module_& module);
void bind_sweep(nb::module_& module);
void bind_tours(nb::module_& module);

}  // namespace babieca::bindings
