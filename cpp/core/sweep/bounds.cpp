#include "core/sweep/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace babieca::sweep {

using frontier::Undirected;

namespace {

constexpr int most_matching_slots = 20;
constexpr double expected_ratio = 0.55, sharp_ratio = 0.77;  // of Bounds::bits

// Degrees without edges to avoid; for paths, with the vertex that closes them.
std::vector<int> degrees_left(const Graph& graph, const Undirected& question) {
    std::vector<int> degrees;
    for (Vertex v = 0; v < graph.vertex_count(); ++v)
        degrees.push_back(graph.degree(v) + question.paths);
    for (auto [u, v] : question.avoiding) {
        --degrees[u];
        --degrees[v];
    }
    if (question.paths) degrees.push_back(graph.vertex_count());
    return degrees;
}

double log2_bregman(const std::vector<int>& degrees) {
    double sum = 0;
    for (int d : degrees) {
        if (d == 0) return 0;
        sum += std::lgamma(d + 1.0) / std::log(2.0) / d;
    }
    return sum;
}

Lists lists_of(const Graph& graph) {
    Lists lists;
    for (Vertex v = 0; v < graph.vertex_count(); ++v)
        lists.emplace_back(graph.neighbours(v).begin(), graph.neighbours(v).end());
    return lists;
}

// Pairs of perfect matchings; of the two edges of a vertex, each takes one.
double pairs_of_perfect(const Graph& graph, std::span<const Edge> avoiding,
                        std::span<const Vertex> order, Control& control) {
    const std::set<Edge> avoided(avoiding.begin(), avoiding.end());
    for (Vertex v = 0; v < graph.vertex_count(); ++v) {
        std::vector<Edge> edges;
        for (Vertex u : graph.neighbours(v))
            if (const Edge edge = std::minmax(u, v); !avoided.contains(edge)) edges.push_back(edge);
        if (edges.size() != 2) continue;
        double product = 1;
        for (const Edge& edge : edges) {
            std::vector<Edge> without(avoiding.begin(), avoiding.end());
            without.push_back(edge);
            product *= matchings(graph, without, order, 0, control)[0];
        }
        return product;
    }
    const double whole = matchings(graph, avoiding, order, 0, control)[0];
    return whole * whole / 2;
}

std::uint64_t product_mod(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(modulus ? product % modulus : product);
}

// The inverse of `number` modulo an odd modulus. Requires: they are coprime.
std::uint64_t inverse(std::uint64_t number, std::uint64_t modulus) {
    __int128 before = 0, now = 1;
    __int128 rest_before = modulus, rest = number % modulus;
    while (rest) {
        const __int128 quotient = rest_before / rest;
        before = std::exchange(now, before - quotient * now);
        rest_before = std::exchange(rest, rest_before - quotient * rest);
    }
    return static_cast<std::uint64_t>(before < 0 ? before + modulus : before);
}

}  // namespace

int Bounds::expected_bits() const {
    return static_cast<int>(std::ceil(expected_ratio * bits));
}

int Bounds::expected_sharp_bits() const {
    return static_cast<int>(std::ceil(sharp_ratio * bits));
}

bool Bounds::one_sweep(int counter_bits) const {
    return log2_bregman < 3 * counter_bits / 2 || expected_bits() < counter_bits;
}

std::vector<int> Bounds::expected_widths(const Plan& plan, int counter_bits, bool lent) const {
    const int steps = static_cast<int>(plan.layers.size()) - 1;
    std::vector<int> widths;
    for (int layer = 0; layer <= steps; ++layer) {
        const double needed = expected_bits() * (1.2 * layer / std::max(steps, 1) - 0.1) + 1;
        const bool six =
            8 * plan.layers[layer].counters > large_layer && !lent && counter_bits == 64;
        int width = 8;
        for (int size : {6, 4, 2, 1})
            if ((size != 6 || six) && needed <= 8 * size - 1) width = size;
        widths.push_back(std::min(width, counter_bits / 8));
    }
    return widths;
}

Bounds bounds(const Graph& graph, const Undirected& question) {
    const std::vector<int> degrees = degrees_left(graph, question);
    Bounds found{log2_bregman(degrees)};
    double least = found.log2_bregman;
    const auto colour =
        question.paths ? std::vector<std::int8_t>{} : two_colours(lists_of(graph)).colour;
    for (int side : {1, -1}) {
        if (colour.empty()) break;
        double sum = 0;
        bool open = false;
        for (Vertex v = 0; v < graph.vertex_count(); ++v) {
            if (colour[v] != side) continue;
            open |= degrees[v] < 2;
            if (degrees[v] >= 2) sum += std::log2(degrees[v] * (degrees[v] - 1) / 2.0);
        }
        least = std::min(least, open ? 0 : sum);
    }
    found.bits = std::max(1, static_cast<int>(std::floor(least + 0.001)) + 1);
    return found;
}

std::vector<double> matchings(const Graph& graph, std::span<const Edge> avoiding,
                              std::span<const Vertex> order, int most_left_out, Control& control) {
    if (frontier::frontier_width(graph, order) > most_matching_slots)
        return std::vector<double>(most_left_out + 1, std::numeric_limits<double>::infinity());
    const std::vector<int> time = frontier::retirement_times(graph, order);
    const std::set<Edge> avoided(avoiding.begin(), avoiding.end());
    std::vector<int> slot(graph.vertex_count(), -1), free;
    int slots = 0;
    // By the number of vertices left out: the ways by the set of slots with matched vertices.
    std::vector<std::vector<double>> states(most_left_out + 1, std::vector<double>{0}), after;
    states[0][0] = 1;
    for (Vertex x : order) {
        control.check({time[x], graph.vertex_count()});
        std::vector<Vertex> later;
        for (Vertex u : graph.neighbours(x))
            if (time[u] > time[x] && !avoided.contains(std::minmax(x, u))) later.push_back(u);
        const auto enter = [&](Vertex v) {
            if (slot[v] >= 0) return;
            if (free.empty()) {
                free.push_back(slots++);
                for (auto& each : states) each.resize(std::size_t{1} << slots, 0);
            }
            slot[v] = free.back();
            free.pop_back();
        };
        enter(x);
        for (Vertex u : later) enter(u);
        const std::size_t own = std::size_t{1} << slot[x];
        after.assign(states.size(), std::vector<double>(states[0].size(), 0));
        for (std::size_t left = 0; left < states.size(); ++left)
            for (std::size_t set = 0; set < states[0].size(); ++set) {
                if (set & own) continue;
                double ways = states[left][set | own];
                if (left) ways += states[left - 1][set];
                for (Vertex u : later)
                    if (const std::size_t other = std::size_t{1} << slot[u]; set & other)
                        ways += states[left][set ^ other];
                after[left][set] = ways;
            }
        states.swap(after);
        free.push_back(slot[x]);
    }
    std::vector<double> found;
    for (const auto& each : states) found.push_back(each[0]);
    return found;
}

double log2_matching_pairs(const Graph& graph, const Undirected& question,
                           std::span<const Vertex> order, Control& control) {
    const bool odd = graph.vertex_count() % 2;
    double pairs = 0;
    if (question.paths) {
        const auto ways = matchings(graph, question.avoiding, order, 2, control);
        pairs = odd ? ways[1] * ways[1] / 2 : ways[0] * ways[2];
    } else if (odd) {
        pairs = std::numeric_limits<double>::infinity();
    } else {
        pairs = pairs_of_perfect(graph, question.avoiding, order, control);
    }
    return pairs > 0 ? std::log2(pairs) : 0;
}

int sharp_bound_bits(const Graph& graph, const Undirected& question, std::span<const Vertex> order,
                     Control& control) {
    const double pairs = log2_matching_pairs(graph, question, order, control);
    const int usual = bounds(graph, question).bits;
    if (std::isinf(pairs)) return usual;
    // One vertex has half a pair of matchings, but one path.
    return std::min(usual, std::max(1, static_cast<int>(std::floor(pairs + 0.001)) + 1));
}

std::vector<std::uint64_t> enough_moduli(int counter_bits, int bits, Arithmetic arithmetic) {
    const bool gpu = arithmetic == Arithmetic::gpu_sums;
    const bool products = arithmetic == Arithmetic::products;
    // A wrong residue leads to a number outside the bounds, except in one case of 2^24.
    // Neighbouring moduli spare a whole modulus. At least two moduli are used: an error in a single
    // residue might be small.
    const int spare = products ? 0 : gpu ? counter_bits : std::min(counter_bits, 24);
    const std::size_t least = products ? 1 : 2;
    std::vector<std::uint64_t> chosen;
    BigNatural product(1);
    const auto is_enough = [&](std::uint64_t modulus) {
        chosen.push_back(modulus);
        modulus ? product.multiply_add(modulus, 0) : product.shift_limb();
        return chosen.size() >= least && product.bits() > bits + spare;
    };
    const std::uint64_t whole = counter_bits == 64 ? 0 : std::uint64_t{1} << counter_bits;
    if (!products && is_enough(whole)) return chosen;
    const std::uint64_t top =
        gpu && counter_bits < 64 ? whole - 1 : (std::uint64_t{1} << (counter_bits - 1)) - 1;
    const bool scattered = !gpu && counter_bits > 16;
    const std::uint64_t few = std::uint64_t{1} << (counter_bits - 6);
    // Multiples of the golden ratio, without their whole parts, lie scattered between 0 and 1.
    const auto step =
        static_cast<std::uint64_t>(std::ldexp((std::sqrt(5.0) - 1) / 2, counter_bits - 6));
    for (std::uint64_t n = scattered; n < top / 2; ++n) {
        const std::uint64_t candidate = top - 2 * (scattered ? n * step % few : n);
        const bool coprime = std::ranges::all_of(chosen, [&](std::uint64_t modulus) {
            return modulus == whole || std::gcd(candidate, modulus) == 1;
        });
        if (coprime && is_enough(candidate)) return chosen;
    }
    return {};
}

BigNatural combine(std::span<const std::uint64_t> residues, std::span<const std::uint64_t> moduli) {
    // Garner 1959: digits[i] counts the product of the moduli before the i-th. The modulus 0 is
    // first: every inverse is of a product modulo an odd number.
    std::vector<std::uint64_t> digits;
    for (std::size_t i = 0; i < moduli.size(); ++i) {
        const std::uint64_t modulus = moduli[i];
        std::uint64_t value = 0, product = 1;
        for (std::size_t j = 0; j < i; ++j) {
            const std::uint64_t digit = product_mod(digits[j] % modulus, product, modulus);
            value = static_cast<std::uint64_t>((static_cast<unsigned __int128>(value) + digit) %
                                               modulus);
            const std::uint64_t factor =
                moduli[j] ? moduli[j] % modulus
                          : static_cast<std::uint64_t>((static_cast<unsigned __int128>(1) << 64) %
                                                       modulus);
            product = product_mod(product, factor, modulus);
        }
        if (i == 0) {
            digits.push_back(residues[0]);
            continue;
        }
        const std::uint64_t own = residues[i] % modulus;
        const std::uint64_t apart = own >= value ? own - value : modulus - (value - own);
        digits.push_back(product_mod(apart, inverse(product, modulus), modulus));
    }
    BigNatural number;
    for (std::size_t i = digits.size(); i-- > 0;) {
        if (moduli[i])
            number.multiply_add(moduli[i], digits[i]);
        else {
            number.shift_limb();
            number += BigNatural(digits[i]);
        }
    }
    return number;
}

}  // namespace babieca::sweep
