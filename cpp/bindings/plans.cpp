#include "core/questions/plans.hpp"
#include "bindings/bindings.hpp"

namespace babieca::bindings {

using gpu::GpuMemory;
using questions::CountMethod;
using questions::CountPlan;
using questions::CountPlans;
using questions::LayerPlace;
using questions::Machine;
using questions::PlanChoices;

namespace {

// The number of a name in a table.
template <typename Number, std::size_t count>
Number named(const char* const (&names)[count], const std::string& name) {
    for (std::size_t at = 0; at < count; ++at)
        if (name == names[at]) return static_cast<Number>(at);
    throw std::invalid_argument("no such name: " + name);
}

// The fields of `CountPlan` in Python, without the question; the modulus 0 is 2^64.
nb::dict plan_record(const CountPlan& plan) {
    const auto whole = nb::int_(1).attr("__lshift__")(64);
    nb::list given;
    for (std::uint64_t modulus : plan.given) given.append(modulus ? nb::int_(modulus) : whole);
    const auto of = [](const auto& numbers) { return nb::tuple(nb::cast(numbers)); };
    return record("order", plan.ready ? of(plan.ready->order) : nb::tuple(), "mirror",
                  plan.ready ? of(plan.ready->mirror) : nb::tuple(), "method",
                  questions::method_names[static_cast<int>(plan.method)], "place",
                  questions::place_names[static_cast<int>(plan.place)], "counter_bits",
                  plan.counter_bits, "single", plan.single, "given", nb::tuple(given), "together",
                  plan.together, "bytes", plan.bytes, "disk_bytes", plan.disk_bytes, "host_bytes",
                  plan.host_bytes, "threads", plan.threads, "sweeps", plan.sweeps, "counters",
                  plan.counters, "moved_bytes", plan.moved_bytes, "layer", plan.layer, "layers",
                  of(plan.layers), "sections", plan.sections, "work", plan.work());
}

constexpr auto as_records = [](const CountPlans& plans) {
    nb::list records;
    for (const CountPlan& plan : plans) records.append(plan_record(plan));
    return records;
};

// `sample`: the entries that sampled_entries names.
CountPlans batch_plans_of(sweep::SweepChoice& common, std::size_t entries,
                          std::vector<sweep::SweepChoice*> sample,
                          std::optional<std::vector<Edges>> moves, bool single_moves,
                          const Machine& machine, Control& control) {
    return questions::batch_plans(
        common, {entries, std::move(sample), std::move(moves), single_moves}, machine, control);
}

}  // namespace

void bind_plans(nb::module_& module) {
    module.attr("bytes_per_state") = questions::bytes_per_state;
    module.def("bits_for", &questions::bits_for, "modulus"_a, "gpu"_a = false,
               "The narrowest counters for a modulus; 0 is 2^64.");
    module.def("usable_widths", &questions::usable_widths, "bounds"_a,
               "The counter widths whose moduli probably reach the answer, the widest first.");
    module.def("fewest_states", released(&questions::fewest_states), "choice"_a, "report"_a.none(),
               "How many states a sweep too wide for blocks surely reaches; 0: unknown.");
    nb::class_<GpuMemory>(module, "GpuMemory", "The memory that sweeps on a GPU may use.")
        .def(nb::init<std::uint64_t, std::uint64_t>(), "budget"_a, "host"_a = 0)
        .def("fits", &GpuMemory::fits, "plan"_a, "bits"_a,
             "How many moduli can be swept at once without the host's memory.")
        .def("divide", &GpuMemory::divide, "plan"_a, "bits"_a, "copies"_a,
             "The bytes of GPU and host for each of several moduli; None: too few.")
        .def("bytes_for", &GpuMemory::bytes_for, "plan"_a, "bits"_a, "copies"_a,
             "The bytes of GPU and host for several moduli together, buffers included.")
        .def("for_counters", &GpuMemory::for_counters, "plan"_a,
             "The bytes of GPU and host for counters: buffers are left out.");
    nb::class_<Machine>(module, "Machine", "The resources that a count may use.")
        .def(
            "__init__",
            [](Machine* self, std::uint64_t memory, int threads, std::uint64_t kept,
               std::optional<std::uint64_t> disk, const GpuMemory* gpu, bool cluster, bool saving,
               const std::vector<std::pair<std::string, int>>& begun) {
                new (self) Machine{.memory = memory,
                                   .threads = threads,
                                   .kept = kept,
                                   .disk = disk,
                                   .cluster = cluster,
                                   .saving = saving};
                if (gpu) self->gpu = *gpu;
                for (const auto& [place, bits] : begun)
                    self->begun.emplace_back(named<LayerPlace>(questions::place_names, place),
                                             bits);
            },
            "memory"_a, "threads"_a, "kept"_a, "disk"_a.none(), "gpu"_a.none(), "cluster"_a,
            "saving"_a, "begun"_a);
    nb::class_<PlanChoices>(module, "PlanChoices", "What the caller of the planner chooses.")
        .def(
            "__init__",
            [](PlanChoices* self, const std::string& method, std::optional<Vertices> order,
               int counter_bits, std::optional<bool> mirror, std::vector<std::uint64_t> moduli) {
                new (self) PlanChoices{
                    .counter_bits = counter_bits, .mirror = mirror, .moduli = std::move(moduli)};
                if (method != "auto")
                    self->method = named<CountMethod>(questions::method_names, method);
                if (order) self->order = copy_of(*order);
            },
            nb::kw_only(), "method"_a = "auto", "order"_a.none() = nb::none(), "counter_bits"_a = 0,
            "mirror"_a.none() = nb::none(), "moduli"_a = std::vector<std::uint64_t>());
    module.def("plans", released(&questions::plans, as_records), "choice"_a, "choices"_a,
               "machine"_a, "report"_a.none(),
               "The plans of a count that fit a machine, the cheapest first.");
    module.def("usage_plans", released(&questions::usage_plans, as_records), "choice"_a,
               "machine"_a, "report"_a.none(), "The plans of a sweep forwards and backwards.");
    module.def("sampled_entries", &questions::sampled, "entries"_a,
               "The numbers of the entries whose work stands for the work of all.");
    module.def("batch_plans", released(&batch_plans_of, as_records), "common"_a, "entries"_a,
               "sample"_a, "moves"_a.none(), "single_moves"_a, "machine"_a, "report"_a.none(),
               "The plans that count all entries at once and are cheaper than counting each.");
    module.def("backward_only_plan",
               released(&questions::backward_only_plan,
                        [](const std::optional<CountPlan>& plan) {
                            return plan ? std::optional(plan_record(*plan)) : std::nullopt;
                        }),
               "choice"_a, "sets"_a, "machine"_a, "report"_a.none(),
               "The plan of a sweep whose first vertices decide every move; None if too wide.");
    module.def(
        "deciding", &questions::deciding, "sets"_a,
        "A vertex cover of the edges, chosen greedily: the vertex with the most edges left.");
    module.def("numbering_plans", released(&questions::numbering_plans, as_records), "choice"_a,
               "choices"_a, "every"_a, "machine"_a, "report"_a.none(),
               "The plans for a numbering, the preferred one first.");
    module.def("weighted_plans", released(&questions::weighted_plans, as_records), "choice"_a,
               "choices"_a, "machine"_a, "report"_a.none(), "The plans of weighted sweeps.");
    module.def("fewest_bytes", &questions::fewest_bytes, "plan"_a,
               "The bytes that a hash table surely takes for the states of these blocks.");
}

}  // namespace babieca::bindings
