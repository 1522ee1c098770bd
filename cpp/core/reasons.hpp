// Reasons as data: a code, its arguments and the code of its source. A catalogue for each language
// (src/babieca/web/static/texts/reasons_*.js) has one sentence for every code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace babieca {

// clang-format off
#define BABIECA_REASONS(CODE) \
    CODE(none) \
    /* Sources */ \
    CODE(schwenk) CODE(cull) CODE(conrad) CODE(erde) CODE(chen) CODE(colours) CODE(counting) \
    /* Theorems */ \
    CODE(single_square) CODE(has_closed_tour) CODE(has_path) CODE(has_cut_tour) \
    CODE(any_two_ends) CODE(allowed_ends) CODE(joined_borders) CODE(no_closed_tour) CODE(no_path) \
    CODE(keeps_parity) CODE(outer_lines) CODE(keeps_colour) CODE(torus_closed) CODE(torus_path) \
    CODE(torus_ends) CODE(one_cycle) CODE(ends_meet) CODE(no_theorem_on_word) \
    CODE(no_theorem_on_board) CODE(no_theorem_on_graph) \
    /* Colours, degrees, cuts */ \
    CODE(nothing_to_visit) CODE(too_small) CODE(start_meets_end) CODE(colours_differ_closed) \
    CODE(colours_differ_path) CODE(end_of_rarer_colour) CODE(ends_of_one_colour) CODE(no_move) \
    CODE(one_move) CODE(no_way_out) CODE(too_many_dead_ends) CODE(crowded) CODE(not_connected) \
    CODE(pieces) CODE(pieces_without_ends) CODE(pieces_without_end) CODE(too_few_moves) \
    CODE(too_few_moves_between) \
    /* Forced moves, given steps */ \
    CODE(end_with_two_moves) CODE(three_moves) CODE(too_many_ends) CODE(own_cycle) \
    CODE(own_path) CODE(forced_ends) CODE(early_end) CODE(step_of_wrong_colour) \
    CODE(steps_odd) CODE(steps_even) CODE(steps_without_walk) CODE(steps_too_near) \
    /* Searches that came to their end */ \
    CODE(whole_tree) CODE(all_numberings) CODE(all_continuations) CODE(all_squares_entered) \
    CODE(all_choices) CODE(all_states) CODE(contradiction) CODE(count_is_0) \
    /* Faults of tours */ \
    CODE(step_repeated) CODE(step_no_move) CODE(squares_missing) CODE(squares_missing_first) \
    CODE(closed_too_short) CODE(not_closed) CODE(not_open) \
    /* Refusals */ \
    CODE(no_vertices) CODE(too_many_for_searches) CODE(too_many_visited) CODE(method_not_word) \
    CODE(not_rectangle) CODE(not_layered) CODE(begin_too_long) CODE(cannot_sweep) \
    CODE(closed_tours_have_no) CODE(table_by_start_tries) CODE(table_by_by_needs) \
    CODE(no_tour_with_number) CODE(solve_needs_given_steps) \
    /* Words that contradict each other */ \
    CODE(closed_tour_has_no) CODE(begin_visits_square_twice) CODE(begin_no_walk_u) \
    CODE(begin_starts_at_begin) CODE(begin_passes_through_end) CODE(at_step_step_given) \
    CODE(at_vertex_has_steps) CODE(start_end_same_square) CODE(u_v_both_required) \
    /* How far a work came, and what needs memory */ \
    CODE(share_done) CODE(number_done) CODE(the_graph) CODE(the_tour) CODE(the_search) \
    CODE(the_walk) CODE(the_sweep_plan) CODE(too_large) \
    CODE(instead) CODE(not_enough_memory) CODE(smaller_board) CODE(search_memory) \
    CODE(threads_not_started) CODE(out_of_time) CODE(residues_contradict) CODE(please_report) \
    /* Values that a word or a method does not take */ \
    CODE(one_of) CODE(criteria_some_names_not) CODE(what_board_two_dimensions) CODE(number_text) \
    CODE(trace_begins_at_first) CODE(method_name_does_not) CODE(verb_does_not_take) \
    CODE(kind_not_taken) CODE(longest_takes_start_only) CODE(word_needs_computer) CODE(longest_too_wide) \
    CODE(two_knights_boards) CODE(two_knights_half_turn) CODE(two_knights_middle) \
    CODE(no_mirror_keeps_question) CODE(mirror_of_order) CODE(not_among) CODE(other_tasks) \
    /* What a sweep cannot hold */ \
    CODE(frontier_needs) CODE(voltages_too_wide) CODE(key_too_wide) CODE(count_too_long) \
    CODE(number_64_bits) CODE(counters_too_narrow) \
    /* Puzzles that were not made */ \
    CODE(a_puzzle) CODE(with_givens) CODE(on_these_squares) CODE(nothing_removable) \
    CODE(none_made) CODE(of_another_level) CODE(fewest_were) CODE(try_another) \
    CODE(more_squares) CODE(more_givens) CODE(fewer_givens) CODE(another_level)
// clang-format on

enum class Code {
#define BABIECA_CODE(code) code,
    BABIECA_REASONS(BABIECA_CODE)
#undef BABIECA_CODE
};

inline constexpr const char* code_names[] = {
#define BABIECA_CODE(code) #code,
    BABIECA_REASONS(BABIECA_CODE)
#undef BABIECA_CODE
};

inline const char* name_of(Code code) {
    return code_names[static_cast<int>(code)];
}

struct Reason;

// A number, the sides of a board or the name of a word, several names, vertices, another reason;
// `AskedGraph` stands for the name of the question's graph, which only a face knows.
struct AskedGraph {};
struct VertexList {
    std::vector<std::int64_t> first;  // at most eight
    std::int64_t count;               // of all
};
using Names = std::vector<std::string>;
using Argument = std::variant<std::int64_t, std::string, Names, VertexList,
                              std::shared_ptr<const Reason>, AskedGraph>;

using NamedArgument = std::pair<const char*, Argument>;

struct Reason {
    Code code = Code::none;
    std::vector<NamedArgument> arguments = {};
    Code source = Code::none;  // none: the reason proves itself

    const char* name() const { return name_of(code); }
};

// Arguments: another reason, without its source; one vertex; several.
inline std::shared_ptr<const Reason> because(Reason reason) {
    reason.source = Code::none;
    return std::make_shared<const Reason>(std::move(reason));
}
inline VertexList named(std::int64_t vertex) {
    return {{vertex}, 1};
}
VertexList all_named(const auto& squares) {
    constexpr std::int64_t most_named = 8;
    const auto count = static_cast<std::int64_t>(squares.size());
    auto end = squares.begin();
    std::advance(end, std::min(count, most_named));
    return {{squares.begin(), end}, count};
}

// Text as people gave it.
inline std::string as_given(std::string_view text) {
    return "'" + std::string(text) + "'";
}

// A number of seconds: 0.5, 30.
inline std::string in_short(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", number);
    return text;
}

// An exception that says why as a reason; the text is its code.
struct Told : std::runtime_error {
    explicit Told(Reason why) : std::runtime_error(why.name()), reason(std::move(why)) {}
    Reason reason;
};

// The words of a question contradict each other, or a method does not answer such a question.
struct Refused : Told {
    using Told::Told;
};

// A word has a value that is none of those listed.
inline Refused not_one_of(const char* word, Names listed, std::string_view value) {
    return Refused({Code::one_of,
                    {{"name", word}, {"listed", std::move(listed)}, {"value", as_given(value)}}});
}

}  // namespace babieca
