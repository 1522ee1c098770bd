// Segments that are taken, moved, compacted and given back keep their bytes and never overlap.
#include <algorithm>
#include <cstring>
#include <list>
#include <random>
#include <vector>

#include "core/sweep/gpu/places.hpp"
#include "tests/check.hpp"

using namespace babieca;

namespace {

constexpr std::uint64_t gpu_bytes = 64 * 50, host_bytes = 64 * 30;

struct Segment {
    std::uint64_t begin, bytes;
    unsigned char value;
};

class Memory {
  public:
    explicit Memory(unsigned seed) : chance_(seed) {}

    void one_step() {
        switch (chance_() % 6) {
            case 0:
            case 1:
                return take();
            case 2:
                return give();
            case 3:
                return send();
            case 4:
                return fetch();
            default:
                return compact();
        }
    }
    void check() {
        do_shifts();
        std::uint64_t used = 0;
        for (const Segment& segment : segments_) {
            const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(segment.begin);
            CHECK(std::all_of(begin, begin + static_cast<std::ptrdiff_t>(segment.bytes),
                              [&](unsigned char byte) { return byte == segment.value; }));
            if (!places_.on_host(segment.begin)) used += gpu::Places::rounded(segment.bytes);
        }
        CHECK(places_.gpu.used == used && places_.gpu.free() == gpu_bytes - used);
        if (std::ranges::any_of(segments_,
                                [&](const Segment& s) { return places_.on_host(s.begin); }))
            ++with_host;
    }

    int with_host = 0;

  private:
    void do_shifts() {
        for (const gpu::Shift& shift : shifts_)
            std::memmove(&bytes_[shift.to], &bytes_[shift.from], shift.bytes);
        shifts_.clear();
    }
    void take() {
        std::vector<std::uint64_t> sizes(1 + chance_() % 3);
        for (auto& size : sizes) size = 1 + chance_() % 500;
        const std::uint64_t before = places_.gpu.used;
        const auto found = places_.gpu.take_all(sizes);
        CHECK(found || places_.gpu.used == before);
        do_shifts();  // before a write
        for (std::size_t n = 0; found && n < sizes.size(); ++n) {
            segments_.push_back({(*found)[n], sizes[n], next_++});
            std::memset(&bytes_[segments_.back().begin], segments_.back().value, sizes[n]);
        }
    }
    void give() {
        std::vector<gpu::Extent> all;
        for (int n = 0; n < 2 && !segments_.empty(); ++n) {
            const auto chosen = any();
            all.push_back({chosen->begin, chosen->bytes});
            segments_.erase(chosen);
        }
        places_.give_all(all);
    }
    void send() {
        std::vector<gpu::Held> chosen;
        for (Segment& segment : segments_)
            if (!places_.on_host(segment.begin) && chance_() % 4 == 0)
                chosen.push_back({&segment.begin, segment.bytes});
        places_.send(chosen, shifts_);
    }
    void compact() {
        const std::uint64_t wanted = 64 * (1 + chance_() % 30), free = places_.gpu.free();
        places_.compact(chance_() % 2 ? places_.gpu : places_.host, wanted, held(), shifts_);
        places_.compact(places_.gpu, wanted, held(), shifts_);
        if (wanted > free) return;
        const auto found = places_.gpu.take(wanted);
        CHECK(found);
        places_.give({*found, wanted});
    }
    void fetch() {
        if (segments_.empty()) return;
        const auto chosen = any();
        if (!places_.on_host(chosen->begin)) return;
        if (const auto to = places_.gpu.take(chosen->bytes))
            places_.move({&chosen->begin, chosen->bytes}, *to, shifts_);
    }
    std::list<Segment>::iterator any() {
        return std::next(segments_.begin(),
                         static_cast<std::ptrdiff_t>(chance_() % segments_.size()));
    }
    std::vector<gpu::Held> held() {
        std::vector<gpu::Held> all;
        for (Segment& segment : segments_) all.push_back({&segment.begin, segment.bytes});
        return all;
    }

    std::mt19937 chance_;
    gpu::Places places_{gpu_bytes, host_bytes};
    gpu::Shifts shifts_;
    std::list<Segment> segments_;
    std::vector<unsigned char> bytes_ = std::vector<unsigned char>(gpu_bytes + host_bytes);
    unsigned char next_ = 0;
};

}  // namespace

int main() {
    int with_host = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        Memory memory(seed);
        for (int step = 0; step < 200; ++step) {
            memory.one_step();
            if (step % 3 == 0) memory.check();
        }
        with_host += memory.with_host;
    }
    CHECK(with_host > 1000);
}
