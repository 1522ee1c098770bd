#include "core/questions/numbering.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/frontier/natural.hpp"
#include "core/questions/counting.hpp"
#include "core/questions/reasons.hpp"

namespace babieca::questions {
namespace {

constexpr int twister_words = 624,
              twister_shift = 397;  // of the Mersenne Twister (Matsumoto and Nishimura 1998)

}  // namespace

Numbering::Numbering(const Question& question, std::uint64_t memory, int threads, Control& control)
    : question_(question) {
    if (question.kind == Kind::open)
        throw std::invalid_argument("open tours have numbers only in a list: ask for kind path");
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
    const std::string refusal =
        "the tour is not among those numbered: it does not obey the question";
    if (tour.size() != size || total_.is_zero()) throw std::invalid_argument(refusal);
    if (index_) return index_->rank(tour, control)[0];
    question_.write(tour);
    for (std::size_t at = 0; at * size < listed_.size(); ++at)
        if (std::equal(tour.begin(), tour.end(), listed_.begin() + at * size))
            return BigNatural(at);
    throw std::invalid_argument(refusal);
}

PythonRandom::PythonRandom(std::uint64_t seed) : state_(twister_words) {
    std::vector<std::uint32_t> key{static_cast<std::uint32_t>(seed)};
    if (seed >> 32) key.push_back(static_cast<std::uint32_t>(seed >> 32));
    state_[0] = 19650218;
    for (int i = 1; i < twister_words; ++i)
        state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
    int i = 1;
    const auto mix = [&](std::uint32_t factor) {
        return state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * factor);
    };
    const auto advance = [&] {
        if (++i < twister_words) return;
        state_[0] = state_[twister_words - 1];
        i = 1;
    };
    for (int k = 0, j = 0; k < twister_words; ++k) {
        state_[i] = mix(1664525) + key[j] + j;
        advance();
        j = (j + 1) % static_cast<int>(key.size());
    }
    for (int k = 0; k < twister_words - 1; ++k) {
        state_[i] = mix(1566083941) - i;
        advance();
    }
    state_[0] = 0x80000000;
    at_ = twister_words;
}

std::uint32_t PythonRandom::next() {
    if (at_ == twister_words) {
        for (int i = 0; i < twister_words; ++i) {
            const std::uint32_t y =
                (state_[i] & 0x80000000) | (state_[(i + 1) % twister_words] & 0x7fffffff);
            state_[i] =
                state_[(i + twister_shift) % twister_words] ^ (y >> 1) ^ (y & 1 ? 0x9908b0df : 0);
        }
        at_ = 0;
    }
    std::uint32_t y = state_[at_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return y ^ (y >> 18);
}

BigNatural PythonRandom::below(const BigNatural& bound) {
    const int bits = bound.bits();
    for (;;) {
        std::vector<std::uint64_t> limbs((bits + 63) / 64, 0);
        for (int done = 0; done < bits; done += 32) {
            std::uint64_t word = next();
            if (bits - done < 32) word >>= 32 - (bits - done);
            limbs[done / 64] |= word << (done % 64);
        }
        const BigNatural drawn{std::span<const std::uint64_t>(limbs)};
        if (drawn < bound) return drawn;
    }
}

}  // namespace babieca::questions
