#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>

#include "bindings/bindings.hpp"
#include "core/fold/stream.hpp"

namespace babieca::bindings {
namespace {

using fold::Folded;
using fold::FoldedStream;
using fold::FoldedTask;

Folded fold_for(const Graph& graph, const Array<Vertex>& image, const std::string& question,
                const fold::FoldOptions& options = {}) {
    using enum fold::Kept;
    static const std::map<std::string, fold::Kept> kinds{{"rotation", rotations},
                                                         {"reflection", reflections},
                                                         {"path", paths},
                                                         {"open", open_paths}};
    const auto kind = kinds.find(question);
    if (kind == kinds.end())
        throw std::invalid_argument("a folded question is rotation, reflection, path or open");
    return fold::fold(graph, span_of(image), kind->second, options);
}

nb::dict count_folded(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                      const Array<Vertex>& image, const std::string& question,
                      const Array<Vertex>& base, std::uint64_t memory_bytes, nb::object report) {
    const Graph graph = graph_of(offsets, targets);
    const auto result = run_released(std::move(report), [&](Control& control) {
        const Folded folded = fold_for(graph, image, question);
        const auto order = fold::folded_order(folded, span_of(base), control);
        return fold::count_folded(folded, order, memory_bytes, control);
    });
    nb::dict answer;
    answer["words"] = result.count;
    answer["states"] = result.states;
    answer["peak_bytes"] = result.peak_bytes;
    answer["slots"] = result.slots;
    return answer;
}

auto walk_folded(const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
                 const Array<Vertex>& image, const std::vector<std::string>& questions,
                 const std::vector<FoldedTask>& tasks, std::int64_t nodes, nb::object report) {
    const Graph graph = graph_of(offsets, targets);
    auto piece = run_released(std::move(report), [&](Control& control) {
        std::vector<Folded> folded;
        for (const std::string& question : questions)
            folded.push_back(fold_for(graph, image, question));
        return fold::walk_folded(folded, tasks, nodes, control);
    });
    return std::make_tuple(piece.nodes, std::move(piece.left), to_numpy(std::move(piece.vertices)));
}

// Rows of (from, to, voltage).
std::vector<Vertex> edges_of(const Folded& folded) {
    std::vector<Vertex> rows;
    for (Vertex v = 0; v < folded.vertex_count(); ++v)
        for (const fold::FoldedEdge& edge : folded.edges[v])
            rows.insert(rows.end(), {v, edge.to, edge.voltage});
    return rows;
}

}  // namespace

void bind_fold(nb::module_& module) {
    using namespace nb::literals;
    module.def("count_folded", &count_folded, "offsets"_a, "targets"_a, "image"_a, "question"_a,
               "base_order"_a, "memory_bytes"_a, "report"_a.none() = nb::none(),
               "Count the tours that a symmetry keeps.");
    module.def("walk_folded", &walk_folded, "offsets"_a, "targets"_a, "image"_a, "questions"_a,
               "tasks"_a, "nodes"_a, "report"_a.none(),
               "Walk over tasks until so many nodes are entered: nodes, remaining tasks, tours.");
    nb::class_<Folded>(module, "Folded", "A graph folded by a symmetry.")
        .def(
            "__init__",
            [](Folded* self, const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
               const Array<Vertex>& image, const std::string& question,
               const Array<Vertex>& numbering, const std::vector<Edge>& through,
               const std::vector<Edge>& avoiding) {
                nb::gil_scoped_release released;
                new (self) Folded(fold_for(graph_of(offsets, targets), image, question,
                                           {span_of(numbering), through, avoiding}));
            },
            "offsets"_a, "targets"_a, "image"_a, "question"_a, "numbering"_a, "through"_a,
            "avoiding"_a)
        .def_ro("impossible", &Folded::impossible)
        .def_ro("apex", &Folded::apex)
        .def_ro("sheets", &Folded::sheets)
        .def("lift", [](const Folded& self) { return to_numpy(std::vector(self.lift)); })
        .def("edges", [](const Folded& self) { return to_numpy(edges_of(self)); })
        .def(
            "unfold",
            [](const Folded& self, const Array<Vertex>& orbits) {
                return to_numpy(fold::unfold(self, span_of(orbits)));
            },
            "orbits"_a, "The tour of the graph, or nothing if no total voltage is accepted.");
    nb::class_<FoldedStream>(module, "FoldedStream",
                             "The tours that a symmetry keeps, found when they are asked for.")
        .def(
            "__init__",
            [](FoldedStream* self, const Array<std::int64_t>& offsets, const Array<Vertex>& targets,
               const Array<Vertex>& image, const std::string& question) {
                nb::gil_scoped_release released;
                new (self) FoldedStream(fold_for(graph_of(offsets, targets), image, question));
            },
            "offsets"_a, "targets"_a, "image"_a, "question"_a)
        .def(
            "next",
            [](FoldedStream& stream, std::int64_t most, nb::object report) {
                const auto use = stream.use();
                return to_numpy(run_released(std::move(report), [&](Control& control) {
                    std::vector<Vertex> vertices;
                    stream.next(most, vertices, control);
                    return vertices;
                }));
            },
            "most"_a, "report"_a.none() = nb::none(),
            "The next tours in one array; fewer than `most` only if there are no more.");
}

}  // namespace babieca::bindings
