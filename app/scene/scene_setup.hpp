// Start of a run: the loaded particles and all settings of the scene and the command line.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/option_parts.hpp"
#include "app/playback/snapshots.hpp"
#include "app/scene/slice_choice.hpp"
#include "assets/assets.hpp"
#include "data/mixed/mixed_box.hpp"
#include "data/play/scene_changes.hpp"
#include "data/state/saved_state.hpp"
#include "render/camera/camera_path.hpp"

namespace milkomeda {

struct SceneSetup {
    std::string source;  // name of the scene, or path of the file
    std::string title;
    ParticleSet particles;            // shuffled inside components, ready to simulate
    std::size_t available = 0;        // rows in the file; 0 for a generated scene
    std::optional<SceneOrbit> orbit;  // orbit of the scene, if it has one
    SimulationParameters parameters;
    Camera camera;
    bool fills_picture = false;         // true if a window may move the first camera closer and roll it
    std::vector<KeyFrame> key_frames;   // camera path of the scene
    std::vector<bool> shown;            // one flag per component: true if it is shown
    LookOverrides look;                 // drawing settings of the scene
    std::optional<AnnotationSet> show;  // annotations over the picture, if the scene sets any
    std::optional<SliceChoice> slice;   // slice through the potential, if the scene has one
    // Scene milestones in order of time. Empty if the command line has changed the galaxies or their orbit.
    std::vector<SceneMilestone> milestones;
    EventSchedule course;                  // scripted galaxy edits; edits due at the start are already applied
    double until = 90;                     // model time at which the window pauses and a video ends
    std::optional<MixedBox> mixed;         // box of a mixed-particle scene, which has no galaxies
    std::shared_ptr<Snapshots> snapshots;  // series to play back; `particles` is its first snapshot
    // Saved run of a state file, which continues from `particles`; null for other sources.
    std::shared_ptr<const SavedRun> resumed;
    std::string resumed_how;  // one line on how the saved run was resumed; empty before resuming
    // Text of the scene file and its changes by --set. Particle files get the text of the default scene.
    std::string scene_text;
    SceneSettings scene_settings;
};

// Returns the particles without a copy. The returned pointer keeps the whole setup alive.
std::shared_ptr<const ParticleSet> particles_of(const std::shared_ptr<const SceneSetup>& initial);

// Chooses the number of bodies of a generated scene from its parameters if the command line gives no number.
// If the function is empty, the scene's own number applies.
using BodyCountPolicy = std::function<std::size_t(const SimulationParameters&)>;

// Largest allowed number of bodies, and what limits it, such as "this machine's memory".
struct BodiesLimit {
    std::size_t bodies;
    std::string reason;
};

// Returns one flag per component: true if it is shown. If `hidden` names all components, all are shown.
std::vector<bool> shown_components(const ParticleSet& particles, const std::vector<std::string>& hidden);

// Returns the parameters of the scene, with the defaults of the command for parameters that it does not set.
SimulationParameters presumed_parameters(const Scene& scene, const SceneOptions& options);

// Returns true for the name of a shipped scene and for a file that ends in .toml.
bool is_scene(const std::string& source, const Assets& assets);

// Returns the file that `source` names: a path, or a table in the user's data folder. Throws UsageError if
// there is neither a scene nor a file of that name.
std::filesystem::path particle_file(const std::string& source, const Assets& assets);

// Throws the error of load_scene_setup() for a missing source, so that it appears before slow work begins.
void require_source(const std::string& source, const Assets& assets);

// Logs which properties of the components the output format cannot store, if any.
void log_lost_components(const ParticleOutput& output, const SceneSetup& initial);

// Loads options.source. Throws UsageError for an unknown scene or bad parameters, FileError for a bad file.
SceneSetup load_scene_setup(const SceneOptions& options, const Assets& assets, const BodyCountPolicy& body_count,
                            const BodiesLimit& limit);

}  // namespace milkomeda
