#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "core/sweep/card/emulate.hpp"
#include "core/sweep/card/feed.hpp"
#include "core/sweep/card/maps.hpp"
#include "core/sweep/card/source.hpp"

namespace babieca::bindings {

namespace {

using card::Batch;
using card::Feed;
using card::Job;
using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Batch next(Feed& feed, Bytes buffer, nb::object report) {
    return run_released(std::move(report), [&](Control& control) {
        return feed.next({reinterpret_cast<std::byte*>(buffer.data()), buffer.size()}, control);
    });
}

// Runs a job here: the lists, the memory of counters and the bits seen are arrays of bytes. The
// host's part of the memory comes `gap` bytes behind the card's.
void emulate(const Job& job, std::uint64_t modulus, const Array<std::uint16_t>& maps, Bytes lists,
             Bytes memory, Bytes seen, std::uint64_t card_end, std::uint64_t gap) {
    nb::gil_scoped_release released;
    card::emulate({job.pairs, job.turning, job.source_bytes, job.target_bytes, maps.data(),
                   reinterpret_cast<const card::Goal*>(lists.data() + job.goals),
                   static_cast<card::Word>(job.goal_count),
                   reinterpret_cast<const card::Flow*>(lists.data() + job.flows), memory.data(),
                   memory.data(), modulus, reinterpret_cast<card::Long*>(seen.data()),
                   card_end / job.source_bytes, gap / job.source_bytes});
}

}  // namespace

void bind_card(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Job>(module, "CardJob", "One launch of a kernel.")
        .def_ro("pairs", &Job::pairs)
        .def_ro("turning", &Job::turning)
        .def_ro("source_bytes", &Job::source_bytes)
        .def_ro("target_bytes", &Job::target_bytes)
        .def_ro("goals", &Job::goals)
        .def_ro("goal_count", &Job::goal_count)
        .def_ro("flows", &Job::flows)
        .def_prop_ro("groups", &Job::groups, "Groups of threads that it keeps busy.");
    nb::class_<Batch>(module, "CardBatch", "Jobs to be run one after another, with their lists.")
        .def_ro("jobs", &Batch::jobs)
        .def_prop_ro(
            "shifts",
            [](const Batch& batch) {
                std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> shifts;
                for (const card::Shift& shift : batch.shifts)
                    shifts.emplace_back(shift.from, shift.to, shift.bytes);
                return shifts;
            },
            "Counters to be moved before: from, to, and how many bytes; addresses from the card's "
            "capacity on are the host's.")
        .def_ro("bytes", &Batch::bytes)
        .def_ro("wanted", &Batch::wanted, "Without jobs: of the buffer, for the lists of a wave.")
        .def_ro("layer", &Batch::layer);
    nb::class_<Feed>(module, "CardFeed", "What a card is told to do, batch by batch.")
        .def(
            "__init__",
            [](Feed* self, const frontier::Sweep& sweep, const sweep::Plan& plan, int counter_bytes,
               int threads, std::uint64_t capacity, std::uint64_t host) {
                nb::gil_scoped_release released;
                new (self) Feed(sweep, plan, {counter_bytes, threads, capacity, host});
            },
            "sweep"_a, "plan"_a, "counter_bytes"_a, "threads"_a, "capacity"_a, "host"_a = 0,
            nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def("next", &next, "buffer"_a, "report"_a.none())
        .def_prop_ro("answer", &Feed::answer)
        .def_prop_ro("counters", &Feed::counters)
        .def_prop_ro("peak_bytes", &Feed::peak_bytes)
        .def_prop_ro("host_peak_bytes", &Feed::host_peak_bytes);
    module.attr("card_threads") = card::group_threads;
    module.attr("card_chunk_pairs") = card::chunk_pairs;
    module.attr("card_spare_part") = card::spare_part;
    module.def("card_source", &card::kernel_source, "The kernels, for the compiler of the driver.");
    module.def("card_maps", [] {
        const auto made = [] {
            nb::gil_scoped_release released;
            return card::make_maps();
        };
        return to_numpy(made());
    });
    module.def("card_reciprocal", &card::reciprocal_of, "modulus"_a, "target_bytes"_a);
    module.def("emulate_card", &emulate, "job"_a, "modulus"_a, "maps"_a, "lists"_a, "memory"_a,
               "seen"_a, "card_end"_a, "gap"_a, "Run a job without a card.");
}

}  // namespace babieca::bindings
