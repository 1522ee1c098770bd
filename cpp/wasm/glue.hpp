// Shared by the files of the module: questions and limits from JavaScript, records to JavaScript,
// failures and progress.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/questions/question.hpp"
#include "core/questions/refuter.hpp"
#include "core/sweep/residues.hpp"

namespace babieca::module {

using emscripten::val;

// A failure with the exit code of the command line, and the reason as data if there is one.
struct Refused : std::runtime_error {
    int code;
    val reason;
    Refused(int exit_code, const std::string& text, val why = val::null())
        : std::runtime_error(text), code(exit_code), reason(std::move(why)) {}
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

// Numbers and texts as they are, vertices as {vertices, count}, another reason as a record, the
// question's board as null.
inline val told(const questions::Reason& reason) {
    val arguments = val::object();
    for (const auto& [name, argument] : reason.arguments)
        arguments.set(name, std::visit(
                                [](const auto& value) {
                                    using Value = std::remove_cvref_t<decltype(value)>;
                                    if constexpr (std::same_as<Value, questions::AskedGraph>)
                                        return val::null();
                                    else if constexpr (std::same_as<Value, questions::VertexList>)
                                        return record(
                                            "vertices",
                                            array_of({value.first.begin(), value.first.end()}),
                                            "count", static_cast<double>(value.count));
                                    else if constexpr (std::same_as<Value, std::int64_t>)
                                        return val(static_cast<double>(value));
                                    else if constexpr (std::same_as<Value, std::string>)
                                        return val(value);
                                    else
                                        return told(*value);
                                },
                                argument));
    const bool has_source = reason.source != questions::Code::none;
    return record("code", std::string(reason.name()), "arguments", arguments, "source",
                  has_source ? val(std::string(questions::name_of(reason.source))) : val::null());
}
inline val told(const questions::MaybeReason& reason) {
    return reason ? told(*reason) : val::null();
}

inline Refused refused(int exit_code, const questions::Reason& reason) {
    return {exit_code, reason.name(), told(reason)};
}

// Calls answer(). A failure becomes {error, code, reason}; with a reason, `error` is its code.
template <typename Answer>
val answered(Answer&& answer) {
    const auto failed = [](int code, const std::string& text, const val& reason = val::null()) {
        return record("error", text, "code", code, "reason", reason);
    };
    try {
        return answer();
    } catch (const Refused& refused) {
        return failed(refused.code, refused.what(), refused.reason);
    } catch (const questions::Refused& refused) {
        return failed(2, refused.what(), told(refused.reason));
    } catch (const Interrupted&) {
        return failed(3, "not decided within the time allowed; allow more time");
    } catch (const OutOfBudget&) {
        return failed(2, "this needs more memory than allowed; allow more, or ask a smaller board");
    } catch (const sweep::Contradiction& error) {
        return failed(4, error.what());
    } catch (const std::bad_alloc&) {
        return failed(2, "the browser gives no more memory; ask a smaller board");
    } catch (const std::exception& error) {
        return failed(2, error.what());
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

inline val text_or_null(const std::string& text) {
    return text.empty() ? val::null() : val(text);
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
