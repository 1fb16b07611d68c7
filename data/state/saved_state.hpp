// State files (docs/formats.md): everything needed to continue a run, bit for bit on the same device and
// kernel.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/integrator_state.hpp"
#include "data/simulation/parameters.hpp"
#include "data/system/atomic_file.hpp"

namespace milkomeda {

// What computed the forces; the same solver, kernel and device reproduce the same bits.
struct SavedSolver {
    std::string name;    // value of --solver: "direct", "fmm"
    std::string kernel;  // value of --kernel, for the direct sum
    std::string device;  // name of the device with its driver

    bool operator==(const SavedSolver&) const = default;
};

struct SavedRun {
    std::string version;  // version of the program
    long steps = 0;
    SimulationParameters parameters;
    SavedSolver solver;
    std::optional<IntegerRows> integers;    // integer columns of Integrator::reversible
    std::optional<IntegratorState> memory;  // empty: recomputed, as on another device
    // Further texts that the program stores under its own names: the scene's file, look, camera.
    std::map<std::string, std::string> texts;
};

struct SavedState {
    ParticleSet particles;        // rows in the order of the run
    std::optional<SavedRun> run;  // empty: a start state whose run has not begun
};

inline constexpr std::string_view state_format = "milkomeda";  // name of the particle file format

// Names of the texts that a state may have.
inline constexpr std::array<std::string_view, 7> saved_texts{"Source", "Scene", "SceneSettings", "Changes",
                                                             "Shown",  "Look",  "Camera"};

// Returns the final name of the file. Throws FileError with one line; an old file is kept then.
std::filesystem::path write_saved_state(const std::filesystem::path& file, const SavedState& state,
                                        Existing existing = Existing::replaced);
// Throws FileError if the file is truncated, damaged or inconsistent.
SavedState read_saved_state(const std::filesystem::path& file);

// The state as a particle file format: its bodies in the order of their ids.
bool looks_like_state(const FileHead& head);
ParticleFile read_state_bodies(const std::filesystem::path& file, const ReadOptions& options);
std::optional<double> read_state_time(const std::filesystem::path& file, const ReadOptions& options);
void write_state_bodies(const std::filesystem::path& file, const ParticleSet& particles);

}  // namespace milkomeda
