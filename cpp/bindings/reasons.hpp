// Reasons as Python reads them: (code, arguments, code of the source or None).
#pragma once

#include "bindings/bindings.hpp"
#include "core/questions/refuter.hpp"

namespace babieca::bindings {

// Numbers and texts as they are, vertices as (the first of them, how many there are), another
// reason as a tuple of three, the question's graph as None.
inline nb::tuple reason_of(const Reason& reason) {
    nb::dict arguments;
    for (const auto& [name, argument] : reason.arguments)
        arguments[name] = std::visit(
            [](const auto& value) -> nb::object {
                using Value = std::remove_cvref_t<decltype(value)>;
                if constexpr (std::same_as<Value, AskedGraph>)
                    return nb::none();
                else if constexpr (std::same_as<Value, VertexList>)
                    return nb::make_tuple(value.first, value.count);
                else if constexpr (requires { *value; })
                    return reason_of(*value);
                else
                    return nb::cast(value);
            },
            argument);
    const bool has_source = reason.source != Code::none;
    return nb::make_tuple(reason.name(), arguments,
                          has_source ? nb::cast(name_of(reason.source)) : nb::none());
}
inline nb::object reason_of(const questions::MaybeReason& reason) {
    return reason ? nb::object(reason_of(*reason)) : nb::none();
}

// Makes the Python exception of an error that carries a reason; its arguments are that reason.
template <typename Error>
void bind_told(nb::module_& module, const char* name, PyObject* base = PyExc_Exception) {
    // The last translator is asked first.
    nb::register_exception_translator(
        [](const std::exception_ptr& thrown, void* kind) {
            try {
                std::rethrow_exception(thrown);
            } catch (const Error& error) {
                PyErr_SetObject(static_cast<PyObject*>(kind), reason_of(error.reason).ptr());
            }
        },
        nb::exception<Error>(module, name, base).ptr());
}

}  // namespace babieca::bindings
