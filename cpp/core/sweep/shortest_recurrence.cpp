#include "core/sweep/shortest_recurrence.hpp"

#include <algorithm>
#include <cstddef>

namespace babieca::sweep {
namespace {

std::uint32_t inverse(std::uint32_t value, std::uint32_t prime) {
    std::uint64_t power = value, product = 1;
    for (std::uint32_t exponent = prime - 2; exponent; exponent /= 2) {
        if (exponent % 2) product = product * power % prime;
        power = power * power % prime;
    }
    return static_cast<std::uint32_t>(product);
}

std::uint32_t dot(const std::uint32_t* one, const std::uint32_t* other, std::size_t count,
                  std::uint32_t prime) {
    const std::uint64_t square = std::uint64_t{prime} * prime;
    std::uint64_t sums[8] = {};  // each below the square of the prime
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8)
        for (std::size_t j = 0; j < 8; ++j) {
            const std::uint64_t plain = sums[j] + std::uint64_t{one[i + j]} * other[i + j];
            sums[j] = std::min(plain, plain - square);  // wraps around if plain < square
        }
    std::uint64_t total = 0;
    for (; i < count; ++i) total = (total + std::uint64_t{one[i]} * other[i]) % prime;
    for (std::uint64_t sum : sums) total += sum % prime;
    return static_cast<std::uint32_t>(total % prime);
}

// Adds factor * values to the sums. The quotients by the prime come from a rounded factor / prime
// and are at most 1 too small (Shoup).
void add_multiple(std::uint32_t* sums, const std::uint32_t* values, std::size_t count,
                  std::uint32_t factor, std::uint32_t prime) {
    const std::uint64_t rounded = (std::uint64_t{factor} << 32) / prime;
    for (std::size_t i = 0; i < count; ++i) {
        const auto quotient = static_cast<std::uint32_t>(rounded * values[i] >> 32);
        const std::uint32_t rest = factor * values[i] - quotient * prime;
        const std::uint32_t sum = sums[i] + std::min(rest, rest - prime);
        sums[i] = std::min(sum, sum - prime);
    }
}

}  // namespace

std::vector<std::uint32_t> shortest_recurrence(const std::vector<std::uint32_t>& values,
                                               std::uint32_t prime) {
    const std::size_t count = values.size();
    const std::vector<std::uint32_t> reversed(values.rbegin(), values.rend());
    // `before` is the recurrence before the order last grew; it failed by `last`, `shift` values
    // ago.
    std::vector<std::uint32_t> current(count + 2), before(count + 2), saved;
    current[0] = before[0] = 1;
    std::size_t order = 0, order_before = 0, shift = 1;
    std::uint32_t last = 1;
    for (std::size_t n = 0; n < count; ++n, ++shift) {
        const std::uint32_t gap =
            dot(current.data(), reversed.data() + (count - 1 - n), order + 1, prime);
        if (gap == 0) continue;
        const bool grows = 2 * order <= n;
        if (grows) saved = current;
        const auto factor =
            static_cast<std::uint32_t>(std::uint64_t{prime - gap} * inverse(last, prime) % prime);
        add_multiple(current.data() + shift, before.data(), order_before + 1, factor, prime);
        if (!grows) continue;
        order_before = order;
        order = n + 1 - order;
        before.swap(saved);
        last = gap;
        shift = 0;
    }
    current.resize(order + 1);
    return current;
}

}  // namespace babieca::sweep
