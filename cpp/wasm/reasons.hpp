// Reasons as JavaScript reads them: {code, arguments, source}.
#pragma once

#include "core/questions/refuter.hpp"
#include "wasm/glue.hpp"

namespace babieca::module {

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

}  // namespace babieca::module
