#include "core/questions/numbering.hpp"

#include <algorithm>

#include "core/frontier/natural.hpp"
#include "core/questions/counting.hpp"
#include "core/reasons.hpp"

namespace babieca::questions {
namespace {

// Seeds the Mersenne Twister (Matsumoto and Nishimura 1998) by an array: one word or two.
struct PythonSeed {
    using result_type = std::uint32_t;
    std::uint64_t seed;

    template <typename Iterator>
    void generate(Iterator state, Iterator end) const {
        std::vector<std::uint32_t> key{static_cast<std::uint32_t>(seed)};
        if (seed >> 32) key.push_back(static_cast<std::uint32_t>(seed >> 32));
        const auto words = static_cast<int>(end - state);
        std::vector<std::uint32_t> found{19650218};
        for (int i = 1; i < words; ++i)
            found.push_back(1812433253u * (found[i - 1] ^ (found[i - 1] >> 30)) + i);
        int i = 1;
        const auto mixed = [&](std::uint32_t factor) {
            return found[i] ^ ((found[i - 1] ^ (found[i - 1] >> 30)) * factor);
        };
        const auto advance = [&] {
            if (++i < words) return;
            found[0] = found[words - 1];
            i = 1;
        };
        for (int k = 0, j = 0; k < words; ++k) {
            found[i] = mixed(1664525) + key[j] + j;
            advance();
            j = (j + 1) % static_cast<int>(key.size());
        }
        for (int k = 0; k < words - 1; ++k) {
            found[i] = mixed(1566083941) - i;
            advance();
        }
        found[0] = 0x80000000;
        std::ranges::copy(found, state);
    }
};

}  // namespace

Numbering::Numbering(const Question& question, std::uint64_t memory, int threads, Control& control)
    : question_(question) {
    if (question.kind == Kind::open)
        throw Refused({Code::method_name_does_not, {{"name", "sweep"}, {"kind", "open"}}});
    const auto size = static_cast<std::size_t>(question.size());
    if (!question.at.empty()) {
        search::StepSearch search(by_steps(question));
        const std::int64_t most = memory ? memory / (size * sizeof(Vertex)) : INT64_MAX;
        const std::int64_t found = search.next(most, &listed_, control);
        if (found == most) throw OutOfBudget();
        total_ = BigNatural(static_cast<std::uint64_t>(found));
        return;
    }
    const frontier::Undirected plain = swept(question);
    if (const auto known = trivial_answer(question.size(), plain.paths)) {
        total_ = BigNatural(*known);
        listed_.assign(size, 0);
        return;
    }
    sweep::SweepChoice choice(question.place, plain);
    const Squares ends = question.ends();
    const Vertex first = ends.empty() ? -1 : static_cast<Vertex>(ends[0]);
    const Machine machine = machine_of({.memory = memory, .threads = threads});
    for (const CountPlan& plan : numbering_plans(choice, {}, 0, machine, control)) {
        if (plan.method == CountMethod::theory) return;
        if (plan.method == CountMethod::sparse) {
            index_ = sweep::make_sparse_index(plan.ready->sweep, first, memory, control);
            break;
        }
        if (!plan.fits(machine)) throw OutOfBudget();
        try {
            index_ = sweep::make_block_index(plan.ready->sweep, first, *plan.ready->plan,
                                             {plan.layers, {}, threads}, control);
            break;
        } catch (const frontier::TooNarrow&) {
        }
    }
    total_ = index_->total();
}

std::vector<Vertex> Numbering::unrank(const BigNatural& number, Control& control) const {
    if (!(number < total_)) {
        if (total_.is_zero()) throw Refused({Code::count_is_0});
        BigNatural last = total_;
        last -= BigNatural(1);
        throw Refused(
            {Code::no_tour_with_number, {{"number", number.decimal()}, {"last", last.decimal()}}});
    }
    const auto size = static_cast<std::size_t>(question_.size());
    if (!index_) {
        const auto at = static_cast<std::size_t>(number.rest(0));
        return {listed_.begin() + at * size, listed_.begin() + (at + 1) * size};
    }
    std::vector<Vertex> tour = index_->unrank({number}, control);
    question_.write(tour);
    return tour;
}

BigNatural Numbering::rank(std::vector<Vertex> tour, Control& control) const {
    const auto size = static_cast<std::size_t>(question_.size());
    if (tour.size() != size || total_.is_zero()) throw Refused({Code::not_among});
    if (index_) return index_->rank(tour, control)[0];
    question_.write(tour);
    for (std::size_t at = 0; at * size < listed_.size(); ++at)
        if (std::equal(tour.begin(), tour.end(), listed_.begin() + at * size))
            return BigNatural(at);
    throw Refused({Code::not_among});
}

PythonRandom::PythonRandom(std::uint64_t seed) {
    PythonSeed words{seed};
    twister_.seed(words);
}

BigNatural PythonRandom::below(const BigNatural& bound) {
    const int bits = bound.bits();
    for (;;) {
        std::vector<std::uint64_t> limbs((bits + 63) / 64, 0);
        for (int done = 0; done < bits; done += 32) {
            std::uint64_t word = twister_();
            if (bits - done < 32) word >>= 32 - (bits - done);
            limbs[done / 64] |= word << (done % 64);
        }
        const BigNatural drawn{std::span<const std::uint64_t>(limbs)};
        if (drawn < bound) return drawn;
    }
}

}  // namespace babieca::questions
