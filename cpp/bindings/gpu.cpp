#include "bindings/bindings.hpp"
#include "core/sweep/gpu/capacity.hpp"
#include "core/sweep/gpu/emulate.hpp"
#include "core/sweep/gpu/feed.hpp"

namespace babieca::bindings {
namespace {

using gpu::Batch;
using gpu::Feed;
using gpu::Launch;
using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Lists, counters and collected bits are arrays of bytes. Host memory begins `gap` bytes after the
// end of GPU memory.
void emulate(const Launch& launch, std::uint64_t modulus, Array<std::uint16_t> maps,
             const Bytes& lists, const Bytes& memory, const Bytes& seen, std::uint64_t gpu_end,
             std::uint64_t gap, Array<std::uint64_t> factors) {
    gpu::emulate({launch.pairs, launch.reflected, launch.counter_bytes, maps.data(),
                  reinterpret_cast<const gpu::Goal*>(lists.data() + launch.goals),
                  static_cast<gpu::Int>(launch.goal_count),
                  reinterpret_cast<const gpu::Flow*>(lists.data()), memory.data(), memory.data(),
                  modulus, reinterpret_cast<gpu::Long*>(seen.data()),
                  gpu_end / launch.counter_bytes, gap / launch.counter_bytes,
                  reinterpret_cast<const gpu::Factor*>(factors.data())});
}

}  // namespace

void bind_gpu(nb::module_& module) {
    fields(nb::class_<Launch>(module, "GpuLaunch", "One launch of a kernel."), "pairs",
           &Launch::pairs, "reflected", &Launch::reflected, "counter_bytes", &Launch::counter_bytes,
           "goals", &Launch::goals, "goal_count", &Launch::goal_count)
        .def_prop_ro("groups", &Launch::groups, "The number of thread groups that have work.");
    nb::class_<Batch>(module, "GpuBatch", "Launches to be run in order, with their lists.")
        .def_ro("launches", &Batch::launches)
        .def_prop_ro(
            "shifts",
            [](const Batch& batch) {
                std::vector<std::array<std::uint64_t, 3>> shifts;
                for (const gpu::Shift& shift : batch.shifts)
                    shifts.push_back({shift.from, shift.to, shift.bytes});
                return shifts;
            },
            "Moves of counters before the launches: from, to, bytes. Addresses from the GPU's "
            "capacity on are on the host.")
        .def_ro("bytes", &Batch::bytes)
        .def_ro("wanted", &Batch::wanted, "Without launches: the buffer bytes that a wave needs.")
        .def_ro("layer", &Batch::layer)
        .def_ro("step", &Batch::step);
    nb::class_<Feed>(module, "GpuFeed", "The work of a GPU, batch by batch.")
        .def(
            "__init__",
            [](Feed* self, const frontier::Sweep& sweep, const sweep::Plan& plan, int counter_bytes,
               int threads, std::uint64_t capacity, std::uint64_t host) {
                new (self) Feed(sweep, plan, {counter_bytes, threads, capacity, host});
            },
            "sweep"_a, "plan"_a, "counter_bytes"_a, "threads"_a, "capacity"_a, "host"_a = 0,
            nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), Unlocked())
        .def("next", released(+[](Feed& feed, const Bytes& buffer, Control& control) {
                 return feed.next({reinterpret_cast<std::byte*>(buffer.data()), buffer.size()},
                                  control);
             }),
             "buffer"_a, "report"_a.none())
        .def_prop_ro("answer", &Feed::answer)
        .def_prop_ro("counters", &Feed::counters)
        .def_prop_ro("peak_bytes", &Feed::peak_bytes)
        .def_prop_ro("host_peak_bytes", &Feed::host_peak_bytes);
    module.attr("gpu_threads") = gpu::group_threads;
    module.attr("gpu_chunk_pairs") = gpu::chunk_pairs;
    module.attr("gpu_buffers") = gpu::buffers;
    module.attr("gpu_shift_bytes") = gpu::shift_bytes;
    module.attr("gpu_aligned_bytes") = gpu::aligned_bytes;
    module.def("gpu_least_bytes", &gpu::least_bytes, "plan"_a, "bits"_a,
               "The bytes of one copy of the counters.");
    module.def("gpu_best_bytes", &gpu::best_bytes, "plan"_a, "bits"_a,
               "The bytes with which whole strides run at once.");
    module.def("gpu_least_gpu_bytes", &gpu::least_gpu_bytes, "plan"_a, "bits"_a,
               "The bytes that must be on the GPU: one step of the largest wave.");
    module.def("gpu_least_host_bytes", &gpu::least_host_bytes, "plan"_a, "bits"_a, "capacity"_a,
               "The bytes that the host needs beside a GPU of this capacity.");
    module.def("gpu_best_host_bytes", &gpu::best_host_bytes, "plan"_a, "bits"_a, "capacity"_a,
               "The bytes of the host with which a part of the GPU is sent there at once.");
    module.def("gpu_buffer_bytes", &gpu::buffer_bytes, "plan"_a,
               "The bytes of a buffer for lists.");
    module.def("gpu_source", &gpu::kernel_source, "The text of the kernels.");
    module.def("gpu_maps", [] { return to_python(gpu::make_maps()); });
    module.def("gpu_reciprocal", &gpu::reciprocal_of, "modulus"_a, "counter_bytes"_a);
    module.def("emulate_gpu", &emulate, "launch"_a, "modulus"_a, "maps"_a, "lists"_a, "memory"_a,
               "seen"_a, "gpu_end"_a, "gap"_a, "factors"_a.none() = nb::none(), Unlocked(),
               "Run a launch without a GPU.");
}

}  // namespace babieca::bindings
