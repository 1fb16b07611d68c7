// Parts of the command line that several commands share. Lower layers receive only the parts that they use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/annotation_set.hpp"
#include "app/cli/look_overrides.hpp"
#include "app/cli/overrides.hpp"
#include "app/cli/usage_error.hpp"
#include "compute/device/device_context.hpp"
#include "compute/gravity/solvers.hpp"
#include "data/particles/particle_file.hpp"
#include "data/particles/selection.hpp"
#include "data/simulation/parameters.hpp"
#include "render/camera/camera.hpp"

namespace milkomeda {

inline constexpr const char* default_scene = "milky-way-andromeda";

// KEY=VALUE pairs with TOML keys, as in --set.
using SceneSettings = std::vector<std::pair<std::string, std::string>>;

// Changes of the scene's camera; empty members keep the scene's values.
struct CameraOverrides {
    std::optional<glm::vec3> position;          // place of the camera, which looks at the target
    std::optional<float> yaw, pitch, distance;  // radians, model units
    std::optional<glm::vec3> target, up;
    std::optional<float> fov;  // field of view in radians
    std::optional<Projection> projection;
    bool sky = false;    // the camera stands at a star of a disk
    std::string follow;  // name of a galaxy or id of a body that the camera follows; may be empty
    bool path = false;   // the camera follows the scene's key frames
};

// Model times that the command line names; a command declares only some of them.
struct TimeOptions {
    std::optional<double> at, from, until;
};

// Everything that loading a scene or a file needs (app/scene/scene_setup.hpp).
struct SceneOptions {
    std::string source = default_scene;  // a scene's name or a file
    bool resume = false;                 // load the newest run that the window saved, instead of `source`
    ReadOptions reading;                 // how to read a particle file
    Selection selection;                 // bodies to take; without a number: the command's default
    std::uint64_t seed = 1;              // seed of generated scenes
    SceneSettings settings;
    Overrides<SimulationParameters> parameters;
    // The command's own defaults, which apply where neither the scene nor the command line sets a parameter.
    Overrides<SimulationParameters> presumed;
    CameraOverrides camera;
    TimeOptions times;
};

// Which devices compute, and with which solver and kernel.
struct DeviceOptions {
    std::string names;  // indices or parts of names, separated by commas, or "all"; empty: the default device
    Interop interop = Interop::automatic;
    const SolverType* solver = &solvers().front();
    std::string kernel;   // NAME:wg=128,per-item=4,split=16; empty: the device's default
    bool retune = false;  // search for the fastest kernel although measurements of this device are stored

    bool chooses_solver() const { return solver != &solvers().front() || !kernel.empty() || retune; }
};

// Size and detail of the picture.
struct PictureOptions {
    std::optional<int> width, height;  // pixels
    std::optional<int> detail;  // k: one body in k is drawn; empty: all, in the window as many as are smooth
};

// Changes of the scene's look and annotations.
struct StyleOptions {
    LookOverrides look;
    std::optional<AnnotationSet> show;
};

// Options of the program itself, which every command has.
struct ProgramOptions {
    std::filesystem::path assets;  // folder whose files replace the embedded ones; may be empty
    bool saved_settings = true;    // read and write saved settings and measured kernels
    bool verbose = false;
};

// A particle file to write.
struct ParticleOutput {
    std::filesystem::path file;  // may be empty
    std::string format;          // empty: the format of the file's extension
};

}  // namespace milkomeda
