// State files (docs/formats.md): all data needed to continue a run. On the same device with the same kernel, the
// continued run equals an uninterrupted run bit for bit.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/gas_state.hpp"
#include "data/simulation/integrator_state.hpp"
#include "data/simulation/parameters.hpp"
#include "data/system/atomic_file.hpp"

namespace milkomeda {

// Solver that computed the forces. Equal solver, kernel and device give identical bits.
struct SavedSolver {
    std::string name;    // value of option --solver: "direct" or "fmm"
    std::string kernel;  // value of option --kernel, for direct summation
    std::string device;  // name of the OpenCL device with its driver

    bool operator==(const SavedSolver&) const = default;
};

// Measurements of a run from its start to the saved moment, as LiveDiagnostics writes and reads them.
struct SavedDiagnostics {
    std::string columns;         // JSON text that names the columns; empty without measurements
    std::vector<double> values;  // numbers of all rows, row by row
};

struct SavedRun {
    std::string version;  // version of the program that wrote the file
    long steps = 0;
    SimulationParameters parameters;
    SavedSolver solver;
    std::optional<IntegerRows> integers;  // integer columns, only for reversible integrators
    // state of the integrator; if empty, for example on another device, the state is computed anew from the bodies
    std::optional<IntegratorState> memory;
    std::optional<GasState> gas;  // empty without gas, or if the run has not computed the state of the gas
    // Further texts that the program stores: scene file, look, camera, ... The keys are names from saved_texts.
    std::map<std::string, std::string> texts;
    SavedDiagnostics diagnostics{};
    // Columns of the origins of the components (app/scene/component_origin.hpp), one number per body; empty if the run
    // was saved without origins. The text `Origins` contains the numbers of each component.
    std::vector<float> radii_at_start, vertical_ranks;
};

struct SavedState {
    ParticleSet particles;        // rows in the order of the run
    std::optional<SavedRun> run;  // empty if the file contains only bodies at the start of a run
};

// name of this particle file format, for option --format
inline constexpr std::string_view state_format = "milkomeda";

// Names of the texts that a state file can contain.
inline constexpr std::array<std::string_view, 8> saved_texts{"Source", "Scene", "SceneSettings", "Changes",
                                                             "Shown",  "Look",  "Camera",        "Origins"};

// Writes the file atomically and returns its final name. Throws FileError with a one-line message; an
// existing file is then kept.
std::filesystem::path write_saved_state(const std::filesystem::path& file, const SavedState& state,
                                        Existing existing = Existing::replaced);
// Reads a state file. Throws FileError if the file is truncated, damaged or inconsistent.
SavedState read_saved_state(const std::filesystem::path& file);

// Functions that treat state files as a particle file format, with bodies in the order of their ids.
bool looks_like_state(const FileHead& head);
ParticleFile read_state_bodies(const std::filesystem::path& file, const ReadOptions& options);
std::optional<double> read_state_time(const std::filesystem::path& file, const ReadOptions& options);
void write_state_bodies(const std::filesystem::path& file, const ParticleSet& particles);

}  // namespace milkomeda
