#include <nanobind/stl/string.h>

#include <string>

#include "bindings/bindings.hpp"
#include "core/files/checked_file.hpp"

namespace babieca::bindings {

namespace {

files::Identity record_of(std::uint64_t fingerprint) {
    return {files::Kind::record, fingerprint, {0, 0}};
}

void write_record(const std::string& path, std::uint64_t fingerprint, nb::bytes body) {
    files::CheckedWriter writer(path, record_of(fingerprint), {});
    writer.write(body.data(), body.size());
    writer.commit();
}

nb::bytes read_record(const std::string& path, std::uint64_t fingerprint) {
    files::SequentialFile file(path, record_of(fingerprint));
    std::string body(file.body_bytes(), '\0');
    file.read(body.data(), body.size());
    file.finish();
    return nb::bytes(body.data(), body.size());
}

}  // namespace

void bind_files(nb::module_& module) {
    using namespace nb::literals;
    nb::exception<files::FileError>(module, "FileError", PyExc_ValueError);
    module.def("write_record", &write_record, "path"_a, "fingerprint"_a, "body"_a,
               "A checked file with any bytes, written whole or not at all.");
    module.def("read_record", &read_record, "path"_a, "fingerprint"_a);
}

}  // namespace babieca::bindings
