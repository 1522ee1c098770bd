// The table of contents of the extension: one line per engine, no algorithms; tours and files.
#include "bindings/bindings.hpp"
#include "core/files/checked_file.hpp"
#include "core/tours/canonical.hpp"
#include "core/tours/check.hpp"

namespace babieca::bindings {
namespace {

template <typename Number>
using Table = nb::ndarray<nb::numpy, const Number, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <typename Index>
Rows<Index> rows_of(const Table<Index>& table) {
    return {{table.data(), table.size()},
            static_cast<std::int64_t>(table.shape(0)),
            static_cast<std::int64_t>(table.shape(1))};
}

template <typename Work>
auto found(Work&& work) {
    FirstFault verdict = unlocked(work);
    return std::tuple(static_cast<int>(verdict.fault), verdict.row, verdict.step,
                      to_python(std::move(verdict.ends_meet)));
}

void bind_tours(nb::module_& module) {
    const char* about =
        "First fault of sequences, one per row: indices of a board or vertices of a graph (0 none, "
        "1 outside, 2 repeated, 3 not a move), its "
        "row and position from 0, and for each row whether its ends are a move apart.";
    const auto bind_board = [&]<typename Index>(Index) {
        module.def(
            "first_fault",
            [](const Table<Index>& rows, const Place& place) {
                return found([&] {
                    if (place.board()) return check_on_board(rows_of(rows), *place.board());
                    if constexpr (std::same_as<Index, Vertex>)
                        return check_on_graph(rows_of(rows), place.graph());
                    throw std::invalid_argument("vertices are numbers of 32 bits");
                });
            },
            "rows"_a, "place"_a, about);
    };
    const auto bind_forms = [&]<typename Index>(Index) {
        module.def(
            "canonical_forms",
            [](const Table<Index>& rows, bool closed, bool directed, std::int64_t start,
               std::int64_t end, Array<Index> images, Array<Index> ranks) {
                const FormRules<Index> rules{
                    closed, directed, static_cast<Index>(start), static_cast<Index>(end),
                    images, ranks};
                auto forms = unlocked([&] { return canonical_forms(rows_of(rows), rules); });
                return std::tuple(to_python(std::move(forms.symmetries)),
                                  to_python(std::move(forms.squares)));
            },
            "rows"_a, "closed"_a, "directed"_a = false, "start"_a = -1, "end"_a = -1,
            "images"_a = nb::none(), "ranks"_a = nb::none(),
            "For each tour, a row, the number of the symmetry with the least image (0: itself), "
            "and that image in its canonical form, one after another.");
    };
    bind_board(std::int32_t{});
    bind_board(std::int64_t{});
    bind_forms(std::int32_t{});
    bind_forms(std::int64_t{});
}

files::Identity identity_of(std::uint64_t fingerprint) {
    return {files::Kind::record, fingerprint, {0, 0}};
}

nb::bytes read_record(const std::string& path, std::uint64_t fingerprint) {
    files::SequentialFile file(path, identity_of(fingerprint));
    std::string body(file.body_bytes(), '\0');
    file.read(body.data(), body.size());
    file.finish();
    return nb::bytes(body.data(), body.size());
}

void bind_files(nb::module_& module) {
    nb::exception<files::FileError>(module, "FileError", PyExc_ValueError);
    module.def(
        "write_record",
        [](const std::string& path, std::uint64_t fingerprint, const nb::bytes& body) {
            files::CheckedWriter writer(path, identity_of(fingerprint), {});
            writer.write(body.data(), body.size());
            writer.commit();
        },
        "path"_a, "fingerprint"_a, "body"_a,
        "A checked file with any bytes, written whole or not at all.");
    module.def("read_record", &read_record, "path"_a, "fingerprint"_a);
}

}  // namespace
}  // namespace babieca::bindings

NB_MODULE(_core, module) {
    using namespace babieca::bindings;
    nb::set_leak_warnings(false);  // caches of sweeps live until Python ends
    module.doc() =
        "The compiled core of Babieca. Use the functions of the babieca package instead.";
    bind_tours(module);
    bind_files(module);
    bind_frontier(module);
    bind_constructions(module);
    bind_heuristics(module);
    bind_plans(module);
    bind_puzzles(module);
    bind_search(module);
    bind_sweep(module);
    bind_prefixes(module);
    bind_sweep_choices(module);
    bind_residues(module);
    bind_turns(module);
    bind_gpu(module);
    bind_fold(module);
    bind_questions(module);
    bind_counting(module);
}
