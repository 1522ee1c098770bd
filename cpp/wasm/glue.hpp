// Shared by the files of the module: questions and limits from JavaScript, records to JavaScript,
// failures and progress.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/questions/finding.hpp"
#include "core/questions/question.hpp"
#include "core/questions/refuter.hpp"
#include "core/sweep/residues.hpp"

namespace babieca::module {

using emscripten::val;

// A failure with the exit code of the command line, if that is not 2.
struct Failure : Told {
    int code;
    Failure(int exit_code, Reason why) : Told(std::move(why)), code(exit_code) {}
};

// An object of names and values; each name is followed by its value.
inline val record() {
    return val::object();
}
template <typename Value, typename... Others>
val record(const char* name, const Value& value, const Others&... others) {
    val all = record(others...);
    all.set(name, value);
    return all;
}

// A copy of numbers in the memory of JavaScript.
inline val array_of(const std::vector<Vertex>& vertices) {
    return val(emscripten::typed_memory_view(vertices.size(), vertices.data())).call<val>("slice");
}

// Numbers and texts as they are, names as an array, vertices as {vertices, count}, another reason
// as a record, the question's board as null.
inline val told(const Reason& reason) {
    val arguments = val::object();
    for (const auto& [name, argument] : reason.arguments)
        arguments.set(name, std::visit(
                                [](const auto& value) {
                                    using Value = std::remove_cvref_t<decltype(value)>;
                                    if constexpr (std::same_as<Value, AskedGraph>)
                                        return val::null();
                                    else if constexpr (std::same_as<Value, VertexList>)
                                        return record(
                                            "vertices",
                                            array_of({value.first.begin(), value.first.end()}),
                                            "count", static_cast<double>(value.count));
                                    else if constexpr (std::same_as<Value, std::int64_t>)
                                        return val(static_cast<double>(value));
                                    else if constexpr (std::same_as<Value, std::string>)
                                        return val(value);
                                    else if constexpr (std::same_as<Value, Names>)
                                        return val::array(value);
                                    else
                                        return told(*value);
                                },
                                argument));
    const bool has_source = reason.source != Code::none;
    return record("code", std::string(reason.name()), "arguments", arguments, "source",
                  has_source ? val(std::string(name_of(reason.source))) : val::null());
}
inline val told(const questions::MaybeReason& reason) {
    return reason ? told(*reason) : val::null();
}

// Calls answer(). A failure becomes {error, code, reason}; `error` is the code of the reason.
template <typename Answer>
val answered(Answer&& answer) {
    const auto failed = [](int code, const Reason& reason) {
        return record("error", std::string(reason.name()), "code", code, "reason", told(reason));
    };
    const auto no_memory = [&] {
        return failed(2, {Code::instead,
                          {{"because", because({Code::not_enough_memory})},
                           {"advice", because({Code::smaller_board})}}});
    };
    try {
        return answer();
    } catch (const Failure& failure) {
        return failed(failure.code, failure.reason);
    } catch (const questions::OutOfTime& late) {
        return failed(3, late.reason);
    } catch (const Interrupted&) {
        return failed(3, {Code::out_of_time});
    } catch (const sweep::Contradiction& error) {
        return failed(4, error.reason);
    } catch (const Told& refused) {
        return failed(2, refused.reason);
    } catch (const OutOfBudget&) {
        return no_memory();
    } catch (const std::bad_alloc&) {
        return no_memory();
    } catch (const std::exception& error) {
        return failed(70, {Code::please_report, {{"error", error.what()}}});
    }
}

// A word that the caller may leave out.
template <typename Value>
Value word(const val& words, const char* name, Value otherwise) {
    const val given = words[name];
    return given.isUndefined() || given.isNull() ? otherwise : given.as<Value>();
}

template <typename Number>
std::vector<Number> numbers(const val& words, const char* name) {
    const val given = words[name];
    if (given.isUndefined() || given.isNull()) return {};
    const auto exact = emscripten::convertJSArrayToNumberVector<double>(given);
    return {exact.begin(), exact.end()};
}

questions::Question question_of(const val& words);

struct PageLimits {
    std::uint64_t seed, memory;
    double timeout;
    int threads;

    explicit PageLimits(const val& words)
        : seed(static_cast<std::uint64_t>(word(words, "seed", 0.0))),
          memory(static_cast<std::uint64_t>(word(words, "memory", 0.0))),
          timeout(word(words, "timeout", 0.0)),
          threads(word(words, "threads", 1)) {}
};

// Calls the page's progress function at most ten times a second, and stops at the timeout.
class PageControl : public Control {
  public:
    PageControl(val report, double timeout) : report_(std::move(report)), timeout_(timeout) {}
    bool keep_going(const Progress& progress) override;

  private:
    using Clock = std::chrono::steady_clock;

    const val report_;      // null or undefined: no reports
    const double timeout_;  // 0: none
    const Clock::time_point began_ = Clock::now();
    double reported_ = 0;
};

}  // namespace babieca::module
