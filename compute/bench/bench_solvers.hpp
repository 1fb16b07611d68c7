// Measures the force solvers: seconds per force evaluation, seconds per stage, and force errors.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/bench/bench.hpp"
#include "compute/fmm/fmm_settings.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

// Accuracies of the multipole method that the bench measures.
inline constexpr std::array bench_accuracies{Accuracy::draft, Accuracy::standard, Accuracy::fine};

// Statistics of the relative force error |da|/|a|, compared with the direct sum in double precision.
struct SolverErrors {
    double rms = 0, p50 = 0, p99 = 0, most = 0;
    double momentum = 0;  // spurious total force |sum m a| / sum m |a| over all bodies; 0 for exact forces
};

struct StageTime {
    std::string_view name;
    double seconds = 0;  // seconds of this stage, including the wait for its end
};

struct SolverTime {
    std::string_view solver;           // "direct" or "fmm"
    std::optional<Accuracy> accuracy;  // accuracy of the multipole method; empty for the direct sum
    std::size_t bodies = 0;
    std::optional<FmmSettings> settings{};
    double seconds = 0;    // seconds of a whole force evaluation, including tree and interaction lists
    double part = 1;       // fraction of the sum that was timed; `seconds` is extrapolated to the whole sum
    std::string shares{};  // text with each device's fraction of the work; empty for one device
    std::vector<StageTime> stages{};
    std::optional<double> bytes_per_body{};  // device memory of the solver in bytes per body
    std::optional<SolverErrors> errors{};
};

// Measures the direct sum and the multipole method in each accuracy, for each number of bodies. With
// `options.full`, measures all settings that fmm_variants() lists instead of the default settings. Several devices
// share each force evaluation; in this case, only the multipole method is measured, with the default settings.
std::vector<SolverTime> bench_solvers(std::span<const Device> devices, const ReadAsset& read,
                                      const BenchOptions& options, const BenchBodies& bodies,
                                      const BenchProgress& progress);

struct Crossover {
    double bodies, seconds;
};

// Returns the number of bodies from which the multipole method is faster than the direct sum, interpolated
// between the measurements. Empty if the measured range contains no such number.
std::optional<Crossover> crossover(std::span<const SolverTime> times, Accuracy accuracy);

}  // namespace milkomeda
