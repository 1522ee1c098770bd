#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "core/fold/folded_branches.hpp"
#include "core/fold/folded_stream.hpp"
#include "core/fold/voltage_sweep.hpp"

namespace babieca::bindings {
namespace {

using fold::Folded;
using fold::FoldedStream;
using fold::FoldedTask;

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
    const auto result = run_released(std::move(report), [&](Control& control) {
        const Folded folded = fold_for(graph, span_of(image), question);
        const auto order = fold::folded_order(folded, span_of(base), control);
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

void make_stream(FoldedStream* self, const Array<std::int64_t>& offsets,
                 const Array<Vertex>& targets, const Array<Vertex>& image,
                 const std::string& question) {
    nb::gil_scoped_release released;
    new (self) FoldedStream(fold_for(graph_of(offsets, targets), span_of(image), question));
}

auto next_tours(FoldedStream& stream, std::int64_t most, nb::object report) {
    const auto use = stream.use();
    return to_numpy(run_released(std::move(report), [&](Control& control) {
        std::vector<Vertex> vertices;
        stream.next(most, vertices, control);
        return vertices;
    }));
}

auto walk_folded(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                 const Array<Vertex>& image, const std::vector<std::string>& questions,
                 const std::vector<FoldedTask>& tasks, std::int64_t nodes, nb::object report) {
    const Graph graph = graph_of(offsets, targets);
    auto piece = run_released(std::move(report), [&](Control& control) {
        std::vector<Folded> folded;
        for (const std::string& question : questions)
            folded.push_back(fold_for(graph, span_of(image), question));
        return fold::walk_folded(folded, tasks, nodes, control);
    });
    return std::make_tuple(piece.nodes, std::move(piece.left), to_numpy(std::move(piece.vertices)));
}

}  // namespace

void bind_fold(nb::module_& module) {
    using namespace nb::literals;
    module.def("count_folded", &count_folded, "offsets"_a, "targets"_a, "image"_a, "question"_a,
               "base_order"_a, "memory_bytes"_a, "report"_a.none() = nb::none(),
               "Count the tours a symmetry keeps, with the work it took.");
    module.def("walk_folded", &walk_folded, "offsets"_a, "targets"_a, "image"_a, "questions"_a,
               "tasks"_a, "nodes"_a, "report"_a.none(),
               "Walk over tasks until so many nodes are entered: nodes, what is left, tours.");
    nb::class_<FoldedStream>(module, "FoldedStream",
                             "The tours a symmetry keeps, found when they are asked for.")
        .def("__init__", &make_stream, "offsets"_a, "targets"_a, "image"_a, "question"_a)
        .def(
            "next", &next_tours, "most"_a, "report"_a.none() = nb::none(),
            "The next tours, one after another in one array; fewer than asked: there are no more.");
}

}  // namespace babieca::bindings
