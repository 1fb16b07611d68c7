#include "data/hand_over/expectation.hpp"

#include <fmt/format.h>
#include <cmath>

namespace milkomeda {
namespace {

// The rates come from the runs of docs/export.md: 50,000 bodies of the default scene without gas, and 2 ranks. The
// memory is the resident memory of runs with up to 200,000 bodies.
struct Rates {
    double bodies_per_second;  // bodies moved by one longest timestep, per second and rank
    double rank_mebibytes;     // memory of a rank without bodies
    double bytes_per_body;     // further memory per body of the rank
    double snapshot_bytes_per_body;
};
Rates rates_of(HandOverProgram program) {
    if (program == HandOverProgram::gadget4) return {30e3, 34, 440, 32};
    return {19e3, 55, 500, 66};
}

// Part of MaxMemSize that GADGET-4 reserves for buffers. It allocates about half of MaxMemSize, but fills little of it.
constexpr double buffer_mebibytes = 900;

std::string duration_text(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} seconds", std::max(1.0, seconds));
    if (seconds < 5400) return fmt::format("{:.0f} minutes", seconds / 60);
    if (seconds < 48 * 3600) return fmt::format("{:.0f} hours", seconds / 3600);
    return fmt::format("{:.0f} days", seconds / 86400);
}

double rank_memory(const HandOver& run) {
    const Rates rates = rates_of(run.program);
    return rates.rank_mebibytes +
           rates.bytes_per_body * static_cast<double>(run.bodies) / static_cast<double>(run.ranks) / (1 << 20);
}

}  // namespace

std::size_t memory_limit(const HandOver& run) {
    return static_cast<std::size_t>(std::ceil((buffer_mebibytes + 2 * rank_memory(run)) / 100)) * 100;
}

std::string expectation(const HandOver& run) {
    const Rates rates = rates_of(run.program);
    const double steps = (run.until - run.begin) / run.step();
    const auto bodies = static_cast<double>(run.bodies);
    const double seconds = bodies * steps / rates.bodies_per_second / static_cast<double>(run.ranks);
    const double snapshots = std::floor((run.until - run.begin) / run.every) + 1;
    std::string text = fmt::format(
        "- time: about {}, for {:.0f} steps of {} bodies with {} MPI rank{} on free cores\n"
        "- memory: about {:.0f} MiB in each rank\n"
        "- snapshots: {:.0f} files of {:.2g} MB in output/\n\n"
        "These figures extrapolate runs of 50,000 bodies on two cores (docs/export.md of Milkomeda).\n"
        "They are right within a factor of a few, because bodies in dense centers make shorter steps.",
        duration_text(seconds), steps, run.bodies, run.ranks, run.ranks == 1 ? "" : "s", rank_memory(run), snapshots,
        bodies * rates.snapshot_bytes_per_body / 1e6);
    if (run.program == HandOverProgram::gadget4)
        text += fmt::format("\nMaxMemSize in param.txt permits {} MiB in each rank.", memory_limit(run));
    if (run.gas > 0) text += "\nGas makes much shorter steps, and can need several times this time.";
    return text;
}

}  // namespace milkomeda
