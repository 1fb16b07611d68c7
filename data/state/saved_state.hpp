// Where a run stands, as a file keeps it (docs/formats.md): all that it takes to go on from there, bit for
// bit on the same device and kernel.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "data/files/atomic_file.hpp"
#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/parameters.hpp"
#include "data/simulation/integrator_state.hpp"

namespace milkomeda {

// What computed the forces: the same again gives the same bits.
struct SavedSolver {
    std::string name;    // --solver: "direct", "fmm"
    std::string kernel;  // --kernel, of the direct sum
    std::string device;  // with its driver

    bool operator==(const SavedSolver&) const = default;
};

struct SavedRun {
    std::string version;  // of the program
    long steps = 0;
    SimulationParameters parameters;
    SavedSolver solver;
    std::optional<IntegerRows> integers;  // of Integrator::reversible
    std::optional<IntegratorState> memory;      // empty: it is found again, as on another device
    // What the program knows besides, under names of its own: the scene's file whole, look, camera.
    std::map<std::string, std::string> texts;
};

struct SavedState {
    ParticleSet particles;          // rows in the order of the run
    std::optional<SavedRun> run;  // empty: bodies that wait for their first run
};

inline constexpr std::string_view state_format = "milkomeda";  // among the formats of particle files

// The texts that a state may have.
inline constexpr std::array<std::string_view, 7> saved_texts{"Source", "Scene", "SceneSettings", "Changes",
                                                             "Shown",  "Look",  "Camera"};

// Returns the name that the file has in the end. Throws FileError with one line; an old file stays then.
std::filesystem::path write_saved_state(const std::filesystem::path& file, const SavedState& state,
                                        Existing existing = Existing::replaced);
// Throws FileError for what is cut, damaged, or makes no sense.
SavedState read_saved_state(const std::filesystem::path& file);

// The state as a particle file among others: its bodies, in the order of their ids.
bool looks_like_state(const FileHead& head);
ParticleFile read_state_bodies(const std::filesystem::path& file, const ReadOptions& options);
std::optional<double> read_state_time(const std::filesystem::path& file, const ReadOptions& options);
void write_state_bodies(const std::filesystem::path& file, const ParticleSet& particles);

}  // namespace milkomeda
