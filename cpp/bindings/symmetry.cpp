#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "core/fold/folded_search.hpp"
#include "core/fold/voltage_sweep.hpp"

namespace babieca::bindings {
namespace {

using fold::Folded;

Folded fold_for(const Graph& graph, std::span<const Vertex> image, const std::string& question) {
    if (question == "rotation") return fold::fold_for_rotation(graph, image);
    if (question == "reflection") return fold::fold_for_reflection(graph, image);
    if (question == "path" || question == "open")
        return fold::fold_for_paths(graph, image, question == "open");
    throw std::invalid_argument("a folded question is rotation, reflection, path or open");
}

nb::dict count_folded(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                      const Array<Vertex>& image, const std::string& question,
                      const Array<Vertex>& base, std::uint64_t memory_bytes, nb::object report) {
    const Graph graph = graph_of(offsets, targets);
    const auto result = run_released(report, [&](Control& control) {
        const Folded folded = fold_for(graph, {image.data(), image.size()}, question);
        const auto order = fold::folded_order(folded, {base.data(), base.size()});
        return fold::count_folded(folded, order, memory_bytes, control);
    });
    nb::dict answer;
    answer["words"] = result.count;
    answer["states"] = result.states;
    answer["peak_states"] = result.peak_states;
    answer["peak_bytes"] = result.peak_bytes;
    answer["slots"] = result.slots;
    return answer;
}

nb::tuple list_folded(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                      const Array<Vertex>& image, const std::string& question, std::int64_t limit,
                      nb::object report) {
    const Graph graph = graph_of(offsets, targets);
    auto found = run_released(report, [&](Control& control) {
        return fold::list_folded(fold_for(graph, {image.data(), image.size()}, question), limit,
                                 control);
    });
    return nb::make_tuple(to_numpy(std::move(found.vertices)), found.complete);
}

}  // namespace

void bind_symmetry(nb::module_& module) {
    using namespace nb::literals;
    module.def("count_folded", &count_folded, "offsets"_a, "targets"_a, "image"_a, "question"_a,
               "base_order"_a, "memory_bytes"_a, "report"_a.none() = nb::none(),
               "Count the tours a symmetry keeps, with the work it took.");
    module.def("list_folded", &list_folded, "offsets"_a, "targets"_a, "image"_a, "question"_a,
               "limit"_a, "report"_a.none() = nb::none(),
               "List the tours a symmetry keeps, one after another, and whether these are all.");
}

}  // namespace babieca::bindings
