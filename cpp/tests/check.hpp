// The test harness: cases, checks, a control that stops, and temporary folders.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"

#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                                \
        }                                                                                \
    } while (false)

// Begins a test case. ctest reads the names from the source files and runs each as FILE.NAME.
#define TEST(name)                                                           \
    void name();                                                             \
    const bool added_##name = babieca::add_case(__FILE__, "." #name, &name); \
    void name()

namespace babieca {

namespace fs = std::filesystem;

inline std::vector<std::pair<std::string, void (*)()>> cases;

inline bool add_case(const fs::path& file, const char* name, void (*run)()) {
    cases.emplace_back(file.stem().string() + name, run);
    return true;
}

// The message of the Error that work() throws; empty: it throws none.
template <typename Error, typename Work>
std::string message_of(Work&& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

template <typename Error, typename Work>
bool throws(Work&& work) {
    return !message_of<Error>(work).empty();
}

inline Control tireless;  // never stops

// Checks that progress never decreases, and stops after some reports.
struct StopAfter : Control {
    int left;
    Progress last;
    explicit StopAfter(int reports) : left(reports) {}
    bool keep_going(const Progress& progress) override {
        CHECK(progress.done >= last.done && (!progress.total || progress.done <= progress.total));
        last = progress;
        return left-- > 0;
    }
};

// A temporary folder that is removed with the object.
struct Scratch {
    fs::path folder =
        fs::temp_directory_path() / ("babieca-" + std::to_string(std::random_device{}()));

    Scratch() { CHECK(fs::create_directory(folder)); }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    bool empty() const { return fs::is_empty(folder); }
};

// Flips a bit; a second call undoes it.
inline void change_byte(const std::string& path, std::uintmax_t at) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const char byte = static_cast<char>(file.get());
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 1));
}

}  // namespace babieca
