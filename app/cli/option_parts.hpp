// Groups of options that several commands share. A function takes only the groups of options that it needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/annotation_set.hpp"
#include "app/cli/look_overrides.hpp"
#include "app/cli/usage_error.hpp"
#include "compute/device/device_context.hpp"
#include "compute/gravity/solvers.hpp"
#include "data/encounter/rigid_galaxy.hpp"
#include "data/particles/particle_file.hpp"
#include "data/particles/selection.hpp"
#include "data/series/series_watch.hpp"
#include "data/simulation/parameters.hpp"
#include "render/camera/camera.hpp"

namespace milkomeda {

inline constexpr const char* default_scene = "milky-way-andromeda";
// Begin of a source that is a restricted encounter (app/scene/encounter_source.hpp).
inline constexpr const char* encounter_prefix = "spam:";

// Returns the source of a restricted encounter. `value` is a value of --spam. If `rigid_galaxies` is empty, the model
// is that of the file, or SPAM.
std::string encounter_source(const std::string& value, std::optional<RigidGalaxy> rigid_galaxies = {});

// The KEY=VALUE settings of --set, with the keys of scene files.
using SceneSettings = std::vector<std::pair<std::string, std::string>>;

// Changes that the command line makes to the scene's camera. Empty members keep the scene's values.
struct CameraOverrides {
    std::optional<glm::vec3> position;          // position of the camera, which looks at the target
    std::optional<float> yaw, pitch, distance;  // yaw and pitch in radians, distance from the target in model units
    std::optional<glm::vec3> target, up;
    std::optional<float> fov;  // vertical field of view in radians
    std::optional<Projection> projection;
    bool sky = false;    // true: the camera is at a star of a disk
    std::string follow;  // name of a galaxy or id of a body that the camera follows; may be empty
    bool path = false;   // true: the camera follows the scene's key frames
    double turn = 0;     // angle in degrees by which the camera turns around its target during a video
};

// Values of the options --at, --from and --until, in model units. Each command declares only some of these options.
struct TimeOptions {
    std::optional<double> at, from, until;
};

// Everything needed to load a scene or a file (app/scene/scene_setup.hpp).
struct SceneOptions {
    std::string source = default_scene;           // name of a scene, or path of a file
    std::string encounter{};                      // value of --spam, a restricted encounter instead of `source`
    std::optional<RigidGalaxy> rigid_galaxies{};  // model of the restricted encounter; empty: that of its file
    bool follows = false;                         // true: `source` is a folder in which a program writes a run
    std::optional<FollowedRun> followed;          // run that the series `source` shows while it grows
    bool resume = false;                          // true: load the newest run saved by the window instead of `source`
    // Content that is used instead of the file `source`; null: read the file.
    std::shared_ptr<const ParticleFile> content{};
    ReadOptions reading;     // units, origin and periodic box of a particle file
    Selection selection;     // bodies to load; without a number, the command chooses the number
    std::uint64_t seed = 1;  // random seed of generated scenes
    SceneSettings settings;
    Overrides<SimulationParameters> parameters;
    // Default parameters of the command. Parameters of the scene or command line override these defaults.
    Overrides<SimulationParameters> presumed;
    CameraOverrides camera;
    TimeOptions times;
};

// Devices, solver and kernel of the computation.
struct DeviceOptions {
    std::string names;  // indices or parts of names, separated by commas, or "all"; empty: the default device
    Interop interop = Interop::automatic;
    const SolverType* solver = &solvers().front();
    std::string
        kernel;  // kernel variant with settings: NAME:wg=128,per-item=4,split=16; empty: the device's default kernel
    bool retune = false;  // true: search for the fastest kernel even if a stored search result exists

    bool chooses_solver() const { return solver != &solvers().front() || !kernel.empty() || retune; }
};

// Size and detail of the picture.
struct PictureOptions {
    std::optional<int> width, height;  // width and height of the picture in pixels
    // A picture shows every k-th body, where k is the value of `detail`. If `detail` is empty, `render` draws all
    // bodies, and the window adapts k to its frame rate.
    std::optional<int> detail;

    int width_or_default() const { return width.value_or(1280); }
    int height_or_default() const { return height.value_or(720); }
};

// Changes that the command line makes to the look and the annotations.
struct StyleOptions {
    LookOverrides look;
    std::optional<AnnotationSet> show;
};

// Options that every command has.
struct ProgramOptions {
    std::filesystem::path assets;  // folder with files that replace embedded files; may be empty
    bool saved_settings = true;    // true: read and write saved settings and kernel measurements
    bool verbose = false;
};

// Particle file to write.
struct ParticleOutput {
    std::filesystem::path file;  // path of the file; may be empty
    std::string format;          // name of the format; empty: the format follows from the file's extension
};

}  // namespace milkomeda
