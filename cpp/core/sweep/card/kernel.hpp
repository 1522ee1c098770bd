// Resolved steps on a graphics card: the executor of step.hpp for many small threads.
//
// This file is compiled twice. Where there is a card, its text is handed to the compiler of the
// driver at run time, so it includes nothing. Here it is plain C++ in which one thread plays all of
// them in turn (emulate.hpp), and so the very same code is tested where there is no card.
//
// Gather form: every counter of a target is computed by one thread, from all its sources. Blocks of
// fewer than `chunk_pairs` pairs are laid end to end, one counter to a thread (`small_blocks`).
// Larger ones fall apart into chunks of 945 counters whose matchings begin with the same pairs
// (`large_blocks`): seen from one chunk, each operation is a few operations on `chunk_pairs` pairs,
// for which there are maps (maps.hpp), so that a group of threads finds them once, as a list of
// *parts* in shared memory, and then adds them up. So the largest block spreads over the whole
// card.
#pragma once

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define CARD_FUNCTION __device__ __forceinline__
#define CARD_KERNEL __global__ __launch_bounds__(babieca::card::group_threads, 6)
#define CARD_SHARED __shared__
#define CARD_CONSTANT __constant__
#define CARD_CONSTEXPR __host__ __device__ constexpr
#define CARD_UNROLL _Pragma("unroll")
// Runs what follows on every thread of a group, and waits for all of them.
#define CARD_EACH_THREAD(thread) \
    for (unsigned thread = threadIdx.x, once = 1; once; once = 0, __syncthreads())
#define CARD_GROUP static_cast<unsigned>(blockIdx.x)
#define CARD_GROUPS static_cast<unsigned>(gridDim.x)
#else
#define CARD_FUNCTION inline
#define CARD_KERNEL inline
#define CARD_SHARED
#define CARD_CONSTANT constexpr
#define CARD_CONSTEXPR constexpr
#define CARD_UNROLL
#define CARD_EACH_THREAD(thread) \
    for (unsigned thread = 0; thread < babieca::card::group_threads; ++thread)
#define CARD_GROUP 0u
#define CARD_GROUPS 1u
#endif

namespace babieca::card {

using Byte = unsigned char;
using Index = unsigned short;  // a rank within a map
using Word = unsigned int;
using Long = unsigned long long;

// As in decompose.hpp; the last two occur in parts only.
enum Operation : Byte { copy, move, insert, extract, contract, spread };

// A source block and what becomes of it. Addresses count counters of the sources' width from the
// beginning of the memory, in 40 bits. The pairs of an operation follow from those of its target.
struct Flow {
    Word low;
    Byte high, operation, i, j;
};

// A target block and its flows. What is `turned` is computed in the mirrored frame: the value at
// rank q belongs where the mirror image of q is. What is `added` keeps what the target holds.
struct Goal {
    Word low;
    Byte high, way, fixed_first, fixed_count;
    Word first, count;
};
constexpr Byte turned = 1, added = 2;
static_assert(sizeof(Flow) == 8 && sizeof(Goal) == 16, "as the lists are laid out");

CARD_FUNCTION Long address(Word low, Byte high) {
    return low | static_cast<Long>(high) << 32;
}
// Sources at addresses from `card_end` on are in the memory of the host, `gap` counters behind
// where they would be on the card (modulo 2^64: the host's memory may come first).
CARD_FUNCTION Long source_of(const Flow& flow, Long card_end, Long gap) {
    const Long at = address(flow.low, flow.high);
    return at < card_end ? at : at + gap;
}

constexpr int group_threads = 192, lanes = 32;
constexpr int chunk_pairs = 5, most_pairs = 12;
constexpr Index nowhere = 0xffff;

CARD_CONSTANT Long matchings[most_pairs + 2] = {
    1,      1,       3,        15,        105,          945,           10395,
    135135, 2027025, 34459425, 654729075, 13749310575u, 316234143225u, 7905853580625u};

CARD_CONSTEXPR Word small_matchings(int pairs) {
    return pairs < 2 ? 1 : (2 * pairs - 1) * small_matchings(pairs - 1);
}
constexpr Word chunk_size = small_matchings(chunk_pairs);

// Where the maps lie: per number of pairs of the target, then per operation, then per i and j. All
// are read by target rank; of the 2 * pairs sources of a contraction one lies after another.
CARD_CONSTEXPR Word source_points(Operation operation, int pairs) {
    return 2 * pairs + (operation == contract || operation == extract ? 2 : 0);
}
CARD_CONSTEXPR Word map_width(Operation operation, int pairs) {
    return operation == contract ? 2 * pairs : 1;
}
CARD_CONSTEXPR Word family_size(Operation operation, int pairs) {
    return operation == copy ? (1 + (2 * pairs - 1) * 2 * pairs) * small_matchings(pairs)
                             : source_points(operation, pairs) * source_points(operation, pairs) *
                                   map_width(operation, pairs) * small_matchings(pairs);
}
CARD_CONSTEXPR Word family_begin(Operation operation, int pairs) {
    return operation > copy ? family_begin(static_cast<Operation>(operation - 1), pairs) +
                                  family_size(static_cast<Operation>(operation - 1), pairs)
           : pairs > 0 ? family_begin(contract, pairs - 1) + family_size(contract, pairs - 1)
                       : 0;
}
// At the end, the matchings of a chunk themselves: per rank the mates of its points, four bits
// each.
constexpr Word mates_begin =
    family_begin(contract, chunk_pairs) + family_size(contract, chunk_pairs);
constexpr Word mates_width = 3;

template <int pairs>
CARD_FUNCTION Word map_begin(int operation, Word i, Word j) {
    constexpr Word size = small_matchings(pairs), points = 2 * pairs;
    constexpr Word moves = family_begin(move, pairs), inserts = family_begin(insert, pairs),
                   extracts = family_begin(extract, pairs),
                   contracts = family_begin(contract, pairs);
    switch (operation) {
        case move:
            return moves + (i * points + j) * size;
        case insert:
            return inserts + (i * points + j) * size;
        case extract:
            return extracts + (i * (points + 2) + j) * size;
        default:
            return contracts + (i * (points + 2) + j) * points * size;
    }
}
// The mirror images of all ranks, for the place of the fixed ends before: none or one, or the first
// of so many. They take the place of copies, which need no map.
template <int pairs>
CARD_FUNCTION Word turn_begin(Word fixed_first, Word fixed_count) {
    constexpr Word begin = family_begin(copy, pairs), size = small_matchings(pairs);
    return begin + (fixed_count < 2 ? 0 : 1 + (fixed_count - 2) * 2 * pairs + fixed_first) * size;
}

// Sums of counters: modulo `modulus`, or of the width of the counters if that is 0. Residues of
// less than 64 bits are added up in a wider word and reduced once, by the reciprocal floor(2^w /
// modulus) of that word's width w; those of 64 bits are below 2^63 and reduced by every addition.
template <int bytes>
struct Wide {
    using Sum = Word;
};
template <>
struct Wide<4> {
    using Sum = Long;
};
template <>
struct Wide<8> {
    using Sum = Long;
};

CARD_FUNCTION Word high_product(Word a, Word b) {
    return static_cast<Word>(static_cast<Long>(a) * b >> 32);
}
CARD_FUNCTION Long high_product(Long a, Long b) {
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
    return __umul64hi(a, b);
#else
    return static_cast<Long>(static_cast<unsigned __int128>(a) * b >> 64);
#endif
}

template <typename Target>
struct Arithmetic {
    using Sum = typename Wide<sizeof(Target)>::Sum;
    Sum modulus, reciprocal;

    // Collects in `seen` bits that occur in sums. A sum of 64 bits that wraps has had its highest
    // bit set before; of others the last one tells.
    CARD_FUNCTION void add(Sum& sum, Sum value, Long& seen) const {
        sum += value;
        if (sizeof(Target) == 8) {
            seen |= sum;
            const Sum less = sum - modulus;
            sum = less < sum ? less : sum;
        }
    }
    CARD_FUNCTION Target reduced(Sum sum) const {
        if (sizeof(Target) < 8) {
            sum -= high_product(sum, reciprocal) * modulus;
            if (sum >= modulus) sum -= modulus;
        }
        return static_cast<Target>(sum);
    }
};

CARD_FUNCTION void note_bits(Long* bits, Long seen) {
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
    for (int step = lanes / 2; step > 0; step /= 2) seen |= __shfl_xor_sync(~0u, seen, step);
    if (threadIdx.x % lanes == 0 && (seen & ~*static_cast<volatile Long*>(bits)))
        atomicOr(bits, seen);
#else
    *bits |= seen;
#endif
}

// Small blocks: thread number n of the whole card computes counter number n of all goals' blocks.
template <typename Source, typename Target, int pairs>
CARD_KERNEL void small_blocks(const Index* maps, const Goal* goals, Word goal_count,
                              const Flow* flows, const Source* sources, Long card_end, Long gap,
                              Target* targets, Long modulus, Long reciprocal, Long* bits) {
    using Sum = typename Arithmetic<Target>::Sum;
    constexpr Word size = small_matchings(pairs);
    const Arithmetic<Target> arithmetic{static_cast<Sum>(modulus), static_cast<Sum>(reciprocal)};
    const Word total = goal_count * size;
    Long seen = 0;
    for (Word group = CARD_GROUP; group * group_threads < total; group += CARD_GROUPS)
        CARD_EACH_THREAD(thread) {
            const Word index = group * group_threads + thread;
            if (index >= total) continue;
            const Goal goal = goals[index / size];
            const Word rank = index % size;
            Word place = rank;
            if (goal.way & turned)
                place = maps[turn_begin<pairs>(2 * pairs - goal.fixed_first - goal.fixed_count,
                                               goal.fixed_count) +
                             rank];
            Target* const target = targets + address(goal.low, goal.high) + place;
            Sum sum = goal.way & added ? *target : 0;
            for (Word n = goal.first; n < goal.first + goal.count; ++n) {
                const Flow flow = flows[n];
                const Source* const source = sources + source_of(flow, card_end, gap);
                if (flow.operation == copy) {
                    arithmetic.add(sum, source[rank], seen);
                    continue;
                }
                const Index* map = maps + map_begin<pairs>(flow.operation, flow.i, flow.j) + rank;
                if (flow.operation != contract) {
                    if (*map != nowhere) arithmetic.add(sum, source[*map], seen);
                    continue;
                }
                CARD_UNROLL
                for (int m = 0; m < 2 * pairs; ++m, map += size)
                    arithmetic.add(sum, source[*map], seen);
            }
            *target = arithmetic.reduced(sum);
            seen |= sum;
        }
    note_bits(bits, seen);
}

// The position of a point once point 0 and its mate are gone.
CARD_FUNCTION int without(int point, int mate) {
    return point - 1 - (mate < point);
}

// An operation as one chunk of its target sees it. The target has `pairs` pairs, and the chunk is
// number `rest` of its chunks.
struct View {
    int operation, pairs, i, j;
    Long source;
    Word rest;
};

// What a chunk receives from one place: an operation on `chunk_pairs` pairs, by its map.
struct Part {
    Long source;
    Word map;
    Word operation;
};

constexpr Word most_parts = 512;

// The parts of one chunk, gathered by all threads of a group.
struct Parts {
    Part* list;
    Word* used;

    CARD_FUNCTION Word reserve(Word count) const {
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
        return atomicAdd(used, count);
#else
        const Word begin = *used;
        *used += count;
        return begin;
#endif
    }
    CARD_FUNCTION void set(Word number, const Part& part) const {
        if (number < most_parts) list[number] = part;
    }
    CARD_FUNCTION void push(const View& view) const {
        const Word map =
            view.operation == copy ? 0 : map_begin<chunk_pairs>(view.operation, view.i, view.j);
        set(reserve(1), {view.source + (view.operation == copy ? Long{view.rest} * chunk_size : 0),
                         map, static_cast<Word>(view.operation)});
    }
};

// Takes the first pair off the target. Returns the position of the mate of the first end.
CARD_FUNCTION int take_first(View& view) {
    const Word chunks = static_cast<Word>(matchings[view.pairs - 1] / chunk_size);
    const int mate = static_cast<int>(view.rest / chunks) + 1;
    view.rest %= chunks;
    --view.pairs;
    return mate;
}

// Follows an insertion, an extraction or a copy down to the chunk. Returns whether it reaches it.
CARD_FUNCTION bool follow_pair(View& view) {
    while (view.operation != copy && view.pairs > chunk_pairs) {
        if (view.operation == extract && view.i == 0) {
            view.source += (view.j - 1) * matchings[view.pairs];
            view.operation = copy;
            continue;
        }
        const int image = take_first(view);
        int mate = image;
        if (view.operation == extract) {
            mate += mate >= view.i;
            mate += mate >= view.j;
            view.source += (mate - 1) * matchings[view.pairs + 1];
        } else if (view.i == 0) {
            if (image != view.j) return false;
            view.operation = copy;
            continue;
        } else {
            if (image == view.i || image == view.j) return false;
            view.source +=
                (image - (image > view.i) - (image > view.j) - 1) * matchings[view.pairs - 1];
        }
        view.i = without(view.i, mate);
        view.j = without(view.j, mate);
    }
    return true;
}

// The first end of the source becomes the end `j` of the target: the source is read by the mate of
// that end. If `j` or its mate belongs to the pairs that all of the chunk share, there is one; else
// there are as many as other ends in the chunk, and which one a counter needs, the map of the same
// move on `chunk_pairs` pairs tells.
CARD_FUNCTION void follow_spread(const View& view, const Parts& parts) {
    View down = view;
    int at = view.j, mate = -1;
    while (down.pairs > chunk_pairs && mate < 0) {
        const int first_mate = take_first(down);
        if (at == 0) mate = first_mate;
        if (at == first_mate) mate = 0;
        at = without(at, first_mate);
    }
    constexpr int others = 2 * chunk_pairs - 1;
    const Word begin = mate < 0 ? parts.reserve(others) : 0;
    for (int source_mate = 1; source_mate < 2 * view.pairs; ++source_mate) {
        const int left = source_mate - 1, image = left + (left >= view.j);
        View pair = view;
        pair.operation = insert;
        pair.i = image < view.j ? image : view.j;
        pair.j = image < view.j ? view.j : image;
        pair.source += (source_mate - 1) * matchings[view.pairs - 1];
        if (!follow_pair(pair)) continue;
        if (mate >= 0) return parts.push(pair);
        const int other = image < view.j ? pair.i : pair.j;
        parts.set(begin + other - (other > at),
                  {pair.source, map_begin<chunk_pairs>(move, 0, at), spread});
    }
}

CARD_FUNCTION void follow_move(View view, const Parts& parts) {
    while (view.i != view.j && view.pairs > chunk_pairs) {
        if (view.i == 0) return follow_spread(view, parts);
        const int image = take_first(view);
        const int left = image - (image > view.j);
        const int mate = image == view.j ? view.i : left + (left >= view.i);
        if (view.j == 0) {
            view.operation = extract;
            view.j = view.i > mate ? view.i : mate;
            view.i = view.i > mate ? mate : view.i;
            if (follow_pair(view)) parts.push(view);
            return;
        }
        view.source += (mate - 1) * matchings[view.pairs];
        const bool itself = image == view.j;  // the moved end's pair goes, the rest stays
        view.i = itself ? 0 : without(view.i, mate);
        view.j = itself ? 0 : without(view.j, image);
    }
    if (view.i == view.j) view.operation = copy;
    parts.push(view);
}

// Every lane follows the sources in which one end has one certain mate.
CARD_FUNCTION void follow_contract(View view, int lane, const Parts& parts) {
    const auto moved = [&](int end, int mate, int place) {
        View found = view;
        found.operation = move;
        found.source += (mate - 1) * matchings[view.pairs];
        found.i = without(end, mate);
        found.j = place;
        follow_move(found, parts);
    };
    for (int level = 0; view.pairs > chunk_pairs; ++level) {
        if (view.i == 0) {
            for (int mate = 1 + lane; mate < 2 * view.pairs + 2; mate += lanes)
                if (mate != view.j) moved(view.j, mate, without(mate, view.j));
            return;
        }
        if (lane == 2 * level) moved(view.j, view.i, 0);
        if (lane == 2 * level + 1) moved(view.i, view.j, 0);
        int mate = take_first(view);
        mate += mate >= view.i;
        mate += mate >= view.j;
        view.source += (mate - 1) * matchings[view.pairs + 1];
        view.i = without(view.i, mate);
        view.j = without(view.j, mate);
    }
    if (lane == lanes - 1) parts.push(view);
}

CARD_FUNCTION void follow(const View& view, int lane, const Parts& parts) {
    if (view.operation == contract) return follow_contract(view, lane, parts);
    if (lane > 0) return;
    if (view.operation == move) return follow_move(view, parts);
    View pair = view;
    if (follow_pair(pair)) parts.push(pair);
}

// What all matchings of a chunk have in common: the points of their first pairs with their mates,
// five bits each, and where the points of the chunk lie.
struct Frame {
    Word chunk_points;  // a bit per point
    Long places;        // of the points of the chunk
    Long mates[2];      // of points 0 .. 11 and of the others

    CARD_FUNCTION void set_mate(int point, int mate) {
        mates[point >= 12] |= static_cast<Long>(mate) << (5 * (point % 12));
    }
    CARD_FUNCTION int mate(int point) const {
        return mates[point >= 12] >> (5 * (point % 12)) & 31;
    }
};

CARD_FUNCTION int bits_below(Word set, int point) {
    set &= (1u << point) - 1;
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
    return __popc(set);
#else
    return __builtin_popcount(set);
#endif
}
CARD_FUNCTION int lowest(Word set) {
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
    return __ffs(set) - 1;
#else
    return __builtin_ctz(set);
#endif
}

CARD_FUNCTION Frame frame_of(int pairs, Word chunk) {
    Frame frame{(1u << 2 * pairs) - 1, 0, {0, 0}};
    View view{copy, pairs, 0, 0, 0, chunk};
    while (view.pairs > chunk_pairs) {
        const int first = lowest(frame.chunk_points);
        Word free = frame.chunk_points;
        for (int mate = take_first(view); mate > 0; --mate) free &= free - 1;
        frame.set_mate(first, lowest(free));
        frame.set_mate(lowest(free), first);
        frame.chunk_points &= ~(1u << first | 1u << lowest(free));
    }
    Word free = frame.chunk_points;
    for (int n = 0; free; ++n, free &= free - 1)
        frame.places |= static_cast<Long>(lowest(free)) << (5 * n);
    return frame;
}

// The rank of the mirror image of a matching, the ends at some places keeping their order.
CARD_FUNCTION Long turned_rank(int pairs, const Frame& frame, const Index* mates, int fixed_first,
                               int fixed_count) {
    const Long low =
        mates[0] | static_cast<Long>(mates[1]) << 16 | static_cast<Long>(mates[2]) << 32;
    const int last = 2 * pairs - 1;
    const int image_first = 2 * pairs - fixed_first - fixed_count;
    // Where a point goes, and what goes there: the same rule with the fixed places of either frame.
    const auto flipped = [&](int point, int from, int to) {
        return point >= from && point < from + fixed_count ? point - from + to : last - point;
    };
    Word free = (1u << 2 * pairs) - 1;
    Long rank = 0;
    for (int left = pairs; left > 0; --left) {
        const int first = lowest(free);
        const int point = flipped(first, image_first, fixed_first);
        int mate = frame.mate(point);
        if (frame.chunk_points >> point & 1) {
            const int n = low >> (4 * bits_below(frame.chunk_points, point)) & 15;
            mate = frame.places >> (5 * n) & 31;
        }
        const int image = flipped(mate, fixed_first, image_first);
        free &= ~(1u << first);
        rank = rank * (2 * left - 1) + bits_below(free, image);
        free &= ~(1u << image);
    }
    return rank;
}

// Large blocks, chunk by chunk; all goals are turned, or none is. Two kernels, because either takes
// fewer registers, and is compiled in half the time.
template <typename Source, typename Target, bool turning>
CARD_KERNEL void large_blocks(int pairs, const Index* maps, const Goal* goals, Word goal_count,
                              const Flow* flows, const Source* sources, Long card_end, Long gap,
                              Target* targets, Long modulus, Long reciprocal, Long* bits) {
    using Sum = typename Arithmetic<Target>::Sum;
    constexpr Word each = (chunk_size + group_threads - 1) / group_threads;
    constexpr Word part_size = small_matchings(chunk_pairs - 1);
    const Arithmetic<Target> arithmetic{static_cast<Sum>(modulus), static_cast<Sum>(reciprocal)};
    CARD_SHARED Part list[most_parts];
    CARD_SHARED Word used;
    CARD_SHARED Frame frame;
    const Parts parts{list, &used};
    const Word chunks = static_cast<Word>(matchings[pairs] / chunk_size);
    Long seen = 0;
    for (Long job = CARD_GROUP; job < static_cast<Long>(goal_count) * chunks; job += CARD_GROUPS) {
        const Goal goal = goals[job / chunks];
        const Word chunk = static_cast<Word>(job % chunks);
        Target* const target = targets + address(goal.low, goal.high);
        // All flows at once, or a few at a time in the rare case that their parts are too many.
        Word step = goal.count;
        for (Word begin = 0; begin < goal.count;) {
            CARD_EACH_THREAD(thread) {
                if (thread == 0) used = 0;
                if (turning && thread == lanes && pairs > chunk_pairs)
                    frame = frame_of(pairs, chunk);
            }
            const Word end = begin + step < goal.count ? begin + step : goal.count;
            CARD_EACH_THREAD(thread) {
                for (Word n = begin + thread / lanes; n < end; n += group_threads / lanes) {
                    const Flow flow = flows[goal.first + n];
                    follow({flow.operation, pairs, flow.i, flow.j, source_of(flow, card_end, gap),
                            chunk},
                           thread % lanes, parts);
                }
            }
            const Word found = used;
            const bool kept = begin > 0 || goal.way & added;
            CARD_EACH_THREAD(thread) {
                if (found > most_parts) continue;
                const auto place = [&](Word rank) -> Long {
                    if constexpr (turning) {
                        const int fixed = 2 * pairs - goal.fixed_first - goal.fixed_count;
                        if (pairs == chunk_pairs)
                            return maps[turn_begin<chunk_pairs>(fixed, goal.fixed_count) + rank];
                        return turned_rank(pairs, frame, maps + mates_begin + mates_width * rank,
                                           fixed, goal.fixed_count);
                    } else {
                        return static_cast<Long>(chunk) * chunk_size + rank;
                    }
                };
                Word ranks[each];
                Sum sums[each];
                CARD_UNROLL
                for (Word q = 0; q < each; ++q) {
                    const Word rank = thread + q * group_threads;
                    ranks[q] = rank < chunk_size ? rank : chunk_size - 1;
                    sums[q] = kept ? target[place(ranks[q])] : 0;
                }
                for (Word n = 0; n < found; ++n) {
                    const Part part = list[n];
                    const Source* const source = sources + part.source;
                    const Index* map = maps + part.map;
                    if (part.operation == copy) {
                        CARD_UNROLL
                        for (Word q = 0; q < each; ++q)
                            arithmetic.add(sums[q], source[ranks[q]], seen);
                    } else if (part.operation == move || part.operation == extract) {
                        CARD_UNROLL
                        for (Word q = 0; q < each; ++q)
                            arithmetic.add(sums[q], source[map[ranks[q]]], seen);
                    } else if (part.operation == insert) {
                        CARD_UNROLL
                        for (Word q = 0; q < each; ++q)
                            if (map[ranks[q]] != nowhere)
                                arithmetic.add(sums[q], source[map[ranks[q]]], seen);
                    } else if (part.operation == spread) {
                        CARD_UNROLL
                        for (Word q = 0; q < each; ++q) {
                            const Word rank = map[ranks[q]], mate = rank / part_size;
                            arithmetic.add(sums[q],
                                           sources[list[n + mate].source + rank % part_size], seen);
                        }
                        n += 2 * chunk_pairs - 2;
                    } else {
                        for (int m = 0; m < 2 * chunk_pairs; ++m, map += chunk_size) {
                            CARD_UNROLL
                            for (Word q = 0; q < each; ++q)
                                arithmetic.add(sums[q], source[map[ranks[q]]], seen);
                        }
                    }
                }
                CARD_UNROLL
                for (Word q = 0; q < each; ++q) {
                    seen |= sums[q];
                    if (thread + q * group_threads < chunk_size)
                        target[place(ranks[q])] = arithmetic.reduced(sums[q]);
                }
            }
            if (found > most_parts) {
                step = 4;
            } else {
                begin = end;
            }
        }
    }
    note_bits(bits, seen);
}

}  // namespace babieca::card
