// Makes a puzzle: a random tour, all its steps given, and then one given after another removed
// while the solution stays unique. If the solution is not unique without some given, it is not
// unique without that given and others; so one pass in random order leaves a puzzle from which no
// given can be removed, if every proof was finished.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/puzzles/puzzles.hpp"

namespace babieca::puzzles {

namespace {

class Maker {
  public:
    Maker(const Request& request, Control& control)
        : request_(request),
          control_(control),
          size_(request.graph.vertex_count()),
          clock_(control, request.seconds > 0 ? request.seconds : HUGE_VAL),
          dice_(request.seed),
          tours_(request.graph, request.kind, dice_.roll()),
          proof_({request.graph, request.kind}) {}

    Made run() {
        while (!over() && (request_.tours == 0 || made_.tours < request_.tours)) {
            const Outcome drawn = draw_tour();
            if (drawn != Outcome::found) {
                made_.outcome = drawn;
                return made_;
            }
            shown_ = {++made_.tours, request_.tours};
            control_.check(shown_);
            if (request_.squares.empty() ? remove_givens() : take_squares()) {
                made_.outcome = Outcome::found;
                return made_;
            }
        }
        return made_;
    }

  private:
    bool over() const { return clock_.left() < 0; }

    // Whether search(control) succeeds; nothing if so many nodes or the time do not suffice.
    template <typename Search>
    std::optional<bool> bounded(std::int64_t nodes, Search&& search) {
        Bounded limit(control_, clock_.left(), nodes, &shown_);
        try {
            return search(limit);
        } catch (const Interrupted&) {
            if (!limit.ended()) throw;
            return std::nullopt;
        }
    }

    // Puts a random tour into `solution`. With given steps, by the search in a random order.
    Outcome draw_tour() {
        std::optional<bool> drawn;
        if (request_.at.empty())
            drawn =
                bounded(INT64_MAX, [&](auto& limit) { return tours_.next(made_.solution, limit); });
        for (std::int64_t nodes = 1 << 12; !request_.at.empty() && !drawn && !over(); nodes *= 2) {
            made_.solution.clear();
            const std::uint64_t seed = dice_.roll() | 1;
            search::StepSearch search({request_.graph, request_.kind, request_.at, {}, {}, seed});
            drawn = bounded(
                nodes, [&](auto& limit) { return search.next(1, &made_.solution, limit) == 1; });
        }
        if (!drawn) return Outcome::limits_reached;
        return *drawn ? Outcome::found : Outcome::impossible;
    }

    Givens givens(const std::vector<bool>& given) const {
        Givens listed;
        for (int step = 0; step < size_; ++step)
            if (given[made_.solution[step]]) listed.push_back({made_.solution[step], step});
        return listed;
    }

    // Whether there is one solution; nothing: the proof takes too many nodes.
    std::optional<bool> unique(const Givens& listed) {
        proof_.restart(listed);
        const std::int64_t nodes = request_.minimal ? 16 * request_.nodes : request_.nodes;
        return bounded(nodes, [&](auto& limit) {
            return proof_.next(2, nullptr, limit, std::min(nodes, proof_.usual_nodes)) == 1;
        });
    }

    // Whether a puzzle with these givens is allowed: one solution, and not above the wanted level.
    // Of minimal givens, none stays because of the level.
    std::optional<bool> allowed(const Givens& listed) {
        if (listed.empty()) return false;
        const bool any = request_.level < 0 || request_.minimal;
        const Level level = any ? Level::hard : static_cast<Level>(request_.level);
        // An easy puzzle is graded faster than it is proved; a look-ahead takes longer.
        if (level > Level::easy) {
            const auto one = unique(listed);
            if (level == Level::hard || !one.value_or(false)) return one;
        }
        return grade(request_.graph, request_.kind, listed, level).level <= level;
    }

    // The orbits of the squares under the symmetry, in random order.
    std::vector<std::vector<Vertex>> orbits() {
        std::vector<std::vector<Vertex>> found;
        std::vector<bool> seen(size_, false);
        for (Vertex v = 0; v < size_; ++v) {
            if (seen[v]) continue;
            found.emplace_back();
            for (Vertex u = v; !seen[u]; u = request_.image.empty() ? u : request_.image[u]) {
                seen[u] = true;
                found.back().push_back(u);
            }
        }
        dice_.shuffle(found);
        return found;
    }

    bool remove_givens() {
        std::vector<bool> given(size_, true), asked(size_, false), fixed(size_, false);
        for (const auto& pair : request_.at) asked[pair.first] = true;
        if (request_.ends) fixed[made_.solution.front()] = fixed[made_.solution.back()] = true;
        const auto holds = [](const std::vector<Vertex>& orbit, const std::vector<bool>& some) {
            return std::any_of(orbit.begin(), orbit.end(), [&](Vertex v) { return some[v]; });
        };
        const auto listed = orbits();
        const int wanted = request_.givens;
        int left = size_;
        bool decided = true;
        for (const auto& orbit : listed) {
            const int fewer = left - static_cast<int>(orbit.size());
            if (wanted && !request_.minimal && fewer < wanted) continue;
            if (holds(orbit, asked) || holds(orbit, fixed)) continue;
            if (over()) return false;
            for (Vertex v : orbit) given[v] = false;
            const auto may_go = allowed(givens(given));
            decided = decided && may_go.has_value();
            if (may_go.value_or(false)) {
                left = fewer;
                continue;
            }
            for (Vertex v : orbit) given[v] = true;
        }
        if (!made_.reached || left < made_.reached) made_.reached = left;
        if ((wanted && left != wanted) || (request_.minimal && !decided)) return false;
        const Givens kept = givens(given);
        for (const auto& orbit : listed) {
            // Of minimal givens, the first and the last step are none too many either.
            if (!request_.minimal || holds(orbit, asked) || !holds(orbit, fixed)) continue;
            for (Vertex v : orbit) given[v] = false;
            if (unique(givens(given)).value_or(true)) return false;
            for (Vertex v : orbit) given[v] = true;
        }
        return finish(kept);
    }

    // Gives the steps on the wanted squares.
    bool take_squares() {
        std::vector<bool> given(size_, false);
        for (Vertex v : request_.squares) given[v] = true;
        const Givens listed = givens(given);
        if (!allowed(listed).value_or(false)) return false;
        if (!request_.minimal) return finish(listed);
        for (Vertex v : request_.squares) {
            given[v] = false;
            if (unique(givens(given)).value_or(true)) return false;
            given[v] = true;
        }
        return finish(listed);
    }

    // Grades and proves the puzzle. False: it has not the wanted level, or the time is over.
    bool finish(const Givens& listed) {
        made_.grade = grade(request_.graph, request_.kind, listed);
        if (request_.level >= 0 && static_cast<int>(made_.grade.level) != request_.level)
            return false;
        const auto one = unique(listed);
        if (!one) return false;
        if (!*one) throw std::logic_error("a graded puzzle has several solutions");
        made_.givens = listed;
        made_.nodes = proof_.nodes();
        return true;
    }

    const Request& request_;
    Control& control_;
    const int size_;
    Bounded clock_;     // of the whole request
    Progress shown_{};  // tours tried
    Dice dice_;
    RandomTours tours_;
    Made made_;
    search::StepSearch proof_;
};

}  // namespace

int level_named(std::string_view name) {
    if (name.empty()) return any_level;
    for (int level = 0; level < static_cast<int>(std::size(level_names)); ++level)
        if (name == level_names[level]) return level;
    throw not_one_of("level", {std::begin(level_names), std::end(level_names)}, name);
}

Reason not_made(const Request& request, const Made& made, double seconds) {
    const std::int64_t givens = request.givens, reached = made.reached;
    const bool squares = !request.squares.empty(), level = request.level != any_level;
    Reason puzzle{Code::a_puzzle};
    if (level) puzzle.arguments = {{"level", level_names[request.level]}};
    const auto so = [&](Code code) { puzzle = {code, {{"puzzle", because(puzzle)}}}; };
    if (givens) puzzle = {Code::with_givens, {{"puzzle", because(puzzle)}, {"count", givens}}};
    if (squares) so(Code::on_these_squares);
    if (request.minimal) so(Code::nothing_removable);
    Reason text{
        Code::none_made,
        {{"puzzle", because(puzzle)}, {"tours", made.tours}, {"seconds", in_short(seconds)}}};
    Code hint = squares ? Code::more_squares : givens ? Code::more_givens : Code::another_level;
    if (level && givens && reached == givens) {
        text = {Code::of_another_level, {{"text", because(text)}, {"count", givens}}};
        hint = Code::fewer_givens;
    } else if (reached) {
        text = {Code::fewest_were, {{"text", because(text)}, {"count", reached}}};
    }
    return {Code::try_another, {{"text", because(text)}, {"hint", because({hint})}}};
}

Made make(const Request& request, Control& control) {
    return Maker(request, control).run();
}

}  // namespace babieca::puzzles
