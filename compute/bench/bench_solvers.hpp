// Measures the solvers: seconds per sum, seconds per stage, and errors.
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

// Accuracies of the multipole method that are measured.
inline constexpr std::array bench_accuracies{Accuracy::draft, Accuracy::standard, Accuracy::fine};

// Statistics of |da|/|a|, compared with the direct sum in double precision.
struct SolverErrors {
    double rms = 0, p50 = 0, p99 = 0, most = 0;
    double momentum = 0;  // |sum m a| / sum m |a| over all bodies
};

struct StageTime {
    std::string_view name;
    double seconds = 0;  // measured separately, waiting after the stage
};

struct SolverTime {
    std::string_view solver;           // "direct" or "fmm"
    std::optional<Accuracy> accuracy;  // only for the multipole method
    std::size_t bodies = 0;
    std::optional<FmmSettings> settings{};
    double seconds = 0;    // for a whole sum: tree, lists and fields
    double part = 1;       // fraction of the sum that was timed
    std::string shares{};  // shares of several devices
    std::vector<StageTime> stages{};
    std::optional<double> bytes_per_body{};  // device memory besides positions and velocities
    std::optional<SolverErrors> errors{};
};

// Measures the direct sum and the multipole method in each accuracy, for each number of bodies; with
// `all_variants` all settings of fmm_variants(), else the usual settings.
std::vector<SolverTime> bench_solvers(const Device& device, const ReadAsset& read,
                                      std::span<const std::size_t> bodies, double softening,
                                      bool all_variants, const BenchBodies& make_bodies,
                                      const BenchProgress& progress);

// Measures the multipole method on several devices together.
std::vector<SolverTime> bench_solvers_together(std::span<const Device> devices, const ReadAsset& read,
                                               std::span<const std::size_t> bodies, double softening,
                                               const BenchBodies& make_bodies, const BenchProgress& progress);

struct Crossover {
    double bodies, seconds;
};

// Returns the number of bodies from which the multipole method is faster, interpolated between measurements;
// empty if it is outside of the measured range.
std::optional<Crossover> crossover(std::span<const SolverTime> times, Accuracy accuracy);

}  // namespace milkomeda
