#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

Board board_of(const val& words) {
    Board board;
    board.sides = numbers<std::int64_t>(words, "sides");
    for (const int wraps : numbers<int>(words, "wrap")) board.wraps.push_back(wraps != 0);
    board.holes = numbers<std::int64_t>(words, "holes");
    const auto leaper = numbers<std::int64_t>(words, "leaper");
    if (leaper.size() == 2) std::tie(board.shorter, board.longer) = std::pair(leaper[0], leaper[1]);
    return board;
}

void read_word(const val& given, questions::Kind& kind) {
    kind = questions::kind_named(given.as<std::string>());
}
void read_word(const val& given, Square& vertex) {
    vertex = given.as<std::int32_t>();
}
void read_word(const val& given, Squares& vertices) {
    for (const double each : emscripten::convertJSArrayToNumberVector<double>(given))
        vertices.push_back(static_cast<Square>(each));
}
void read_word(const val& given, questions::Moves& pairs) {
    for (const val& pair : emscripten::vecFromJSArray<val>(given))
        pairs.emplace_back(pair[0].as<std::int32_t>(), pair[1].as<std::int32_t>());
}

}  // namespace

questions::Question question_of(const val& words) {
    Board board;
    OwnedGraph arrays;
    if (const val given = words["board"]; !given.isUndefined()) {
        board = board_of(given);
    } else {
        arrays.offsets = numbers<std::int64_t>(words, "offsets");
        arrays.targets = numbers<Vertex>(words, "targets");
    }
    questions::Question question{board.sides.empty()
                                     ? std::make_shared<const Place>(board, std::move(arrays))
                                     : std::make_shared<const Place>(std::move(board))};
    questions::each_word(question, [&](const char* name, const char*, auto& word) {
        const val given = words[name];
        if (!given.isUndefined() && !given.isNull()) read_word(given, word);
    });
    question.check();
    question.settle();
    return question;
}

namespace {

// The board of a question as people write it.
val title(val words) {
    return answered([&] {
        const auto question = question_of(words);
        return record("title", question.board() ? question.board()->title() : std::string());
    });
}

// The words that a question may have beside its place and its kind, and the form of each.
val obeyed() {
    val forms = val::object();
    questions::each_word(questions::Question{},
                         [&](const char* name, const char* form, const auto&) {
                             if (form) forms.set(name, std::string(form));
                         });
    return forms;
}

}  // namespace

bool PageControl::keep_going(const Progress& progress) {
    const double now = std::chrono::duration<double>(Clock::now() - began_).count();
    if (timeout_ > 0 && now > timeout_) return false;
    if (now - reported_ < 0.1 || report_.isUndefined() || report_.isNull()) return true;
    reported_ = now;
    const double share = progress.total > 0 ? static_cast<double>(progress.done) /
                                                  static_cast<double>(progress.total)
                                            : 0;
    val told = record("share", share, "seconds", now);
    told.set("seconds_left", share > 0 ? val(now / share - now) : val::null());
    report_(told);
    return true;
}

}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca_questions) {
    emscripten::function("title", &babieca::module::title);
    emscripten::function("obeyed", &babieca::module::obeyed);
}
