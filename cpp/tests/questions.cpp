// Questions: what the refuter says is true, and the chooser finds, proves and completes as plain
// search does.
#include "core/questions/question.hpp"

#include "core/questions/judging.hpp"
#include "tests/graphs.hpp"

namespace babieca::questions {
namespace {

PlacePointer board(Board board) {
    return std::make_shared<const Place>(std::move(board));
}

Question asked(std::int64_t rows, std::int64_t columns, Kind kind = Kind::closed) {
    return {board({{rows, columns}}), kind};
}

// Whether a tour obeys the question; `open` ends must not meet.
bool is_answer(const Question& question, const Walk& tour) {
    if (!is_tour(question.graph(), tour, question.closed())) return false;
    if (!obeys(babieca::edges_of(tour, question.closed()), edges_of(question.required()),
               edges_of(question.avoiding)))
        return false;
    for (const auto& [step, vertex] : question.givens())
        if (tour[step] != vertex) return false;
    return question.kind != Kind::open || !question.place->adjacent(tour.front(), tour.back());
}

bool exists(const Question& question) {
    for (const Walk& walk : listed(question.graph(), question.closed()))
        for (std::size_t shift = 0; shift < (question.closed() ? walk.size() : 1); ++shift) {
            Walk shifted = walk;
            std::rotate(shifted.begin(), shifted.begin() + shift, shifted.end());
            if (is_answer(question, shifted)) return true;
        }
    return false;
}

// A small board or graph, of any kind, with words at random.
Question drawn(std::mt19937& random) {
    static const std::vector<Board> boards = {
        {{3, 4}},
        {{3, 5}},
        {{3, 3}, {}, 1, 2, {4}},
        {{3, 4}, {true, false}},
        {{2, 4}, {true, true}, 0, 1},
        {{4, 3}, {}, 0, 1, {0}},
        {{2, 2, 3}, {}, 0, 1},
    };
    Question question{nullptr, static_cast<Kind>(random() % 3)};
    if (random() % 3 == 0) {
        const int n = 3 + static_cast<int>(random() % 5);
        question.place =
            std::make_shared<const Place>(Board{}, graph_of(n, random_edges(n, 0.6, random)));
    } else {
        question.place = board(boards[random() % boards.size()]);
    }
    const Square size = question.size();
    if (random() % 3 == 0) question.start = random() % size;
    if (!question.closed() && random() % 3 == 0) question.end = random() % size;
    if (question.end == question.start) question.end = -1;
    for (Square u = 0; u < size; ++u)
        for (Square v : question.place->near(u))
            if (u < v && random() % 12 == 0)
                (random() % 2 ? question.through : question.avoiding).push_back({u, v});
    if (random() % 4 == 0) {
        Squares walk{question.start < 0 ? static_cast<Square>(random() % size) : question.start};
        for (Square next : question.place->near(walk[0]))
            if (walk.size() == 1 && next != question.end &&
                !std::ranges::count(question.avoiding, move_of(walk[0], next)))
                walk.push_back(next);
        if (walk.size() == 2) question.begin = walk;
    }
    question.settle();
    return question;
}

TEST(the_graph_of_a_board) {
    for (const auto& sides : std::vector<std::vector<int>>{{5, 6}, {3, 4, 5}, {1, 7}}) {
        const auto plain = board({{sides.begin(), sides.end()}});
        const OwnedGraph graph = knight_graph(sides);
        const auto& made = plain->graph().targets;
        CHECK(std::equal(made.begin(), made.end(), graph.targets.begin(), graph.targets.end()));
    }
    const Board holed{{4, 4}, {true, false}, 1, 2, {0, 5, 6}};
    for (Square v = 0; v < holed.size(); ++v) {
        CHECK(holed.vertex_of(holed.index_of(v)) == v);
        for (Square u : holed.near(v)) {
            const Squares back = holed.near(u);
            CHECK(std::ranges::count(back, v) == 1);
        }
    }
    CHECK((Board{{6, 1, 8}}.rectangle() == std::array<std::int64_t, 2>{6, 8}));
}

TEST(refuter_and_finder_agree_with_plain_search) {
    std::mt19937 random(27);
    int refutations = 0, tours = 0;
    for (int round = 0; round < 600; ++round) {
        const Question question = drawn(random);
        const bool truth = exists(question);
        const auto verdict = verdict_on(question);
        CHECK(verdict.answer == "undecided" || (verdict.answer == "yes") == truth);
        refutations += verdict.answer == "no";
        auto answer = known(question);
        Finding finding = answer ? *answer : automatic(question, {.seed = round}, tireless);
        CHECK(finding.found() == truth && finding.proof.has_value() == !truth);
        question.write(finding.vertices);
        CHECK(!truth || is_answer(question, finding.vertices));
        const Finding completed = complete(question, {}, tireless);
        CHECK(completed.found() == truth && completed.proof.has_value() == !truth);
        tours += truth;
    }
    CHECK(refutations > 150 && tours > 100);
}

TEST(theorems_of_rectangles) {
    for (int rows = 1; rows <= 12; ++rows)
        for (int columns = 1; columns <= 12; ++columns) {
            const auto verdict = verdict_on(asked(rows, columns));
            CHECK(verdict.answer == (schwenk(rows, columns) ? "yes" : "no"));
        }
    CHECK(verdict_on(asked(1'000'000'000, 1'000'000)).answer == "yes");
    CHECK(refuted(asked(4, 8))->source == Code::schwenk);
    Question question = asked(8, 8);
    question.avoiding = {{0, 10}};
    CHECK(refuted(question)->code == Code::no_way_out);
}

TEST(tours_of_rectangles_with_words) {
    for (const auto& [rows, columns] : {std::pair{5, 6}, {3, 10}, {8, 8}, {20, 31}})
        for (Kind kind : {Kind::closed, Kind::path, Kind::open}) {
            Question question = asked(rows, columns, kind);
            const Finding free = automatic(question, {.seed = 1}, tireless);
            CHECK(is_answer(question, free.vertices));
            CHECK(free.vertices == automatic(question, {.seed = 1}, tireless).vertices);
            question.start = 0;
            question.through = {move_of(free.vertices[4], free.vertices[5])};
            Finding finding = automatic(question, {}, tireless);
            question.write(finding.vertices);
            CHECK(is_answer(question, finding.vertices));
        }
}

TEST(given_steps_and_beginnings) {
    Question question = asked(6, 6, Kind::path);
    const Walk tour = automatic(question, {.seed = 3}, tireless).vertices;
    for (std::size_t step : {4, 11, 20, 30}) question.at.push_back({tour[step], step + 1});
    Finding finding = automatic(question, {}, tireless);
    CHECK(finding.method == "steps" && is_answer(question, finding.vertices));
    question.at.clear();
    for (std::size_t length = 2; length < tour.size(); length += 7) {
        question.begin.assign(tour.begin(), tour.begin() + length);
        question.settle();
        finding = complete(question, {}, tireless);
        CHECK(finding.found() &&
              std::equal(question.begin.begin(), question.begin.end(), finding.vertices.begin()));
    }
}

TEST(faults_of_tours) {
    const auto code_of = [](const Place& place, Kind kind, const Squares& walk) {
        const auto fault = fault_of_tour(place, kind, walk);
        return fault ? std::string(fault->reason.name()) + std::to_string(fault->step) : "";
    };
    const Place ring(Board{.sides = {3, 3}, .holes = {4}});
    Squares walk{0};
    while (walk.size() < 8) {
        const Squares near = ring.near(walk.back());
        walk.push_back(std::ranges::count(walk, near[0]) ? near[1] : near[0]);
    }
    CHECK(code_of(ring, Kind::closed, walk).empty());
    CHECK(code_of(ring, Kind::path, walk).empty());
    CHECK(code_of(ring, Kind::open, walk) == "not_open0");
    CHECK(code_of(ring, Kind::closed, {walk.begin(), walk.end() - 1}) == "squares_missing0");
    CHECK(code_of(ring, Kind::closed, {walk[0], walk[1], walk[0]}) == "step_repeated3");
    CHECK(code_of(ring, Kind::closed, {walk[0], walk[2]}) == "step_no_move2");
    CHECK(code_of(ring, Kind::closed, {}) == "squares_missing_first0");
    const Place pair(Board{}, graph_of(2, Edges{{0, 1}}));
    CHECK(code_of(pair, Kind::closed, {0, 1}) == "closed_too_short2");
    CHECK(code_of(pair, Kind::open, {0, 1}) == "not_open0");
    for (std::int64_t good = 0; good < 8; ++good)
        CHECK(sound_beginning(8, [&](std::int64_t size) { return size > good; }) == good);
}

TEST(limits_are_kept) {
    const Question question = asked(60, 60);
    StopAfter stop(0);
    CHECK(throws<Interrupted>([&] { automatic(asked(300, 300), {}, stop); }));
    CHECK(message_of<TooLarge>([&] { automatic(question, {.memory = 1000}, tireless); }) ==
          "too_large");
    CHECK(throws<Refused>([&] { construction(asked(4, 9), {}, tireless); }));
    const Finding spent = search_one(asked(31, 32), {.nodes = 10}, tireless);
    CHECK(!spent.decided() && spent.statistics[0].second >= 10);
}

}  // namespace
}  // namespace babieca::questions
