// The step executor of step.hpp for a GPU.
//
// This file is compiled twice. On a machine with a GPU, the driver's compiler gets this text at run
// time; therefore the file includes no other file. In the core it is plain C++: one thread plays
// all GPU threads one after another (emulate.hpp), so tests without a GPU run the same code.
//
// One thread computes one counter of a target from all its sources. Blocks with fewer than
// `chunk_pairs` pairs lie end to end, one counter per thread (`small_blocks`). Larger blocks are
// divided into chunks of 945 counters whose matchings share their first pairs (`large_blocks`).
// For one chunk, each operation becomes a few operations on `chunk_pairs` pairs, which have rank
// maps (emulate.hpp). A thread group lists these *parts* once in shared memory, then adds them up.
// So the largest block spreads over the whole GPU.
#pragma once

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define GPU_FUNCTION __device__ __forceinline__
#define GPU_KERNEL __global__ __launch_bounds__(babieca::gpu::group_threads, 6)
#define GPU_SHARED __shared__
#define GPU_CONSTANT __constant__
#define GPU_CONSTEXPR __host__ __device__ constexpr
#define GPU_UNROLL _Pragma("unroll")
// Runs the next statement on every thread of a group, then waits for all of them.
#define GPU_EACH_THREAD(thread) \
    for (unsigned thread = threadIdx.x, once = 1; once; once = 0, __syncthreads())
#define GPU_GROUP static_cast<unsigned>(blockIdx.x)
#define GPU_GROUPS static_cast<unsigned>(gridDim.x)
#define GPU_HIGH_PRODUCT(a, b) __umul64hi(a, b)
#define GPU_COUNT_BITS(set) __popc(set)
#define GPU_LOWEST_BIT(set) (__ffs(set) - 1)
#define GPU_ADVANCE(counter, by) atomicAdd(counter, by)
#else
#define GPU_FUNCTION inline
#define GPU_KERNEL inline
#define GPU_SHARED
#define GPU_CONSTANT constexpr
#define GPU_CONSTEXPR constexpr
#define GPU_UNROLL
#define GPU_EACH_THREAD(thread) \
    for (unsigned thread = 0; thread < babieca::gpu::group_threads; ++thread)
#define GPU_GROUP 0u
#define GPU_GROUPS 1u
#define GPU_HIGH_PRODUCT(a, b) \
    static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * (b) >> 64)
#define GPU_COUNT_BITS(set) __builtin_popcount(set)
#define GPU_LOWEST_BIT(set) __builtin_ctz(set)
#define GPU_ADVANCE(counter, by) ((*(counter) += (by)) - (by))
#endif

namespace babieca::gpu {

using Byte = unsigned char;
using Index = unsigned short;  // a rank within a map
using Int = unsigned int;
using Long = unsigned long long;

// The operations of rank_maps.hpp, and `spread`, which occurs only in parts.
enum Operation : Byte { copy, move, insert, extract, contract, spread };

// A source block and the operation on it. An address counts counters from the beginning of the
// memory, in 40 bits. The target determines the number of pairs. The free bits of the last three
// bytes have the number of the choice, from the highest bits to the lowest.
struct Flow {
    Int low;
    Byte high, operation, i, j;
};
constexpr Int operation_bits = 3, point_bits = 5, most_choices = 1 << 11;

GPU_CONSTEXPR Flow flow_of(Long address, Byte operation, Byte i, Byte j, Int choice) {
    return {static_cast<Int>(address), static_cast<Byte>(address >> 32),
            static_cast<Byte>(operation | choice >> 6 << operation_bits),
            static_cast<Byte>(i | (choice >> 3 & 7) << point_bits),
            static_cast<Byte>(j | (choice & 7) << point_bits)};
}
GPU_FUNCTION int operation_of(const Flow& flow) {
    return flow.operation & ((1 << operation_bits) - 1);
}
GPU_FUNCTION int point_of(Byte packed) {
    return packed & ((1 << point_bits) - 1);
}
GPU_FUNCTION Int choice_of(const Flow& flow) {
    return flow.operation >> operation_bits << 6 | flow.i >> point_bits << 3 | flow.j >> point_bits;
}

// A constant to multiply residues by: frontier/weighting.hpp.
struct Factor {
    Long value, quotient;
};

// A target block and its flows. The flows of a `reflected` goal give its mirror image: the value at
// rank q belongs at the rank of q's mirror image. An `added` goal adds to the target's present
// values.
struct Goal {
    Int low;
    Byte high, flags, fixed_first, fixed_count;
    Int first, count;
};
constexpr Byte reflected = 1, added = 2;
static_assert(sizeof(Flow) == 8 && sizeof(Goal) == 16, "the layout of the lists");

GPU_FUNCTION Long address(Int low, Byte high) {
    return low | static_cast<Long>(high) << 32;
}
// Addresses of sources from `gpu_end` on are in host memory, `gap` counters further, modulo 2^64:
// host memory may lie before GPU memory.
GPU_FUNCTION Long source_of(const Flow& flow, Long gpu_end, Long gap) {
    const Long at = address(flow.low, flow.high);
    return at < gpu_end ? at : at + gap;
}

constexpr int group_threads = 192, lanes = 32;
constexpr int chunk_pairs = 5, most_pairs = 12;
constexpr Index nowhere = 0xffff;

GPU_CONSTANT Long matchings[most_pairs + 2] = {
    1,      1,       3,        15,        105,          945,           10395,
    135135, 2027025, 34459425, 654729075, 13749310575u, 316234143225u, 7905853580625u};

GPU_CONSTEXPR Int small_matchings(int pairs) {
    return pairs < 2 ? 1 : (2 * pairs - 1) * small_matchings(pairs - 1);
}
constexpr Int chunk_size = small_matchings(chunk_pairs);

// The maps are ordered by the target's pairs, then by operation, then by i and j. Each is indexed
// by target rank. The 2 * pairs sources of a contraction have one map each, one after another.
GPU_CONSTEXPR Int source_points(Operation operation, int pairs) {
    return 2 * pairs + (operation == contract || operation == extract ? 2 : 0);
}
GPU_CONSTEXPR Int map_width(Operation operation, int pairs) {
    return operation == contract ? 2 * pairs : 1;
}
GPU_CONSTEXPR Int family_size(Operation operation, int pairs) {
    return operation == copy ? (1 + (2 * pairs - 1) * 2 * pairs) * small_matchings(pairs)
                             : source_points(operation, pairs) * source_points(operation, pairs) *
                                   map_width(operation, pairs) * small_matchings(pairs);
}
GPU_CONSTEXPR Int family_begin(Operation operation, int pairs) {
    return operation > copy ? family_begin(static_cast<Operation>(operation - 1), pairs) +
                                  family_size(static_cast<Operation>(operation - 1), pairs)
           : pairs > 0 ? family_begin(contract, pairs - 1) + family_size(contract, pairs - 1)
                       : 0;
}
// After the maps: the matchings of a chunk, per rank the mates of its points, four bits each.
constexpr Int mates_begin =
    family_begin(contract, chunk_pairs) + family_size(contract, chunk_pairs);
constexpr Int mates_width = 3;

template <int pairs>
GPU_FUNCTION Int map_begin(int operation, Int i, Int j) {
    constexpr Int size = small_matchings(pairs), points = 2 * pairs;
    constexpr Int moves = family_begin(move, pairs), inserts = family_begin(insert, pairs),
                  extracts = family_begin(extract, pairs),
                  contracts = family_begin(contract, pairs);
    if (operation == move) return moves + (i * points + j) * size;
    if (operation == insert) return inserts + (i * points + j) * size;
    if (operation == extract) return extracts + (i * (points + 2) + j) * size;
    return contracts + (i * (points + 2) + j) * points * size;
}
// The map of mirror images, by the position of the fixed ends before the reflection. These maps
// occupy the family of copies, which need no map.
template <int pairs>
GPU_FUNCTION Int mirror_begin(Int fixed_first, Int fixed_count) {
    constexpr Int begin = family_begin(copy, pairs), size = small_matchings(pairs);
    return begin + (fixed_count < 2 ? 0 : 1 + (fixed_count - 2) * 2 * pairs + fixed_first) * size;
}

// Sums of counters modulo `modulus`; if that is 0, modulo 2^(counter width). Counters of fewer than
// 64 bits are added in a wider integer of w bits and reduced once, by the reciprocal floor(2^w /
// modulus). Residues of 64 bits are below 2^63 and are reduced after every addition.
template <bool narrow>
struct Wide {
    using Sum = Int;
};
template <>
struct Wide<false> {
    using Sum = Long;
};

GPU_FUNCTION Int high_product(Int a, Int b) {
    return static_cast<Int>(static_cast<Long>(a) * b >> 32);
}
GPU_FUNCTION Long high_product(Long a, Long b) {
    return GPU_HIGH_PRODUCT(a, b);
}

template <typename Counter>
struct Arithmetic {
    using Sum = typename Wide<(sizeof(Counter) < 4)>::Sum;
    Sum modulus, reciprocal;

    // Collects the bits of 64-bit sums in `seen`: a sum that wraps has its highest bit set before.
    // For narrower counters the kernels collect the bits of the final sum.
    GPU_FUNCTION void add(Sum& sum, Sum value, Long& seen) const {
        sum += value;
        if (sizeof(Counter) == 8) {
            seen |= sum;
            const Sum less = sum - modulus;
            sum = less < sum ? less : sum;
        }
    }
    GPU_FUNCTION Sum product(Sum residue, const Factor& factor) const {
        const Sum high = static_cast<Sum>(GPU_HIGH_PRODUCT(Long{residue}, factor.quotient));
        const Sum found = static_cast<Sum>(residue * factor.value - high * modulus);
        const Sum less = found - modulus;
        return less < found ? less : found;
    }
    GPU_FUNCTION Counter reduced(Sum sum) const {
        if (sizeof(Counter) < 8) {
            sum -= high_product(sum, reciprocal) * modulus;
            if (sum >= modulus) sum -= modulus;
        }
        return static_cast<Counter>(sum);
    }
};

GPU_FUNCTION void note_bits(Long* bits, Long seen) {
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
    for (int apart = lanes / 2; apart > 0; apart /= 2) seen |= __shfl_xor_sync(~0u, seen, apart);
    if (threadIdx.x % lanes == 0 && (seen & ~*static_cast<volatile Long*>(bits)))
        atomicOr(bits, seen);
#else
    *bits |= seen;
#endif
}

// Small blocks: thread n of the whole GPU computes counter n of all goals together. In a weighted
// sweep, the counters have 64 bits and each choice has a factor.
template <typename Counter, int pairs, bool weighted = false>
GPU_KERNEL void small_blocks(const Index* maps, const Goal* goals, Int goal_count,
                             const Flow* flows, const Counter* sources, Long gpu_end, Long gap,
                             Counter* targets, Long modulus, Long reciprocal, Long* bits,
                             const Factor* factors) {
    using Sum = typename Arithmetic<Counter>::Sum;
    constexpr Int size = small_matchings(pairs);
    const Arithmetic<Counter> arithmetic{static_cast<Sum>(modulus), static_cast<Sum>(reciprocal)};
    const Int total = goal_count * size;
    Long seen = 0;
    for (Int group = GPU_GROUP; group * group_threads < total; group += GPU_GROUPS)
        GPU_EACH_THREAD(thread) {
            const Int index = group * group_threads + thread;
            if (index >= total) continue;
            const Goal goal = goals[index / size];
            const Int rank = index % size;
            Int target_rank = rank;
            if (goal.flags & reflected) {
                const Int fixed = 2 * pairs - goal.fixed_first - goal.fixed_count;
                target_rank = maps[mirror_begin<pairs>(fixed, goal.fixed_count) + rank];
            }
            Counter* const target = targets + address(goal.low, goal.high) + target_rank;
            Sum sum = goal.flags & added ? *target : 0;
            for (Int n = goal.first; n < goal.first + goal.count; ++n) {
                const Flow flow = flows[n];
                const Counter* const source = sources + source_of(flow, gpu_end, gap);
                const int operation = operation_of(flow);
                Sum part = 0;  // of the weighted sum
                Sum& into = weighted ? part : sum;
                if (operation == copy) {
                    arithmetic.add(into, source[rank], seen);
                } else {
                    const Index* map =
                        maps + map_begin<pairs>(operation, point_of(flow.i), point_of(flow.j)) +
                        rank;
                    if (operation != contract) {
                        if (*map != nowhere) arithmetic.add(into, source[*map], seen);
                    } else {
                        GPU_UNROLL
                        for (int m = 0; m < 2 * pairs; ++m, map += size)
                            arithmetic.add(into, source[*map], seen);
                    }
                }
                if (weighted)
                    arithmetic.add(sum, arithmetic.product(part, factors[choice_of(flow)]), seen);
            }
            *target = arithmetic.reduced(sum);
            seen |= sum;
        }
    note_bits(bits, seen);
}

// The position of a point after point 0 and its mate are removed.
GPU_FUNCTION int without(int point, int mate) {
    return point - 1 - (mate < point);
}

// An operation restricted to one chunk of its target: the target has `pairs` pairs and the chunk is
// number `rest`.
struct View {
    int operation, pairs, i, j;
    Long source;
    Int rest;
    Int choice;
};

// One contribution to a chunk: an operation on `chunk_pairs` pairs, by its map. `kind` has the
// operation and, above its bits, the choice.
struct Part {
    Long source;
    Int map;
    Int kind;
};

// A flow has at most 104 parts: 9 for each of the 10 points of a chunk, 1 for each other of 24.
constexpr Int most_parts = 512;

// The parts of one chunk; all threads of a group add to the list.
struct Parts {
    Part* list;
    Int* used;

    GPU_FUNCTION Int reserve(Int count) const { return GPU_ADVANCE(used, count); }
    GPU_FUNCTION void set(Int number, const Part& part) const {
        if (number < most_parts) list[number] = part;
    }
    GPU_FUNCTION void push(const View& view) const {
        const Int map =
            view.operation == copy ? 0 : map_begin<chunk_pairs>(view.operation, view.i, view.j);
        set(reserve(1), {view.source + (view.operation == copy ? Long{view.rest} * chunk_size : 0),
                         map, view.operation | view.choice << operation_bits});
    }
};

// Removes the first pair of the target. Returns the position of the first end's mate.
GPU_FUNCTION int take_first(View& view) {
    const Int chunks = static_cast<Int>(matchings[view.pairs - 1] / chunk_size);
    const int mate = static_cast<int>(view.rest / chunks) + 1;
    view.rest %= chunks;
    --view.pairs;
    return mate;
}

// Follows an insertion, an extraction or a copy to the chunk. Returns false if it misses the chunk.
GPU_FUNCTION bool follow_pair(View& view) {
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

// The first end of the source becomes end `j` of the target, so the mate of `j` selects the source.
// If `j` or its mate belongs to the pairs that the whole chunk shares, one source serves the chunk.
// Otherwise there is one source for each other end of the chunk; the map of the same move on
// `chunk_pairs` pairs tells each counter its source.
GPU_FUNCTION void follow_spread(const View& view, const Parts& parts) {
    View down = view;
    int at = view.j, mate = -1;
    while (down.pairs > chunk_pairs && mate < 0) {
        const int first_mate = take_first(down);
        if (at == 0) mate = first_mate;
        if (at == first_mate) mate = 0;
        at = without(at, first_mate);
    }
    constexpr int others = 2 * chunk_pairs - 1;
    const Int begin = mate < 0 ? parts.reserve(others) : 0;
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
        parts.set(begin + other - (other > at), {pair.source, map_begin<chunk_pairs>(move, 0, at),
                                                 spread | view.choice << operation_bits});
    }
}

GPU_FUNCTION void follow_move(View view, const Parts& parts) {
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
        const bool itself = image == view.j;  // the moved end's pair is removed
        view.i = itself ? 0 : without(view.i, mate);
        view.j = itself ? 0 : without(view.j, image);
    }
    if (view.i == view.j) view.operation = copy;
    parts.push(view);
}

// Each lane follows the sources in which an end has one particular mate.
GPU_FUNCTION void follow_contract(View view, int lane, const Parts& parts) {
    const auto moved = [&](int end, int mate, int position) {
        View found = view;
        found.operation = move;
        found.source += (mate - 1) * matchings[view.pairs];
        found.i = without(end, mate);
        found.j = position;
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

GPU_FUNCTION void follow(const View& view, int lane, const Parts& parts) {
    if (view.operation == contract) return follow_contract(view, lane, parts);
    if (lane > 0) return;
    if (view.operation == move) return follow_move(view, parts);
    View pair = view;
    if (follow_pair(pair)) parts.push(pair);
}

// The shared part of all matchings of a chunk: the mates of the points of the first pairs, five
// bits each, and the positions of the chunk's points.
struct Frame {
    Int chunk_points;  // a bit per point
    Long positions;    // of the points of the chunk
    Long mates[2];     // of points 0 .. 11, and of the points from 12 on

    GPU_FUNCTION void set_mate(int point, int mate) {
        mates[point >= 12] |= static_cast<Long>(mate) << (5 * (point % 12));
    }
    GPU_FUNCTION int mate(int point) const { return mates[point >= 12] >> (5 * (point % 12)) & 31; }
};

GPU_FUNCTION int bits_below(Int set, int point) {
    return GPU_COUNT_BITS(set & ((1u << point) - 1));
}
GPU_FUNCTION int lowest(Int set) {
    return GPU_LOWEST_BIT(set);
}

GPU_FUNCTION Frame frame_of(int pairs, Int chunk) {
    Frame frame{(1u << 2 * pairs) - 1, 0, {0, 0}};
    View view{copy, pairs, 0, 0, 0, chunk, 0};
    while (view.pairs > chunk_pairs) {
        const int first = lowest(frame.chunk_points);
        Int free = frame.chunk_points;
        for (int mate = take_first(view); mate > 0; --mate) free &= free - 1;
        frame.set_mate(first, lowest(free));
        frame.set_mate(lowest(free), first);
        frame.chunk_points &= ~(1u << first | 1u << lowest(free));
    }
    Int free = frame.chunk_points;
    for (int n = 0; free; ++n, free &= free - 1)
        frame.positions |= static_cast<Long>(lowest(free)) << (5 * n);
    return frame;
}

// The rank of the mirror image of a matching; the fixed ends keep their order.
GPU_FUNCTION Long reflected_rank(int pairs, const Frame& frame, const Index* mates, int fixed_first,
                                 int fixed_count) {
    const Long low =
        mates[0] | static_cast<Long>(mates[1]) << 16 | static_cast<Long>(mates[2]) << 32;
    const int last = 2 * pairs - 1;
    const int image_first = 2 * pairs - fixed_first - fixed_count;
    // The image of a point. With `from` and `to` exchanged: its preimage.
    const auto flipped = [&](int point, int from, int to) {
        return point >= from && point < from + fixed_count ? point - from + to : last - point;
    };
    Int free = (1u << 2 * pairs) - 1;
    Long rank = 0;
    for (int left = pairs; left > 0; --left) {
        const int first = lowest(free);
        const int point = flipped(first, image_first, fixed_first);
        int mate = frame.mate(point);
        if (frame.chunk_points >> point & 1) {
            const int n = low >> (4 * bits_below(frame.chunk_points, point)) & 15;
            mate = frame.positions >> (5 * n) & 31;
        }
        const int image = flipped(mate, fixed_first, image_first);
        free &= ~(1u << first);
        rank = rank * (2 * left - 1) + bits_below(free, image);
        free &= ~(1u << image);
    }
    return rank;
}

// Large blocks, chunk by chunk. All goals are reflected, or none is: each of the two kernels takes
// fewer registers than a kernel for both, and is compiled in half the time.
template <typename Counter, bool reflecting, bool weighted = false>
GPU_KERNEL void large_blocks(int pairs, const Index* maps, const Goal* goals, Int goal_count,
                             const Flow* flows, const Counter* sources, Long gpu_end, Long gap,
                             Counter* targets, Long modulus, Long reciprocal, Long* bits,
                             const Factor* factors) {
    using Sum = typename Arithmetic<Counter>::Sum;
    constexpr Int each = (chunk_size + group_threads - 1) / group_threads;
    constexpr Int part_size = small_matchings(chunk_pairs - 1);
    const Arithmetic<Counter> arithmetic{static_cast<Sum>(modulus), static_cast<Sum>(reciprocal)};
    GPU_SHARED Part list[most_parts];
    GPU_SHARED Int used;
    GPU_SHARED Frame frame;
    const Parts parts{list, &used};
    const Int chunks = static_cast<Int>(matchings[pairs] / chunk_size);
    Long seen = 0;
    for (Long item = GPU_GROUP; item < static_cast<Long>(goal_count) * chunks; item += GPU_GROUPS) {
        const Goal goal = goals[item / chunks];
        const Int chunk = static_cast<Int>(item % chunks);
        Counter* const target = targets + address(goal.low, goal.high);
        // All flows at once; only four, which always fit, if their parts outgrow the list.
        Int at_once = goal.count;
        for (Int begin = 0; begin < goal.count;) {
            GPU_EACH_THREAD(thread) {
                if (thread == 0) used = 0;
                if (reflecting && thread == lanes && pairs > chunk_pairs)
                    frame = frame_of(pairs, chunk);
            }
            const Int end = begin + at_once < goal.count ? begin + at_once : goal.count;
            GPU_EACH_THREAD(thread) {
                for (Int n = begin + thread / lanes; n < end; n += group_threads / lanes) {
                    const Flow flow = flows[goal.first + n];
                    follow({operation_of(flow), pairs, point_of(flow.i), point_of(flow.j),
                            source_of(flow, gpu_end, gap), chunk, weighted ? choice_of(flow) : 0},
                           thread % lanes, parts);
                }
            }
            const Int found = used;
            const bool adding = begin > 0 || goal.flags & added;
            GPU_EACH_THREAD(thread) {
                if (found > most_parts) continue;
                const auto target_rank = [&](Int rank) -> Long {
                    if constexpr (reflecting) {
                        const int fixed = 2 * pairs - goal.fixed_first - goal.fixed_count;
                        if (pairs == chunk_pairs)
                            return maps[mirror_begin<chunk_pairs>(fixed, goal.fixed_count) + rank];
                        return reflected_rank(pairs, frame, maps + mates_begin + mates_width * rank,
                                              fixed, goal.fixed_count);
                    } else {
                        return static_cast<Long>(chunk) * chunk_size + rank;
                    }
                };
                Int ranks[each];
                Sum sums[each];
                GPU_UNROLL
                for (Int q = 0; q < each; ++q) {
                    const Int rank = thread + q * group_threads;
                    ranks[q] = rank < chunk_size ? rank : chunk_size - 1;
                    sums[q] = adding ? target[target_rank(ranks[q])] : 0;
                }
                for (Int n = 0; n < found; ++n) {
                    const Part part = list[n];
                    const Counter* const source = sources + part.source;
                    const Index* map = maps + part.map;
                    const Int operation = part.kind & ((1 << operation_bits) - 1);
                    Sum products[each] = {};  // the weighted sums, before their factor
                    Sum(&into)[each] = weighted ? products : sums;
                    if (operation == copy) {
                        GPU_UNROLL
                        for (Int q = 0; q < each; ++q)
                            arithmetic.add(into[q], source[ranks[q]], seen);
                    } else if (operation == move || operation == extract) {
                        GPU_UNROLL
                        for (Int q = 0; q < each; ++q)
                            arithmetic.add(into[q], source[map[ranks[q]]], seen);
                    } else if (operation == insert) {
                        GPU_UNROLL
                        for (Int q = 0; q < each; ++q)
                            if (map[ranks[q]] != nowhere)
                                arithmetic.add(into[q], source[map[ranks[q]]], seen);
                    } else if (operation == spread) {
                        GPU_UNROLL
                        for (Int q = 0; q < each; ++q) {
                            const Int rank = map[ranks[q]], mate = rank / part_size;
                            arithmetic.add(into[q],
                                           sources[list[n + mate].source + rank % part_size], seen);
                        }
                        n += 2 * chunk_pairs - 2;
                    } else {
                        for (int m = 0; m < 2 * chunk_pairs; ++m, map += chunk_size) {
                            GPU_UNROLL
                            for (Int q = 0; q < each; ++q)
                                arithmetic.add(into[q], source[map[ranks[q]]], seen);
                        }
                    }
                    if constexpr (weighted) {
                        const Factor factor = factors[part.kind >> operation_bits];
                        GPU_UNROLL
                        for (Int q = 0; q < each; ++q)
                            arithmetic.add(sums[q], arithmetic.product(products[q], factor), seen);
                    }
                }
                GPU_UNROLL
                for (Int q = 0; q < each; ++q) {
                    seen |= sums[q];
                    if (thread + q * group_threads < chunk_size)
                        target[target_rank(ranks[q])] = arithmetic.reduced(sums[q]);
                }
            }
            if (found > most_parts)
                at_once = 4;
            else
                begin = end;
        }
    }
    note_bits(bits, seen);
}

}  // namespace babieca::gpu
