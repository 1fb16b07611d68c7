// The command line as plain values; design and names are a contract with scripts.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/annotation_set.hpp"
#include "app/cli/command_text.hpp"
#include "app/cli/look_overrides.hpp"
#include "app/cli/overrides.hpp"
#include "app/cli/usage_error.hpp"
#include "compute/device/device_context.hpp"
#include "compute/gravity/solvers.hpp"
#include "data/base/vector3.hpp"
#include "data/particles/particle_file.hpp"
#include "data/particles/selection.hpp"
#include "data/simulation/parameters.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

enum class Command { view, render, simulate, generate, potential, info, devices, bench, scenes };

enum class BenchSubject { direct, solvers, build, draw, potential, matrix, mixed };
template <>
inline constexpr std::array<std::string_view, 7> names<BenchSubject>{"direct",    "solvers", "build", "draw",
                                                                     "potential", "matrix",  "mixed"};

// What the command line says of the camera; empty parts keep the scene's.
struct CameraOverrides {
    std::optional<glm::vec3> position;          // looks from there at the target
    std::optional<float> yaw, pitch, distance;  // radians, model units
    std::optional<glm::vec3> target, up;
    std::optional<float> fov;  // radians
    std::optional<Projection> projection;
    bool sky = false;    // from a star of a disk
    std::string follow;  // a galaxy or a body's id; empty: nothing
    bool path = false;   // the scene's key frames
};

// Points at which the potential is wanted; empty parts make a cube around all that is drawn.
struct LatticeOptions {
    std::array<std::size_t, 3> counts{1, 1, 1};
    std::optional<Vector3> center, extent;
};

struct Options {
    Command command = Command::view;
    std::string source = "milky-way-andromeda";  // a scene's name or a file
    ReadOptions reading;                         // of a file
    Selection selection;                         // bodies empty: the command's default
    std::uint64_t seed = 1;
    std::vector<std::pair<std::string, std::string>> scene_settings;  // --set KEY=VALUE

    std::string device;
    Interop interop = Interop::automatic;
    const SolverType* solver = &solvers().front();
    std::string kernel;   // NAME:wg=128,per-item=4,split=16; empty: the device's default
    bool retune = false;  // searches for the fastest kernel, whatever is remembered
    Overrides<SimulationParameters> parameters;
    Overrides<SimulationParameters> presumed;  // by the command, where neither source nor command line says

    std::optional<int> width, height;  // --size
    CameraOverrides camera;
    LookOverrides look;
    std::optional<AnnotationSet> show;
    std::optional<int> detail;  // one in so many bodies is drawn; empty: all, in the window what is quick

    std::filesystem::path output;
    std::string format;                       // of particles in it; empty: by its extension
    std::optional<double> at;                 // render to a picture; potential
    std::optional<double> from, until;        // render to a film; simulate
    std::optional<double> frames_per_second;  // of a film; empty: what its format has
    std::filesystem::path again;              // render: the film or picture that is made again
    std::vector<std::string> words;           // of the command line, behind the program's name
    std::optional<double> every;              // simulate: a file each such time
    std::filesystem::path recording;          // simulate: many moments in one file; every: between them
    bool records_velocities = true;
    std::filesystem::path diagnostics;  // simulate: a CSV file
    double diagnostics_every = 0.1;
    LatticeOptions lattice;  // potential

    BenchSubject bench_subject = BenchSubject::direct;
    std::vector<std::size_t> bench_bodies;  // bench: empty for its own choice
    std::vector<DrawMode> bench_modes;      // bench draw: empty for its own choice
    std::optional<double> bench_seconds;  // bench of the direct sum: about so long; empty for its own choice
    bool bench_full = false;              // bench: every setting, every fraction
    std::filesystem::path csv, plot;      // bench: files, if any

    std::filesystem::path assets;
    std::optional<float> ui_scale;    // of text and panels; empty: what the screen asks for
    std::optional<int> monitor;       // the window opens there, counted from 1
    bool settings = true;             // the window reads and writes saved settings
    bool resume = false;              // the source is the run that the window kept last
    std::optional<double> auto_save;  // seconds between two times that the window keeps the run; 0: never
    bool trace = false;
    bool json = false;
    bool verbose = false;
};

inline constexpr float smallest_ui_scale = 0.5f, largest_ui_scale = 4;

// Empty when the command line asked for help or the version, which has then been printed. Throws UsageError.
std::optional<Options> parse_options(int argc, char** argv);

// What the command line can say: the program without a command, then its commands.
std::vector<CommandText> command_texts();

// "Milkomeda 1.2.3".
std::string program_version();

}  // namespace milkomeda
