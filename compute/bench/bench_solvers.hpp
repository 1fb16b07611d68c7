// How long the solvers take for a sum, what of it how long, and how exact they are.
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

// Of the multipole method, that are measured.
inline constexpr std::array bench_accuracies{Accuracy::draft, Accuracy::standard, Accuracy::fine};

// Against the direct sum in double precision: of |da|/|a|.
struct SolverErrors {
    double rms = 0, p50 = 0, p99 = 0, most = 0;
    double momentum = 0;  // |sum m a| / sum m |a|, over all bodies
};

struct StageTime {
    std::string_view name;
    double seconds = 0;  // waited for by itself
};

struct SolverTime {
    std::string_view solver;           // "direct" or "fmm"
    std::optional<Accuracy> accuracy;  // of the multipole method
    std::size_t bodies = 0;
    std::optional<FmmSettings> settings{};
    double seconds = 0;    // of a whole sum: tree, lists and forces
    double part = 1;       // of the sum that was timed
    std::string shares{};  // of several devices that sum together
    std::vector<StageTime> stages{};
    std::optional<double> bytes_per_body{};  // device memory, beside positions and velocities
    std::optional<SolverErrors> errors{};
};

// The direct sum and the multipole method in each accuracy, for each of these numbers of bodies; in all its
// variants or in the usual one.
std::vector<SolverTime> bench_solvers(const Device& device, const ReadAsset& read,
                                      std::span<const std::size_t> bodies, double softening,
                                      bool all_variants, const BenchBodies& make_bodies,
                                      const BenchProgress& progress);

// The multipole method by several devices together, likewise.
std::vector<SolverTime> bench_solvers_together(std::span<const Device> devices, const ReadAsset& read,
                                               std::span<const std::size_t> bodies, double softening,
                                               const BenchBodies& make_bodies, const BenchProgress& progress);

struct Crossover {
    double bodies, seconds;
};

// Where the multipole method becomes the quicker one, between numbers of bodies that were measured; empty
// where that is none of them.
std::optional<Crossover> crossover(std::span<const SolverTime> times, Accuracy accuracy);

}  // namespace milkomeda
