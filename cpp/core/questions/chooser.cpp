// The finder that chooses: constructions, sweeps and searches, as the question allows. On plain
// rectangles it never fails.
#include <algorithm>

#include "core/questions/finding.hpp"

namespace babieca::questions {
namespace {

constexpr std::int64_t shortest_constructed = 5;   // side of a rectangle
constexpr std::int64_t widest_swept = 11;          // shorter side whose frontier fits a state
constexpr std::int64_t widest_first = 6;           // shorter side that is swept before heuristics
constexpr std::int64_t narrow_states = 2'000'000;  // of a sweep beside other methods
constexpr Square most_searched = 1023;             // vertices

// The first turn of each method of best_effort; every further turn is `growth` times as long. Turns
// are counted in steps, not in seconds, so that a seed gives the same tour on every machine.
constexpr std::int64_t growth = 4;
constexpr std::int64_t rotation_steps = 16;   // per vertex
constexpr std::int64_t more_rotation = 4096;  // steps
constexpr std::int64_t search_nodes = 1 << 12;
constexpr std::int64_t sweep_states = 10'000;
constexpr std::int64_t states_per_vertex = 4;

constexpr std::uint64_t most_repaired = 8;  // tours that are repaired until one obeys

constexpr double completing_seconds = 10;
constexpr std::int64_t first_round = 1 << 13;  // nodes, about ten milliseconds; then four times
// With more vertices than this, the other finders are tried after the first round.
constexpr Square many_vertices = 200;
const Reason exhausted{Code::all_continuations};

struct Attempt {
    std::string name;
    std::function<Finding()> find;
};

Finding found_by(const Question& question, const FindLimits& limits, Control& control);

bool ends_meet(const Question& question, const Finding& finding) {
    return finding.found() &&
           question.place->adjacent(finding.vertices.front(), finding.vertices.back());
}

// The path with both ends, not a move apart, wherever they are not refuted.
Finding open_by_ends(Question path, const FindLimits& limits, Control& control) {
    const Square size = path.size();
    const bool from_end = path.end >= 0;
    const Square given = from_end ? path.end : std::max<Square>(path.start, 0);
    for (Square i = 0; i < size; ++i) {
        const Square other = from_end ? i : size - 1 - i;
        path.start = from_end ? other : given;
        path.end = from_end ? given : other;
        const bool begun =
            std::find(path.begin.begin(), path.begin.end(), path.end) != path.begin.end();
        if (other == given || begun || path.place->adjacent(path.start, path.end)) continue;
        if (refuted(path)) continue;
        Finding finding = found_by(path, limits, control);
        if (finding.found()) return finding;
    }
    return {};
}

Finding open_tour(const Question& question, const FindLimits& limits, Control& control) {
    Question path = question;
    path.kind = Kind::path;
    if (question.ends().size() == 2) return found_by(path, limits, control);
    const auto sides = question.board() ? question.board()->rectangle() : std::nullopt;
    if (sides && std::min((*sides)[0], (*sides)[1]) >= 6) {
        Finding finding = open_by_ends(path, limits, control);
        if (finding.found()) return finding;
    }
    if (question.size() <= most_searched)
        return search_one(question, limits.usually(usual_seconds), control).by("search");
    Finding finding = found_by(path, limits, control);
    if (ends_meet(question, finding)) finding.vertices.clear();
    return finding;
}

// Finds a tour without the words on moves, and changes it around them until it obeys.
Finding repaired_tour(const Question& question, const FindLimits& limits, Control& control) {
    Question free = question.undirected();
    free.through.clear();
    free.avoiding.clear();
    const Squares ends = question.closed() ? Squares{} : forced_ends(question);
    if (ends.size() == 2 || (ends.size() == 1 && free.ends().empty())) {
        if (free.start < 0) free.start = ends[0];
        free.end = -1;
        for (Square end : ends)
            if (end != free.start && free.end < 0) free.end = end;
    }
    // Each seed gives another tour, with another end and other moves around the words.
    for (std::uint64_t seed = 0; seed < most_repaired; ++seed) {
        FindLimits chance = limits;
        chance.seed = limits.seed_or_0() + seed;
        Finding finding = found_by(free, chance, control);
        if (!finding.found()) return finding;
        std::vector<std::vector<Vertex>> cuts{finding.vertices};
        if (free.kind == Kind::path && free.end < 0 && ends_meet(free, finding)) {
            cuts.push_back(finding.vertices);  // a closed tour, cut on the other side
            std::reverse(cuts[1].begin() + 1, cuts[1].end());
        }
        for (auto& cut : cuts) {
            auto changed = repaired(question, std::move(cut), limits, control);
            if (changed.empty()) continue;
            question.write(changed);
            finding.vertices = std::move(changed);
            return finding;
        }
    }
    return Finding{}.by("repair");
}

std::vector<Attempt> attempts_for(const Question& question, const FindLimits& limits,
                                  Control& control);

// Finds a tour of the plain board, or a path on it that a move across the border closes.
Finding unwrapped(const Question& question, const FindLimits& limits, Control& control) {
    std::vector<Question> plain;
    Question inside = question;
    inside.place = std::make_shared<const Place>(*plain_inside(*question.board()));
    bool within = true;
    for (std::size_t i = 1; i < question.begin.size(); ++i)
        within = within && inside.place->adjacent(question.begin[i - 1], question.begin[i]);
    if (within) plain.push_back(inside);
    if (question.closed() && question.begin.empty()) {
        // The corner has the majority colour, so a path may start there.
        inside.kind = Kind::path;
        inside.start = 0;
        for (Square end : question.place->near(0))
            if (!inside.place->adjacent(0, end)) {
                inside.end = end;
                plain.push_back(inside);
            }
    }
    for (const Question& easier : plain) {
        if (refuted(easier)) continue;
        for (const Attempt& attempt : attempts_for(easier, limits, control)) {
            // The wrapped board has more tours, so it is easier for heuristics.
            if (attempt.name == "best effort") break;
            Finding finding = attempt.find();
            if (!finding.found()) continue;
            question.write(finding.vertices);
            finding.method = "unwrapped";
            return finding;
        }
    }
    return {};
}

// Methods with their names, the fastest first.
std::vector<Attempt> attempts_for(const Question& question, const FindLimits& limits,
                                  Control& control) {
    std::vector<Attempt> attempts;
    // The question outlives the attempts.
    const auto add = [&](const std::string& name, auto* method, const FindLimits& within) {
        attempts.push_back({name, [&question, &control, method, within] {
                                return method(question, within, control);
                            }});
    };
    const auto sides = question.board() ? question.board()->rectangle() : std::nullopt;
    const std::int64_t shorter = sides ? std::min((*sides)[0], (*sides)[1]) : 0;
    FindLimits few_states = limits;
    if (!few_states.states) few_states.states = narrow_states;
    const bool path_or_cycle = question.kind != Kind::open;
    if (!question.at.empty()) {
        attempts.push_back({"steps", [&question, &control, limits] {
                                return find_by_steps(question, limits, control);
                            }});
    } else if (!question.through.empty() || !question.avoiding.empty() ||
               question.begin.size() > 2) {
        if (path_or_cycle && sides && shorter <= widest_first) add("sweep", &decide, few_states);
        if (can_be_repaired(question.board())) add("repair", &repaired_tour, limits);
        if (path_or_cycle)
            add("best effort", &best_effort, limits);
        else if (question.size() <= most_searched)
            add("search", &search_one, limits.usually(usual_seconds));
    } else if (!path_or_cycle) {
        add("", &open_tour, limits);
    } else if (sides) {
        if (shorter >= shortest_constructed) add("construction", &construction, limits);
        if (shorter <= widest_swept) add("sweep", &decide, limits);
    } else {
        const Board* board = question.board();
        if (board && board->is_plain() && board->sides.size() > 2) add("layered", &layered, limits);
        if (board && plain_inside(*board)) add("unwrapped", &unwrapped, limits);
        add("best effort", &best_effort, limits);
    }
    return attempts;
}

Finding found_by(const Question& question, const FindLimits& limits, Control& control) {
    Finding finding;
    for (const Attempt& attempt : attempts_for(question, limits, control)) {
        finding = attempt.find();
        if (finding.decided()) return std::move(finding).by(attempt.name);
    }
    return finding;
}

// One question for each last square of the tour; none if the end is given.
std::vector<Question> by_last_square(const Question& question) {
    std::vector<Question> cases;
    const Square start = question.start;
    if (start < 0 || question.end >= 0) return cases;
    const auto begun = [&](Square last) {
        return std::find(question.begin.begin(), question.begin.end(), last) !=
               question.begin.end();
    };
    if (!question.closed()) {
        for (Square last = 0; last < question.size(); ++last) {
            const bool meet = question.kind == Kind::open && question.place->adjacent(start, last);
            if (last == start || begun(last) || meet) continue;
            cases.push_back(question);
            cases.back().kind = Kind::path;
            cases.back().end = last;
        }
    } else if (!question.begin.empty()) {
        for (Square last : question.place->near(start)) {
            const Move closing = move_of(start, last);
            const auto& avoiding = question.avoiding;
            if (begun(last) || std::binary_search(avoiding.begin(), avoiding.end(), closing))
                continue;
            cases.push_back(question);
            cases.back().through.push_back(closing);
            cases.back().settle();
        }
    }
    return cases;
}

Finding by_other_means(const Question& question, const FindLimits& limits, Control& control) {
    try {
        return automatic(question, limits, control);
    } catch (const OutOfTime&) {
        return Finding{}.by("auto");
    }
}

}  // namespace

std::optional<Finding> known(const Question& question) {
    if (const auto reason = refuted(question)) return proved(*reason, "theory");
    if (question.size() == 1) return Finding{.vertices = {0}, .method = "theory"};
    return {};
}

Finding best_effort(const Question& question, const FindLimits& limits, Control& control) {
    if (question.size() == 0) throw Refused({Code::no_vertices});
    limits.require_graph(question);
    if (auto finding = known(question)) return *finding;
    Finding totals;
    const auto tried = [&](Finding finding, const char* name) {
        for (const auto& count : finding.statistics) {
            const auto same =
                std::find_if(totals.statistics.begin(), totals.statistics.end(),
                             [&](const auto& total) { return total.first == count.first; });
            if (same == totals.statistics.end())
                totals.statistics.push_back(count);
            else
                same->second += count.second;
        }
        finding.statistics = std::move(totals.statistics);
        totals = std::move(finding);
        totals.method = totals.decided() ? name : "best effort";
        return totals.decided();
    };
    // Most graphs fall to the first rotations at once. Then search and sweep, which also prove, and
    // rotation, which only finds, take turns: the fastest of them, if it would need t seconds
    // alone, needs a small multiple of t here.
    const FindLimits whole = limits.within(limits.left(usual_seconds));
    const Square size = question.size();
    const bool is_small = size <= most_searched;
    std::optional<std::vector<Vertex>> order;
    for (std::int64_t round = 0, turns = 1; !whole.over(); ++round, turns *= growth) {
        FindLimits turn = whole;
        if (round || limits.seed)
            turn.seed = limits.seed_or_0() + static_cast<std::uint64_t>(round);
        const auto allow = [&](std::int64_t nodes) {
            turn.nodes = limits.nodes ? std::min(nodes, limits.nodes) : nodes;
        };
        allow(turns * (rotation_steps * size + more_rotation));
        if (tried(rotation(question, turn, control), "rotation")) return totals;
        if (round == 0)
            if (const auto reason = not_tough(question)) return proved(*reason, "theory");
        allow(turns * search_nodes);
        if (tried((is_small ? search_one : edge_search)(question, turn, control),
                  is_small ? "search" : "edges"))
            return totals;
        if (round == 0) order = narrow_order(*question.place, turn, control);
        const std::int64_t most = limits.states ? limits.states : narrow_states;
        turn.states = std::min(turns * (states_per_vertex * size + sweep_states), most);
        if (order && tried(decide_along(*order, question, turn, control), "sweep")) return totals;
        if (turn.states == most) order.reset();
        if (limits.nodes && turn.nodes == limits.nodes) break;
    }
    return totals;
}

Finding automatic(const Question& question, const FindLimits& limits, Control& control) {
    Finding finding = found_by(question, limits, control);
    if (question.at.empty()) shake(question, finding.vertices, limits, control);
    return finding;
}

Finding complete(const Question& question, const FindLimits& given, Control& control) {
    if (auto finding = known(question)) return *finding;
    const FindLimits limits = given.usually(completing_seconds);
    if (!question.at.empty() || question.size() > most_searched)
        return by_other_means(question, limits, control);
    std::vector<Question> cases;  // searched in turns with the whole question until one decides
    FindLimits patience = limits;
    for (patience.nodes = first_round;; patience.nodes *= 4) {
        Finding finding = search_one(question, patience, control);
        finding.method = "search";
        if (finding.proof) finding.proof = exhausted;
        if (finding.decided() || limits.over()) return finding;
        if (patience.nodes == first_round) {
            if (question.size() > many_vertices) {
                finding = by_other_means(question, limits.within(limits.left() / 2), control);
                if (finding.decided()) return finding;
            }
            cases = by_last_square(question);
        }
        std::vector<Question> undecided;
        for (const Question& one : cases) {
            finding = search_one(one, patience, control);
            finding.method = "search";
            if (!finding.found() && !limits.over()) {
                if (!finding.proof) undecided.push_back(one);
                continue;
            }
            finding.proof.reset();
            return finding;
        }
        if (!cases.empty() && undecided.empty()) return proved(exhausted, "search");
        cases = std::move(undecided);
    }
}

}  // namespace babieca::questions
