// The core in a browser: plain JavaScript objects in, plain JavaScript objects out
// (docs/module.md).
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <chrono>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/frontier/retirement_order.hpp"
#include "core/sweep/blocks.hpp"
#include "core/sweep/sparse.hpp"

namespace babieca::module {
namespace {

using emscripten::val;

// An answer that is no value: its exit code is that of the command line.
struct Refused : std::runtime_error {
    int code;
    Refused(int code, const std::string& reason) : std::runtime_error(reason), code(code) {}
};

template <typename Value>
val record(const char* name, const Value& value) {
    val all = val::object();
    all.set(name, value);
    return all;
}
template <typename Value, typename... Others>
val record(const char* name, const Value& value, const Others&... others) {
    val all = record(others...);
    all.set(name, value);
    return all;
}

// Calls answer(); a failure becomes {error, code}.
template <typename Answer>
val answered(Answer&& answer) {
    const auto failed = [](int code, const std::string& reason) {
        return record("error", reason, "code", code);
    };
    try {
        return answer();
    } catch (const Refused& refused) {
        return failed(refused.code, refused.what());
    } catch (const Interrupted&) {
        return failed(3, "not decided within the time allowed");
    } catch (const OutOfBudget&) {
        return failed(2, "this needs more memory than allowed");
    } catch (const std::bad_alloc&) {
        return failed(2, "the browser has no more memory");
    } catch (const std::exception& error) {
        return failed(2, error.what());
    }
}

// Calls the page's progress function at most ten times a second, and stops at the timeout.
class PageControl : public Control {
  public:
    PageControl(val report, double timeout) : report_(std::move(report)), timeout_(timeout) {}

    bool keep_going(const Progress& progress) override {
        const double now = seconds();
        if (timeout_ > 0 && now > timeout_) return false;
        if (now - reported_ < 0.1 || report_.isUndefined() || report_.isNull()) return true;
        reported_ = now;
        const double share =
            progress.total > 0 ? static_cast<double>(progress.done) / progress.total : 0;
        val told = record("share", share, "seconds", now);
        told.set("seconds_left", share > 0 ? val(now / share - now) : val::null());
        report_(told);
        return true;
    }

  private:
    using Clock = std::chrono::steady_clock;
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

    const val report_;
    const double timeout_;
    const Clock::time_point began_ = Clock::now();
    double reported_ = 0;
};

std::vector<Edge> edges_of(const val& list) {
    std::vector<Edge> edges;
    for (const val& pair : emscripten::vecFromJSArray<val>(list))
        edges.emplace_back(pair[0].as<Vertex>(), pair[1].as<Vertex>());
    return edges;
}

OwnedGraph graph_of(const val& question) {
    OwnedGraph graph;
    const auto offsets =
        emscripten::convertJSArrayToNumberVector<std::int32_t>(question["offsets"]);
    graph.offsets.assign(offsets.begin(), offsets.end());
    graph.targets = emscripten::convertJSArrayToNumberVector<Vertex>(question["targets"]);
    return graph;
}

val count(val question, val limits, val progress, val options) {
    return answered([&] {
        PageControl control(progress, limits["timeout"].as<double>());
        const OwnedGraph graph = graph_of(question);
        const auto sides = emscripten::vecFromJSArray<int>(question["sides"]);
        const auto through = edges_of(question["through"]),
                   avoiding = edges_of(question["avoiding"]);
        const frontier::Constraints constraints{through, avoiding};
        const bool paths = question["kind"].as<std::string>() != "closed";
        const Vertex start = question["start"].as<Vertex>(), end = question["end"].as<Vertex>();
        frontier::OrderSearch search(
            paths ? frontier::path_problem(graph.view(), start, end, constraints)
                  : frontier::cycle_problem(graph.view(), constraints));
        frontier::Mirror mirror;
        std::vector<Vertex> order;
        if (sides.size() == 2 && !paths && through.empty() && avoiding.empty()) {
            const int rows = sides[0], columns = sides[1];
            for (int v = 0; v < rows * columns; ++v)
                mirror.push_back(v / columns * columns + columns - 1 - v % columns);
            for (int row = 0; row < rows; ++row)
                for (int parity : {0, 1})
                    for (int c = parity; 2 * c < columns; c += 2) {
                        order.push_back(row * columns + c);
                        if (2 * c + 1 < columns) order.push_back(row * columns + columns - 1 - c);
                    }
            order = search.improve(mirror, order, {0, 1.0, 30'000, 0, 0}, control);
        } else {
            const auto none = frontier::no_mirror(search.problem());
            order = search.greediest(none, 16, control);
        }
        const frontier::Sweep sweep(graph.view(), order, paths, start, end, constraints, mirror);
        if (sweep.impossible()) return record("value", "0", "method", "blocks");
        const std::string method = options["method"].as<std::string>();
        const auto memory = static_cast<std::uint64_t>(limits["memory"].as<double>());
        if (method == "sparse") {
            const auto result = sweep::count_sparse(sweep, {0, memory, {}, 60}, control);
            if (!result.exact) throw Refused(2, "too many tours");
            return record("value", std::to_string(result.residue), "method", method, "peak_bytes",
                          static_cast<double>(result.peak_bytes));
        }
        const sweep::Plan plan = sweep::make_plan(sweep, control);
        const auto result = sweep::count_blocks(
            sweep, plan, {.threads = limits["threads"].as<int>(), .memory = memory}, control);
        if (!result.exact) throw Refused(2, "too many tours");
        return record("value", std::to_string(result.residues[0]), "method", "blocks", "peak_bytes",
                      static_cast<double>(result.peak_bytes), "reserved_bytes",
                      static_cast<double>(result.reserved_bytes));
    });
}

}  // namespace
}  // namespace babieca::module

EMSCRIPTEN_BINDINGS(babieca) {
    emscripten::function("count", &babieca::module::count);
}
