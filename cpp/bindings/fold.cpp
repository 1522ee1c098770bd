#include <map>

#include "bindings/bindings.hpp"
#include "core/fold/fold.hpp"
#include "core/questions/question.hpp"

namespace babieca::bindings {
namespace {

using fold::Folded;
using fold::FoldedTask;
using questions::Question;

Folded fold_for(const Graph& graph, Vertices image, const std::string& question,
                const fold::FoldOptions& options = {}) {
    using enum fold::SymmetricTours;
    static const std::map<std::string, fold::SymmetricTours> kinds{{"rotation", rotations},
                                                                   {"reflection", reflections},
                                                                   {"path", paths},
                                                                   {"open", open_paths}};
    const auto kind = kinds.find(question);
    if (kind == kinds.end())
        throw std::invalid_argument("a folded question is rotation, reflection, path or open");
    return fold::fold(graph, image, kind->second, options);
}

auto count_folded(const Place& place, Vertices image, const std::string& question, Vertices base,
                  std::uint64_t memory_bytes, Control& control) {
    const Folded folded = fold_for(place.graph(), image, question);
    const auto order = fold::folded_order(folded, base, control);
    return fold::count_folded(folded, order, memory_bytes, control);
}

auto walk_folded(const Place& place, Vertices image, const std::vector<std::string>& questions,
                 const std::vector<FoldedTask>& tasks, std::int64_t nodes, Control& control) {
    std::vector<Folded> folded;
    for (const std::string& question : questions)
        folded.push_back(fold_for(place.graph(), image, question));
    auto piece = fold::walk_folded(folded, tasks, nodes, control);
    return std::tuple(piece.nodes, std::move(piece.left), std::move(piece.vertices));
}

}  // namespace

void bind_fold(nb::module_& module) {
    module.def("count_folded",
               released(&count_folded,
                        [](const auto& result) {
                            return record("tours", result.count, "states", result.states,
                                          "peak_bytes", result.peak_bytes, "slots", result.slots);
                        }),
               "place"_a, "image"_a, "folding"_a, "base_order"_a, "memory_bytes"_a,
               "report"_a.none() = nb::none(), "Count the symmetric tours.");
    module.def("walk_folded", released(&walk_folded), "place"_a, "image"_a, "foldings"_a, "tasks"_a,
               "nodes"_a, "report"_a.none(),
               "Walk over tasks until so many nodes are entered: nodes, remaining tasks, tours.");
    fields(nb::class_<Folded>(module, "Folded", "A graph folded by a symmetry."), "impossible",
           &Folded::impossible, "apex", &Folded::apex, "sheets", &Folded::sheets)
        .def(
            "__init__",
            [](Folded* self, const Question& question, Vertices image, const std::string& folding,
               Vertices numbering) {
                const Edges through = questions::edges_of(question.required()),
                            avoiding = questions::edges_of(question.avoiding);
                new (self) Folded(
                    fold_for(question.graph(), image, folding, {numbering, through, avoiding}));
            },
            "question"_a, "image"_a, "folding"_a, "numbering"_a, Unlocked())
        .def("lift", [](const Folded& self) { return to_python(self.lift); })
        .def(
            "edges",
            [](const Folded& self) {
                std::vector<Vertex> rows;
                for (Vertex v = 0; v < self.vertex_count(); ++v)
                    for (const fold::FoldedEdge& edge : self.edges[v])
                        rows.insert(rows.end(), {v, edge.to, edge.voltage});
                return to_python(std::move(rows));
            },
            "Rows of (from, to, voltage).")
        .def(
            "unfold",
            [](const Folded& self, Vertices orbits) {
                return to_python(fold::unfold(self, orbits));
            },
            "orbits"_a, "The tour of the graph, or nothing if no total voltage is accepted.");
}

}  // namespace babieca::bindings
