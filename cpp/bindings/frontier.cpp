#include "bindings/bindings.hpp"
#include "core/frontier/order_choice.hpp"

namespace babieca::bindings {

namespace {

using frontier::OrderSearch;

frontier::Mirror mirror_of(const OrderSearch& search, Vertices image) {
    return image.empty() ? frontier::no_mirror(search.problem()) : copy_of(image);
}

nb::list arrays(std::vector<std::vector<Vertex>> lists) {
    nb::list found;
    for (auto& each : lists) found.append(to_python(std::move(each)));
    return found;
}

}  // namespace

void bind_frontier(nb::module_& module) {
    const auto bind_measure = [&](const char* name, auto measure, const char* about) {
        module.def(
            name,
            [measure](Offsets offsets, Vertices targets, Vertices order) {
                return measure({offsets, targets}, order);
            },
            "offsets"_a, "targets"_a, "order"_a, Unlocked(), about);
    };
    bind_measure("order_cost", &frontier::order_cost,
                 "log2 of the sum of 3^width over the layers of a retirement order.");
    bind_measure("frontier_width", &frontier::frontier_width,
                 "The slots that a sweep in this order needs; paths need one more.");
    nb::class_<Box>(module, "Box", "The box of squares of a board; none for a plain graph.")
        .def(
            "__init__",
            [](Box* self, std::vector<int> sides, std::vector<int> joined, Vertices vertices,
               bool plain) {
                new (self) Box{std::move(sides), std::move(joined), copy_of(vertices), plain};
            },
            "sides"_a, "joined"_a, "vertices"_a, "plain"_a)
        .def(
            "line_sweeps", [](const Box& box) { return arrays(frontier::line_sweeps(box)); },
            "Two sweeps along each axis: even lines before odd lines, and line by line.")
        .def(
            "mirrored_sweeps",
            [](const Box& box, Vertices mirror) {
                const Image own = symmetries(box, box.vertex_count()).front();
                return arrays(frontier::mirrored_sweeps(box, copy_of(mirror), {&own, 1}));
            },
            "mirror"_a, "The sweeps along each axis, with every square followed by its mirror.")
        .def(
            "involutions",
            [](const Box& box) { return arrays(involutions(box, box.vertex_count())); },
            "The automorphisms, except the identity, that are their own inverses.");
    module.def("retirement_order",
               released(+[](Offsets offsets, Vertices targets, const Box& box, std::uint64_t seed,
                            Control& control) {
                   return frontier::retirement_order({offsets, targets}, box, seed, control);
               }),
               "offsets"_a, "targets"_a, "box"_a, "seed"_a, "report"_a.none(),
               "An order with a narrow frontier.");
    module.def(
        "search_effort",
        [](double rounds, double counters_per_round, double worth) {
            frontier::search_effort = {rounds, counters_per_round, worth};
        },
        "rounds"_a = frontier::SearchEffort{}.rounds,
        "counters_per_round"_a = frontier::SearchEffort{}.counters_per_round,
        "worth"_a = frontier::SearchEffort{}.worth,
        "Change how long orders are searched: a hook for tests. Without arguments, as usual.");
    nb::class_<OrderSearch>(module, "OrderSearch", "A search for retirement orders.")
        .def(
            "__init__",
            [](OrderSearch* self, Offsets offsets, Vertices targets, bool paths, Vertex start,
               Vertex end, const Edges& through, const Edges& avoiding) {
                const frontier::Undirected question{paths, start, end, through, avoiding};
                new (self) OrderSearch(question.problem({offsets, targets}));
            },
            "offsets"_a, "targets"_a, "paths"_a, "start"_a, "end"_a, "through"_a, "avoiding"_a,
            Unlocked())
        .def("counters", &OrderSearch::counters, "order"_a, Unlocked(),
             "The counters of all layers together.")
        .def("layers", &OrderSearch::layers, "order"_a, Unlocked(), "The counters of each layer.")
        .def("greediest",
             released(+[](OrderSearch& search, int starts, Vertices mirror, Control& control) {
                 return search.greediest(mirror_of(search, mirror), starts, control);
             }),
             "starts"_a, "mirror"_a.none() = nb::none(), "report"_a.none() = nb::none(),
             "The best greedy order from so many vertices.")
        .def("improve",
             released(+[](OrderSearch& search, Vertices order, int wider, double larger, int rounds,
                          std::uint64_t seed, Vertices mirror, int fixed, Control& control) {
                 return search.improve(mirror_of(search, mirror), copy_of(order),
                                       {wider, larger, rounds, seed, fixed}, control);
             }),
             "order"_a, "wider"_a, "larger"_a, "rounds"_a, "seed"_a, "mirror"_a.none() = nb::none(),
             "fixed"_a = 0, "report"_a.none() = nb::none(),
             "An order with no more counters, by so many moves of a vertex and its image.");
}

}  // namespace babieca::bindings
