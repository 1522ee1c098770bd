// Shared by the binding files: one bind function per engine, arrays, Ctrl-C and progress.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <concepts>
#include <cstring>
#include <functional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/big_natural.hpp"
#include "core/graphs/graph.hpp"

// A span is an array of Python, which lives until the call ends; None is an empty span.
template <typename Number>
struct nanobind::detail::type_caster<std::span<const Number>> {
    using Given = make_caster<ndarray<numpy, const Number, ndim<1>, c_contig, device::cpu>>;
    NB_TYPE_CASTER(std::span<const Number>, Given::Name)

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
        if (source.is_none()) return true;
        if (!given.from_python(source, flags, cleanup)) return false;
        value = {given.value.data(), given.value.size()};
        return true;
    }
    Given given;
};

// A number of any size is an integer of Python, which must not be negative.
template <>
struct nanobind::detail::type_caster<babieca::BigNatural> {
    NB_TYPE_CASTER(babieca::BigNatural, const_name("int"))

    bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept try {
        if (!isinstance<int_>(source)) return false;
        const std::uint64_t small = PyLong_AsUnsignedLongLong(source.ptr());
        if (!PyErr_Occurred()) {
            value = babieca::BigNatural(small);
            return true;
        }
        PyErr_Clear();
        const auto bits = cast<std::size_t>(source.attr("bit_length")());
        std::vector<std::uint64_t> limbs(bits / 64 + 1);
        const auto data = cast<bytes>(source.attr("to_bytes")(limbs.size() * 8, "little"));
        std::memcpy(limbs.data(), data.c_str(), data.size());
        value = babieca::BigNatural(std::span<const std::uint64_t>(limbs));
        return true;
    } catch (const python_error&) {
        return false;
    }
    static handle from_cpp(const babieca::BigNatural& number, rv_policy, cleanup_list*) {
        const auto& limbs = number.limbs();
        if (limbs.size() < 2) return PyLong_FromUnsignedLongLong(number.rest(0));
        const bytes data(reinterpret_cast<const char*>(limbs.data()), limbs.size() * 8);
        return borrow<object>(handle(reinterpret_cast<PyObject*>(&PyLong_Type)))
            .attr("from_bytes")(data, "little")
            .release();
    }
};

namespace babieca::bindings {

namespace nb = nanobind;
using namespace nb::literals;

// A modulus. Python writes 2^64 as it is; the core writes 0.
struct Modulus {
    std::uint64_t value = 0;
};

inline std::vector<std::uint64_t> values_of(const std::vector<Modulus>& moduli) {
    std::vector<std::uint64_t> values;
    for (const Modulus& modulus : moduli) values.push_back(modulus.value);
    return values;
}
inline std::vector<Modulus> moduli_of(const std::vector<std::uint64_t>& values) {
    std::vector<Modulus> moduli;
    for (std::uint64_t value : values) moduli.push_back({value});
    return moduli;
}

}  // namespace babieca::bindings

template <>
struct nanobind::detail::type_caster<babieca::bindings::Modulus> {
    NB_TYPE_CASTER(babieca::bindings::Modulus, const_name("int"))

    bool from_python(handle source, std::uint32_t, cleanup_list* cleanup) noexcept {
        type_caster<babieca::BigNatural> given;
        if (!given.from_python(source, 0, cleanup) || given.value.is_zero()) return false;
        value.value = given.value.rest(0);
        return given.value.bits() <= 64 || given.value == two_to_64();
    }
    static handle from_cpp(const babieca::bindings::Modulus& modulus, rv_policy policy,
                           cleanup_list* cleanup) {
        const babieca::BigNatural number(modulus.value);
        return type_caster<babieca::BigNatural>::from_cpp(modulus.value ? number : two_to_64(),
                                                          policy, cleanup);
    }
    static babieca::BigNatural two_to_64() {
        babieca::BigNatural number(1);
        number.shift_limb();
        return number;
    }
};

namespace babieca::bindings {

template <typename Number>
using Array = std::span<const Number>;
using Offsets = Array<std::int64_t>;
using Vertices = Array<Vertex>;
using Edges = std::vector<Edge>;

// For functions without a control: the GIL is released during the call.
using Unlocked = nb::call_guard<nb::gil_scoped_release>;

// The result of work(), which runs without the GIL.
template <typename Work>
auto unlocked(Work&& work) {
    nb::gil_scoped_release released;
    return work();
}

inline std::vector<Vertex> copy_of(Vertices vertices) {
    return {vertices.begin(), vertices.end()};
}

// Hands numbers to Python without copying them. Other results are passed on as they are; tuples
// and optional results element by element.
template <typename Result>
Result to_python(Result result) {
    return result;
}
template <typename Number>
    requires std::is_arithmetic_v<Number>
auto to_python(std::vector<Number> numbers) {
    auto* owned = new std::vector<Number>(std::move(numbers));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
    return nb::ndarray<nb::numpy, Number, nb::ndim<1>>(owned->data(), {owned->size()}, owner);
}
template <typename... Results>
auto to_python(std::tuple<Results...> results) {
    return std::apply([](auto&... all) { return std::tuple(to_python(std::move(all))...); },
                      results);
}

// A dict of names and values; each name is followed by its value.
template <typename Value, typename... Others>
nb::dict record(const char* name, const Value& value, const Others&... others) {
    nb::dict all;
    all[name] = value;
    if constexpr (sizeof...(others) > 0) all.update(record(others...));
    return all;
}

// Adds read-only members; each name is followed by its pointer.
template <typename Bound, typename Member, typename... Others>
Bound fields(Bound bound, const char* name, Member member, const Others&... others) {
    bound.def_ro(name, member);
    if constexpr (sizeof...(others) > 0) fields(bound, others...);
    return bound;
}

// Polls for Ctrl-C, and calls `report(done, total)` unless it is None. The core runs without the
// GIL; a poll takes it for a moment. An exception of `report` stops the core and is raised again.
class PythonControl : public Control {
  public:
    explicit PythonControl(nb::object report) : report_(std::move(report)) {}

    bool keep_going(const Progress& progress) override {
        nb::gil_scoped_acquire locked;
        // The core may ask again after a stop; the exception is then still set.
        if (PyErr_Occurred() || PyErr_CheckSignals() != 0) return false;
        if (report_.is_none()) return true;
        try {
            report_(progress.done, progress.total);
        } catch (nb::python_error& error) {
            error.restore();
            return false;
        }
        return true;
    }

  private:
    nb::object report_;
};

// Python gives a report where the core takes a control.
template <typename Given>
using Taken = std::conditional_t<std::same_as<Given, Control&>, nb::object, Given>;

template <typename Given>
Given passed_on(std::remove_reference_t<Taken<Given>>& taken, Control& control) {
    if constexpr (std::same_as<Given, Control&>)
        return control;
    else
        return static_cast<Given&&>(taken);
}

// Reserves the first argument if it is a OneUser.
template <typename First, typename... Others>
auto reserved(First& first, Others&...) {
    if constexpr (requires { first.use(); })
        return first.use();
    else
        return 0;
}

template <typename... Given, typename Work, typename Finish>
auto taking(Work work, Finish finish) {
    return [work, finish](Taken<Given>... taken) {
        [[maybe_unused]] const auto use = reserved(taken...);
        PythonControl control(std::get<nb::object&>(std::tie(taken...)));
        try {
            return finish(
                unlocked([&] { return std::invoke(work, passed_on<Given>(taken, control)...); }));
        } catch (const Interrupted&) {
            if (PyErr_Occurred()) nb::raise_python_error();
            throw;
        }
    };
}

constexpr auto usual_finish = [](auto result) { return to_python(std::move(result)); };

// Makes a Python function of work(…, control, …): it runs without the GIL, and raises the Python
// exception that stopped it. `finish` converts the result, with the GIL.
template <typename Result, typename... Given, typename Finish = decltype(usual_finish)>
auto released(Result (*work)(Given...), Finish finish = {}) {
    return taking<Given...>(work, finish);
}
template <typename Result, typename Class, typename... Given>
auto released(Result (Class::*work)(Given...)) {
    return taking<Class&, Given...>(work, usual_finish);
}
template <typename Result, typename Class, typename... Given>
auto released(Result (Class::*work)(Given...) const) {
    return taking<const Class&, Given...>(work, usual_finish);
}

void bind_gpu(nb::module_& module);
void bind_constructions(nb::module_& module);
void bind_counting(nb::module_& module);
void bind_fold(nb::module_& module);
void bind_frontier(nb::module_& module);
void bind_heuristics(nb::module_& module);
void bind_plans(nb::module_& module);
void bind_puzzles(nb::module_& module);
void bind_questions(nb::module_& module);
void bind_prefixes(nb::module_& module);
void bind_residues(nb::module_& module);
void bind_search(nb::module_& module);
void bind_sweep(nb::module_& module);
void bind_sweep_choices(nb::module_& module);
void bind_turns(nb::module_& module);

}  // namespace babieca::bindings
