#include "bindings/reasons.hpp"
#include "core/questions/finding.hpp"
#include "core/questions/judging.hpp"

namespace babieca::bindings {

namespace {

using namespace questions;

// The graph of a question: a board of Python, or arrays; a board may have its arrays too.
void make_place(Place* self, nb::handle given, Offsets offsets, Vertices targets) {
    Board board;
    if (!given.is_none()) {
        const auto read = [&]<typename Field>(const char* name, Field) {
            return nb::cast<Field>(given.attr(name));
        };
        board.sides = read("sides", Squares{});
        board.wraps = read("wrap", std::vector<bool>{});
        std::tie(board.shorter, board.longer) = read("leaper", std::pair<Square, Square>{});
        board.holes = read("hole_indices", Squares{});
    }
    new (self) Place(std::move(board), Graph{offsets, targets});
}

// Numbers that belong to another object, for Python to read.
template <typename Number>
auto view_of(std::span<const Number> numbers, nb::handle owner) {
    return nb::ndarray<nb::numpy, const Number, nb::ndim<1>>(numbers.data(), {numbers.size()},
                                                             owner);
}

void read_word(nb::handle given, Kind& kind) {
    kind = kind_named(nb::cast<std::string>(given));
}
void read_word(nb::handle given, Square& vertex) {
    vertex = nb::cast<Square>(given);
}
// A list, a tuple or a set.
template <typename Element>
void read_word(nb::handle given, std::vector<Element>& elements) {
    for (nb::handle each : nb::borrow<nb::iterable>(given))
        elements.push_back(nb::cast<Element>(each));
}

// Reads the words that the core knows from the fields of a question of Python; None is not given.
void make_question(Question* self, PlacePointer place, nb::handle words) {
    Question question{std::move(place)};
    each_word(question, [&](const char* name, const char*, auto& word) {
        if (nb::object given = words.attr(name); !given.is_none()) read_word(given, word);
    });
    question.check();
    question.settle();
    new (self) Question(std::move(question));
}

nb::object vertex_or_none(Square vertex) {
    return vertex < 0 ? nb::object(nb::none()) : nb::cast(vertex);
}

// (vertices or None, proof or None, statistics, method)
constexpr auto as_finding = [](Finding finding) {
    nb::dict statistics;
    for (const auto& [name, value] : finding.statistics) statistics[name.c_str()] = value;
    nb::object vertices = nb::none();
    if (!finding.vertices.empty()) vertices = nb::cast(to_python(std::move(finding.vertices)));
    if (!finding.large.empty()) vertices = nb::cast(to_python(std::move(finding.large)));
    return nb::make_tuple(vertices, reason_of(finding.proof), statistics, finding.method);
};

using Finder = Finding (*)(const Question&, const FindLimits&, Control&);
const std::pair<const char*, Finder> finders[] = {
    {"auto", &automatic},    {"construction", &construction}, {"layered", &layered},
    {"sweep", &decide},      {"edges", &edge_search},         {"rotation", &rotation},
    {"search", &search_one}, {"complete", &complete},         {"best effort", &best_effort},
};

Finding find(const std::string& method, const Question& question, const FindLimits& limits,
             Control& control) {
    for (const auto& [name, finder] : finders)
        if (name == method) return finder(question, limits, control);
    throw std::invalid_argument("no such finder: " + method);
}

Finding walk_by_rule(const Question& question, const FindLimits& limits, Control& control,
                     const std::vector<int>& criteria, EventLog* log) {
    std::vector<heuristics::Criterion> named;
    for (int each : criteria) named.push_back(static_cast<heuristics::Criterion>(each));
    return warnsdorff(question, limits, control, std::move(named), log);
}

Finding walk_by_twins(const Question& question, const FindLimits& limits, Control& control,
                      std::vector<Vertex> twin) {
    return two_knights(question, std::move(twin), limits, control);
}

// `tries` below 0: the usual number, and the tour itself if it cannot be shaken.
std::vector<Vertex> switched(const Question& question, const FindLimits& limits, Control& control,
                             Vertices squares, const std::vector<std::int64_t>& lengths, int tries,
                             bool transposed, std::array<bool, 2> flips) {
    const PlaneSymmetry symmetry{transposed, flips};
    auto tour = copy_of(squares);
    if (tries >= 0) return join(question, tour, lengths, tries, limits, control, symmetry);
    shake(question, tour, limits, control, symmetry);
    return tour;
}

}  // namespace

void bind_questions(nb::module_& module) {
    nb::class_<Place>(module, "Place", "A board, or a graph as arrays.")
        .def("__init__", &make_place, "board"_a.none(), "offsets"_a.none() = nb::none(),
             "targets"_a.none() = nb::none(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>())
        .def(
            "arrays",
            [](nb::handle self) {
                const auto& place = nb::cast<const Place&>(self);
                const Graph graph = unlocked([&] { return place.graph(); });
                return std::pair(view_of(graph.offsets, self), view_of(graph.targets, self));
            },
            "The offsets and the neighbours of the vertices, of a board too.")
        .def(
            "bipartition", [](const Place& place) { return to_python(bipartition(place.graph())); },
            "A colour 0 or 1 per vertex; empty: there is an odd cycle.")
        .def(
            "distances",
            [](const Place& place, Vertex start) {
                return to_python(distances(place.graph(), start));
            },
            "start"_a, "The moves to every vertex; the number of vertices if there is no walk.")
        .def_prop_ro("title", [](const Place& place) { return place.board()->title(); });
    nb::dict named;
    for (const Leaper& leaper : leapers)
        named[leaper.name] = nb::make_tuple(leaper.shorter, leaper.longer);
    module.attr("leapers") = named;
    nb::dict obeyed;
    each_word(Question{}, [&](const char* name, const char* form, const auto&) {
        if (form) obeyed[name] = form;
    });
    module.attr("obeyed_words") = obeyed;
    module.def("leaper_name", &leaper_name, "shorter"_a, "longer"_a);
    module.def(
        "fault_of_tour",
        [](const Place& place, const std::string& kind, const Squares& walk, bool directed) {
            const auto fault =
                unlocked([&] { return fault_of_tour(place, kind_named(kind), walk, directed); });
            return fault ? nb::make_tuple(reason_of(fault->reason), fault->step)
                         : nb::make_tuple(nb::none(), 0);
        },
        "place"_a, "kind"_a, "walk"_a, "directed"_a,
        "Why vertices are no tour, and the step at fault, counted from 1 (0: none).");
    module.def("sound_beginning", &sound_beginning, "length"_a, "lost"_a,
               "How many vertices of a lost walk begin a tour.");
    nb::class_<Question>(module, "Question", "A question without symmetry, for the core.")
        .def("__init__", &make_question, "place"_a, "words"_a)
        .def_prop_ro("start", [](const Question& asked) { return vertex_or_none(asked.start); })
        .def_prop_ro("end", [](const Question& asked) { return vertex_or_none(asked.end); })
        .def_prop_ro("begin",
                     [](const Question& asked) { return nb::tuple(nb::cast(asked.begin)); })
        .def_prop_ro("at", [](const Question& asked) { return nb::tuple(nb::cast(asked.at)); });
    nb::list codes;
    for (const char* name : code_names) codes.append(name);
    module.attr("reason_codes") = codes;
    module.def(
        "refuted",
        [](const Question& question) {
            return reason_of(unlocked([&] { return refuted(question); }));
        },
        "question"_a, "Why there is no tour: a code, its arguments, and the code of its source.");
    module.def(
        "verdict",
        [](const Question& question, const std::string& other_word) {
            const auto verdict = unlocked([&] { return verdict_on(question, other_word); });
            return nb::make_tuple(verdict.answer, reason_of(verdict.reason));
        },
        "question"_a, "other_word"_a, "yes, no or undecided; why.");
    bind_told<Refused>(module, "Refused", PyExc_ValueError);
    bind_told<OutOfTime>(module, "OutOfTime");
    bind_told<TooLarge>(module, "TooLarge");
    nb::class_<FindLimits>(module, "FindLimits", "Limits of finders; the clock starts now.")
        .def(nb::init<double, std::uint64_t, std::optional<std::uint64_t>, std::int64_t,
                      std::int64_t, std::int64_t>(),
             "timeout"_a, "memory"_a, "seed"_a.none(), "nodes"_a, "states"_a, "restarts"_a);
    module.def("find", released(&find, as_finding), "method"_a, "question"_a, "limits"_a,
               "report"_a.none(), "Vertices or None, proof or None, statistics, method.");
    module.def("find_by_warnsdorff", released(&walk_by_rule, as_finding), "question"_a, "limits"_a,
               "report"_a.none(), "criteria"_a, "log"_a.none());
    module.def("find_by_backtracking", released(&backtrack, as_finding), "question"_a, "limits"_a,
               "report"_a.none(), "warnsdorff"_a, "log"_a.none());
    module.def("find_by_steps", released(&find_by_steps, as_finding), "question"_a, "limits"_a,
               "report"_a.none(), "log"_a.none());
    module.def("find_by_two_knights", released(&walk_by_twins, as_finding), "question"_a,
               "limits"_a, "report"_a.none(), "twin"_a);
    module.def("shuffled_ranks", &shuffled_ranks, "size"_a, "seed"_a, "restart"_a);
    module.def("switched_tour", released(&switched), "question"_a, "limits"_a, "report"_a.none(),
               "squares"_a, "lengths"_a, "tries"_a, "transposed"_a, "flips"_a,
               "Another tour with the same ends, by random switches; empty: pieces do not join.");
}

}  // namespace babieca::bindings
