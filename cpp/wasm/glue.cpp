#include "wasm/glue.hpp"

namespace babieca::module {
namespace {

questions::Board board_of(const val& words) {
    questions::Board board;
    board.sides = numbers<std::int64_t>(words, "sides");
    for (const int wraps : numbers<int>(words, "wrap")) board.wraps.push_back(wraps != 0);
    board.holes = numbers<std::int64_t>(words, "holes");
    const auto leaper = numbers<std::int64_t>(words, "leaper");
    if (leaper.size() == 2) std::tie(board.shorter, board.longer) = std::pair(leaper[0], leaper[1]);
    return board;
}

questions::Kind kind_of(const std::string& name) {
    if (name == "closed") return questions::Kind::closed;
    if (name == "path") return questions::Kind::path;
    if (name == "open") return questions::Kind::open;
    throw Refused(2, "kind is closed, path or open, not " + name);
}

}  // namespace

questions::Question question_of(const val& words) {
    questions::Board board;
    OwnedGraph arrays;
    if (const val given = words["board"]; !given.isUndefined()) {
        board = board_of(given);
    } else {
        arrays.offsets = numbers<std::int64_t>(words, "offsets");
        arrays.targets = numbers<Vertex>(words, "targets");
    }
    questions::Question question{
        board.sides.empty() ? std::make_shared<const questions::Place>(board, std::move(arrays))
                            : std::make_shared<const questions::Place>(std::move(board)),
        kind_of(word<std::string>(words, "kind", "closed")),
        word<std::int32_t>(words, "start", -1),
        word<std::int32_t>(words, "end", -1),
        numbers<questions::Square>(words, "begin"),
        pairs(words, "through"),
        pairs(words, "avoiding"),
        pairs(words, "at")};
    question.settle();
    return question;
}

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
