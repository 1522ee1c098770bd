// Functions of C++20 that the library of Emscripten 3.1 lacks. Only the WebAssembly build includes
// this file, before every other file (cpp/wasm/CMakeLists.txt).
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

namespace std {

template <class Array>
unique_ptr<Array> make_unique_for_overwrite(size_t count) {
    return unique_ptr<Array>(new remove_extent_t<Array>[count]);
}

template <class Value>
class atomic_ref {
  public:
    explicit atomic_ref(Value& value) : value_(&value) {}
    Value fetch_or(Value bits, memory_order) const noexcept {
        return __atomic_fetch_or(value_, bits, __ATOMIC_SEQ_CST);
    }

  private:
    Value* value_;
};

namespace ranges {

// Predicates and orders of projected elements, for the algorithms that take iterators.
template <class Test, class Projection>
constexpr auto projected_test(Test& test, Projection& projection) {
    return [&](auto&& element) { return bool(invoke(test, invoke(projection, element))); };
}
template <class Less, class Projection>
constexpr auto projected_order(Less& less, Projection& projection) {
    return [&](auto&& a, auto&& b) {
        return bool(invoke(less, invoke(projection, a), invoke(projection, b)));
    };
}

template <class Range, class Test, class Projection = identity>
constexpr auto find_if(Range&& range, Test test, Projection projection = {}) {
    return std::find_if(begin(range), end(range), projected_test(test, projection));
}
template <class Range, class Value, class Projection = identity>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
    return ranges::find_if(
        range, [&](const auto& element) { return element == value; }, projection);
}
template <class Range, class Test, class Projection = identity>
constexpr bool any_of(Range&& range, Test test, Projection projection = {}) {
    return std::any_of(begin(range), end(range), projected_test(test, projection));
}
template <class Range, class Test, class Projection = identity>
constexpr bool all_of(Range&& range, Test test, Projection projection = {}) {
    return std::all_of(begin(range), end(range), projected_test(test, projection));
}
template <class Range, class Test, class Projection = identity>
constexpr bool none_of(Range&& range, Test test, Projection projection = {}) {
    return std::none_of(begin(range), end(range), projected_test(test, projection));
}
template <class Range, class Test, class Projection = identity>
constexpr auto count_if(Range&& range, Test test, Projection projection = {}) {
    return std::count_if(begin(range), end(range), projected_test(test, projection));
}
template <class Range, class Value>
constexpr auto count(Range&& range, const Value& value) {
    return std::count(begin(range), end(range), value);
}
template <class Range, class Test, class Projection = identity>
constexpr auto partition_point(Range&& range, Test test, Projection projection = {}) {
    return std::partition_point(begin(range), end(range), projected_test(test, projection));
}

template <class Range, class Less = less, class Projection = identity>
constexpr void sort(Range&& range, Less less = {}, Projection projection = {}) {
    std::sort(begin(range), end(range), projected_order(less, projection));
}
template <class Range, class Less = less, class Projection = identity>
void stable_sort(Range&& range, Less less = {}, Projection projection = {}) {
    std::stable_sort(begin(range), end(range), projected_order(less, projection));
}
template <class Range, class Less = less, class Projection = identity>
constexpr auto min_element(Range&& range, Less less = {}, Projection projection = {}) {
    return std::min_element(begin(range), end(range), projected_order(less, projection));
}
template <input_or_output_iterator Iterator, class Less = less, class Projection = identity>
constexpr auto max_element(Iterator first, Iterator last, Less less = {},
                           Projection projection = {}) {
    return std::max_element(first, last, projected_order(less, projection));
}
template <class Range, class Less = less, class Projection = identity>
    requires(!input_or_output_iterator<Range>)
constexpr auto max_element(Range&& range, Less less = {}, Projection projection = {}) {
    return ranges::max_element(begin(range), end(range), less, projection);
}
template <class Range>
constexpr auto max(Range&& range) {
    return *ranges::max_element(range);
}

template <class Range, class Value>
constexpr bool binary_search(Range&& range, const Value& value) {
    return std::binary_search(begin(range), end(range), value);
}
template <class Range, class Value>
constexpr auto lower_bound(Range&& range, const Value& value) {
    return std::lower_bound(begin(range), end(range), value);
}
// Only for contiguous ranges.
template <class Range, class Value, class Less = less, class Projection = identity>
constexpr auto equal_range(Range&& range, const Value& value, Less less = {},
                           Projection projection = {}) {
    const auto first = std::partition_point(begin(range), end(range), [&](auto&& element) {
        return bool(invoke(less, invoke(projection, element), value));
    });
    const auto last = std::partition_point(first, end(range), [&](auto&& element) {
        return !invoke(less, value, invoke(projection, element));
    });
    return span(first, last);
}

template <class Range, class Value>
constexpr void fill(Range&& range, const Value& value) {
    std::fill(begin(range), end(range), value);
}
template <class Range, class Output>
constexpr void copy(Range&& range, Output output) {
    std::copy(begin(range), end(range), output);
}
template <class Range, class Output, class Test>
constexpr void copy_if(Range&& range, Output output, Test test) {
    std::copy_if(begin(range), end(range), output, test);
}
template <class Range, class Work>
constexpr void for_each(Range&& range, Work work) {
    std::for_each(begin(range), end(range), work);
}
template <class Range>
constexpr void reverse(Range&& range) {
    std::reverse(begin(range), end(range));
}
template <class Range, class Iterator>
constexpr void rotate(Range&& range, Iterator middle) {
    std::rotate(begin(range), middle, end(range));
}

}  // namespace ranges
}  // namespace std

#endif
