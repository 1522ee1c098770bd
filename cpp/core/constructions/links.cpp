#include "core/constructions/links.hpp"

#include <algorithm>

namespace babieca::constructions {

template <typename Index>
std::vector<Index> walk(const Links& links, std::int64_t start, int code, Control& control) {
    const std::int64_t size = links.size();
    std::vector<Index> order(static_cast<std::size_t>(size));
    // The exclusive or of a square's two moves with the move back is the move out.
    int back = links.low(start) == code || (code < 0 && links.low(start) != Links::kNone)
                   ? links.high(start)
                   : links.low(start);
    std::int64_t square = start;
    constexpr std::int64_t kBatch = 1 << 22;
    for (std::int64_t begin = 0; begin < size; begin += kBatch) {
        control.check({begin, size});
        const std::int64_t end = std::min(size, begin + kBatch);
        for (std::int64_t i = begin; i < end; ++i) {
            order[i] = static_cast<Index>(square);
            const int out = links.low(square) ^ links.high(square) ^ back;
            if (out == Links::kNone) break;  // the other end of a path
            square += links.step(out);
            back = reverse_of(out);
        }
    }
    return order;
}

template std::vector<std::int32_t> walk(const Links&, std::int64_t, int, Control&);
template std::vector<std::int64_t> walk(const Links&, std::int64_t, int, Control&);

}  // namespace babieca::constructions
