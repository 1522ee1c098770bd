#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/sweep/strip_automaton.hpp"
#include "core/system/thread_pool.hpp"

namespace babieca::sweep {
namespace {

using Numbers = std::vector<std::uint32_t>;

// GCC does not make vectors of loops over short arrays.
template <typename Number, std::size_t lanes>
struct Vector {
    using Values __attribute__((vector_size(lanes * sizeof(Number)))) = Number;
    Values values{};
};

// Reduces values below twice the modulus. The difference wraps around if they are below it.
template <typename Values>
void reduce(Values& values, const Values& modulus) {
    const Values less = values - modulus;
    values = values < less ? values : less;
}

// next[c] becomes the sum of the layer over the sources of class c.
template <typename Value, typename Add>
void gather(const Numbers& begin, const Numbers& sources, const std::vector<Value>& layer,
            std::vector<Value>& next, const Add& add) {
    for (std::size_t c = 0; c < next.size(); ++c) {
        std::uint32_t i = begin[c];
        const std::uint32_t stop = begin[c + 1];
        Value sum = i < stop ? layer[sources[i]] : Value{};
        while (++i < stop) add(sum, layer[sources[i]]);
        next[c] = sum;
    }
}

// Compiled for several processors where the loader can choose among them.
#if defined(__x86_64__) && defined(__GLIBC__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
void gather_sixteen(const Numbers& begin, const Numbers& sources,
                    const std::vector<Vector<std::uint32_t, 16>>& layer,
                    std::vector<Vector<std::uint32_t, 16>>& next,
                    const Vector<std::uint32_t, 16>& prime) {
    gather(begin, sources, layer, next, [&](auto& sum, const auto& value) {
        sum.values += value.values;
        reduce(sum.values, prime.values);
    });
}

}  // namespace

// Calls after(layer, column) after each step; the column is 0 unless the border that repeats is
// behind it.
template <typename Value, typename Add, typename Advance, typename After>
std::vector<Value> StripAutomaton::run(int last, const Value& one, const Add& add,
                                       const Advance& advance, const After& after,
                                       Control& control) const {
    std::vector<Value> sums(static_cast<std::size_t>(last) + 1, Value{}), layer{one}, next;
    if (!columns) return sums;
    const std::size_t back = static_cast<std::size_t>(columns) * width_;
    for (int shift = 0, column = 0; column < last; shift += period) {
        for (std::size_t t = shift ? back : 0; t < steps_.size() && column < last; ++t) {
            const Step& step = steps_[t];
            for (const Reading& reading : step.readings)
                if (reading.column + shift <= last)
                    add(sums[reading.column + shift], layer[reading.state]);
            next.resize(step.begin.size() - 1);
            advance(step.begin, step.sources, layer, next);
            layer.swap(next);
            if ((t + 1) % width_ == 0) {
                column = static_cast<int>(t + 1) / width_ + shift;
                control.check({column, last});
            }
            after(layer, t + 1 == back || t + 1 == steps_.size() ? column : 0);
        }
    }
    return sums;
}

template <std::size_t lanes>
bool StripAutomaton::residues_of(int last, std::span<const std::uint32_t> primes,
                                 std::span<const std::uint32_t> coefficients, int step,
                                 std::size_t stride, std::uint32_t* found, Control& control) const {
    using Lanes = Vector<std::uint32_t, lanes>;
    using WideLanes = Vector<std::uint64_t, lanes>;
    Lanes prime{}, one{};
    for (std::size_t i = 0; i < lanes; ++i) {
        prime.values[i] = primes[i < primes.size() ? i : 0];
        one.values[i] = 1;
    }
    const auto wide = __builtin_convertvector(prime.values, typename WideLanes::Values);
    const auto square = wide * wide;
    const auto add = [&prime](Lanes& sum, const Lanes& value) {
        sum.values += value.values;
        reduce(sum.values, prime.values);
    };
    const auto advance = [&](const Numbers& begin, const Numbers& sources,
                             const std::vector<Lanes>& layer, std::vector<Lanes>& next) {
        if constexpr (lanes == 16)
            gather_sixteen(begin, sources, layer, next, prime);
        else
            gather(begin, sources, layer, next, add);
    };
    std::vector<WideLanes> failures;  // of the denominators, below the squares of the primes
    // The span begins at the first prime of the group, so its last row is not whole.
    std::size_t left = (coefficients.size() + stride - 1) / stride;
    const auto after = [&](const std::vector<Lanes>& layer, int column) {
        if (!column || !left || (column - columns) % step) return;
        --left;
        failures.resize(layer.size());
        Lanes some{};
        for (std::size_t i = 0; i < primes.size(); ++i)
            some.values[i] = coefficients[left * stride + i];
        const auto factor = __builtin_convertvector(some.values, typename WideLanes::Values);
        for (std::size_t c = 0; c < layer.size(); ++c) {
            const auto counters =
                __builtin_convertvector(layer[c].values, typename WideLanes::Values);
            failures[c].values += factor * counters;
            reduce(failures[c].values, square);
        }
    };
    for (const Lanes& sum : run(last, one, add, advance, after, control)) {
        for (std::size_t i = 0; i < primes.size(); ++i) found[i] = sum.values[i];
        found += stride;
    }
    bool obeyed = left == 0;
    for (const WideLanes& failure : failures)
        for (std::size_t i = 0; i < primes.size(); ++i)
            obeyed &= failure.values[i] % primes[i] == 0;
    return obeyed;
}

StripAutomaton::Residues StripAutomaton::residues(int last,
                                                  const std::vector<std::uint32_t>& primes,
                                                  const Denominators& denominators, int threads,
                                                  Control& control) const {
    constexpr std::size_t lanes = 16;
    const std::size_t count = primes.size(), groups = (count + lanes - 1) / lanes;
    Residues found{std::vector<std::uint32_t>((static_cast<std::size_t>(last) + 1) * count)};
    std::atomic<bool> obeyed{true};
    const auto work = [&](std::size_t group, Control& own) {
        const std::size_t first = group * lanes;
        const auto some = std::span(primes).subspan(first, std::min(lanes, count - first));
        const auto coefficients = std::span(denominators.coefficients)
                                      .subspan(denominators.coefficients.empty() ? 0 : first);
        // One residue alone stays in the cache, where sixteen would not.
        const auto run =
            count == 1 ? &StripAutomaton::residues_of<1> : &StripAutomaton::residues_of<lanes>;
        if (!(this->*run)(last, some, coefficients, denominators.step, count,
                          found.counts.data() + first, own))
            obeyed = false;
    };
    std::atomic<std::int64_t> columns_done{0};
    const bool alone = threads == 1 || groups == 1;
    system::ThreadPool pool(alone ? 0 : threads);
    pool.run(
        groups, alone,
        [&](std::size_t group, int, const std::atomic<bool>& stop) {
            if (alone) return work(group, control);
            FunctionControl own([&, before = std::int64_t{0}](const Progress& progress) mutable {
                columns_done += progress.done - std::exchange(before, progress.done);
                return !stop;
            });
            work(group, own);
        },
        [&] { control.check({columns_done, static_cast<std::int64_t>(groups) * last}); });
    found.obeyed = obeyed;
    return found;
}

int StripAutomaton::bits(int last, Control& control) const {
    // The largest counter of each layer, as a floating-point number times a power of 2. Readings
    // add at most all counters that are read.
    std::size_t readings = 1;
    for (const Step& step : steps_) readings += step.readings.size();
    constexpr double least = 1e-300;
    int exponent = 0, most = 0;
    const auto add = [](double& sum, double value) { sum += value; };
    const auto scale = [&](std::vector<double>& layer, int) {
        double largest = 0;
        for (double value : layer) largest = std::max(largest, value);
        if (largest == 0) return;
        const int by = std::ilogb(largest) + 1;
        for (double& value : layer)  // a small counter must not become 0
            if (value > 0) value = std::max(std::ldexp(value, -by), least);
        most = std::max(most, exponent += by);
    };
    const auto advance = [&](const auto& begin, const auto& sources, const auto& layer,
                             auto& next) { gather(begin, sources, layer, next, add); };
    run(last, 1.0, add, advance, scale, control);
    return most + 1 + std::ilogb(static_cast<double>(readings)) + 1;
}

}  // namespace babieca::sweep
