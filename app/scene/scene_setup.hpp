// The start of a run: the loaded particles, and all settings of the scene and the command line.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/option_parts.hpp"
#include "app/playback/snapshots.hpp"
#include "app/scene/component_origin.hpp"
#include "app/scene/slice_choice.hpp"
#include "assets/assets.hpp"
#include "data/mixed/mixed_box.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/play/scene_changes.hpp"
#include "data/state/saved_state.hpp"
#include "render/camera/camera_path.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

// How the camera of a scene frames the galaxies.
struct StartFraming {
    bool is_kept = true;  // true: the camera keeps all galaxies in view until the user moves it
    bool rolls = false;   // true: the camera rolls at the start so that the bodies appear larger
};

struct SceneSetup {
    std::string source;  // name of the scene, or path of the file
    std::string title;
    ParticleSet particles;                 // particles at the start, shuffled inside components
    std::vector<ComponentOrigin> origins;  // one origin per component; the run may have begun before `particles`
    std::vector<std::string> notes;        // what the reader of a file has assumed or left out, one line each
    std::size_t available = 0;             // number of particles in the file; 0 for a generated scene
    std::optional<SceneOrbit> orbit;       // orbit of the scene's two galaxies, if the scene sets an orbit
    SimulationParameters parameters;
    Camera camera;
    StartFraming framing;
    std::vector<KeyFrame> key_frames;   // camera path of the scene
    std::vector<ShownBodies> shown;     // drawn bodies of each component
    LookOverrides look;                 // drawing settings of the scene
    std::optional<AnnotationSet> show;  // annotations over the picture, if the scene sets annotations
    std::optional<SliceChoice> slice;   // slice through the potential, if the scene sets a slice
    // Milestones of the scene in order of time; empty if the command line changes the galaxies or their orbit.
    std::vector<SceneMilestone> milestones;
    double famous_time = 0;                // model time of the scene's famous moment; 0 for files and changed galaxies
    EventSchedule course;                  // scripted galaxy edits; edits due at the start are already applied
    double until = 90;                     // model time at which the window pauses and a video ends
    std::optional<MixedBox> mixed;         // box of a mixed-particle scene, which has no galaxies
    std::shared_ptr<Snapshots> snapshots;  // series to play back; `particles` is its first snapshot
    // Saved run of a state file, which continues from `particles`; null for other sources.
    std::shared_ptr<const SavedRun> resumed;
    std::string resumed_how;       // one line on how the saved run was resumed; empty before resuming
    std::string scene_text;        // text of the scene file; for a particle file, the text of the default scene
    SceneSettings scene_settings;  // changes of the scene by --set

    // Returns true if model times can be converted to years. The times of a mixed box have no unit.
    bool has_years() const { return !mixed; }
};

// Returns the particles without a copy. The returned pointer keeps the whole setup alive.
std::shared_ptr<const ParticleSet> particles_of(const std::shared_ptr<const SceneSetup>& initial);

// Copies the settings of the scene that do not depend on its bodies into `initial`.
void take_settings(const Scene& scene, SceneSetup& initial);

// The largest run whose steps a device computes fast enough for the pace of a scene.
struct BodyBudget {
    std::size_t bodies = 0;
    bool with_gas = true;  // false if the device is too slow for gas
};
// Returns the budget of a generated scene for these parameters, if the command line sets no number of bodies. `has_gas`
// is true if the run moves gas. An empty function stands for the number in the scene file, with gas.
using BodyCountPolicy = std::function<BodyBudget(const SimulationParameters&, bool has_gas)>;

// Largest number of bodies that can be simulated, and the memory that limits this number, such as "this machine's
// memory".
struct BodiesLimit {
    std::size_t bodies;
    std::string reason;
};

// Returns the drawn bodies of each component. Hides the parts whose names `hidden` contains
// (app/scene/shown_parts.hpp), and perturbers. If `hidden` names all parts, shows all parts, because an empty picture
// is useless.
std::vector<ShownBodies> shown_components(const ParticleSet& particles, const std::vector<std::string>& hidden);

// Returns the parameters of the scene. Parameters that the scene does not set get the defaults of the command.
SimulationParameters presumed_parameters(const Scene& scene, const SceneOptions& options);

// Returns the particle file `source`: a path, or the name of a table in the user's data folder. Throws UsageError
// if there is neither a scene nor a file of this name.
std::filesystem::path particle_file(const std::string& source, const Assets& assets);

// Reads a particle file or all parts of a snapshot, with a progress bar if several parts are large. Throws FileError.
ParticleFile read_visibly(const std::filesystem::path& file, const ReadOptions& options);

// Throws the same exceptions as load_scene_setup() if the source is missing. Must be called before slow work begins.
void require_source(const std::string& source, const Assets& assets);

// Logs which properties of the components, and of gas with the known columns `gas`, the output format cannot store.
void log_lost_components(const ParticleOutput& output, const SceneSetup& initial, const CompleteGasColumns& gas);

// Changes the camera of the scene as the options demand. Throws UsageError if a camera option needs a star, a body or
// key frames that the scene does not have, and std::invalid_argument for an impossible camera.
void place_camera(const SceneOptions& options, SceneSetup& initial);

// Loads options.source or options.content. Throws UsageError for an unknown scene or invalid parameters, and FileError
// for an invalid file.
SceneSetup load_scene_setup(const SceneOptions& options, const Assets& assets, const BodyCountPolicy& body_count,
                            const BodiesLimit& limit);

}  // namespace milkomeda
