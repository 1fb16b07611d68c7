// Start of a run: the loaded particles, with the settings of the scene and the command line.
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
    std::size_t available = 0;        // rows that the file holds; 0 for a generated scene
    std::optional<SceneOrbit> orbit;  // orbit of the scene, if it has one
    SimulationParameters parameters;
    Camera camera;
    bool fills_picture = false;         // true if a window may move the first camera closer and roll it
    std::vector<KeyFrame> key_frames;   // camera path of the scene
    std::vector<bool> shown;            // one flag for each component: true if it is shown
    LookOverrides look;                 // drawing settings of the scene
    std::optional<AnnotationSet> show;  // annotations over the picture, if the scene sets them
    std::optional<SliceChoice> slice;   // slice through the potential, if the scene has one
    // Milestones in the order of their times; empty if the command line has changed the galaxies or their
    // orbit.
    std::vector<SceneMilestone> milestones;
    EventSchedule course;                  // what is done to its galaxies; what is due at the start is done
    double until = 90;                     // where the window pauses and a film ends
    std::optional<MixedBox> mixed;         // particles in a box, where there are no galaxies
    std::shared_ptr<Snapshots> snapshots;  // of a series, to be played back; `particles` are the first
    std::shared_ptr<const SavedRun> resumed;  // of a state file: the run that goes on from `particles`
    std::string resumed_how;                  // in one line, once it does
    // The scene's file, whole, and what --set changes of it; of the default scene, where a file is loaded.
    std::string scene_text;
    SceneSettings scene_settings;
};

// Returns the particles without a copy. They live as long as the returned pointer.
std::shared_ptr<const ParticleSet> particles_of(const std::shared_ptr<const SceneSetup>& initial);

// Chooses the number of bodies if the command line gives none, from the parameters of the scene. Used for
// generated scenes only; files give all rows. An empty function means the number of the scene.
using BodyCountPolicy = std::function<std::size_t(const SimulationParameters&)>;

// Largest allowed number of bodies of a generated scene (checked before any work), and the origin of the
// limit.
struct BodiesLimit {
    std::size_t bodies;
    std::string reason;
};

// Returns for each component whether it is shown. If `hidden` names all components, all are shown.
std::vector<bool> shown_components(const ParticleSet& particles, const std::vector<std::string>& hidden);

// Returns the parameters of the scene; where the scene sets none, the defaults of the command apply.
SimulationParameters presumed_parameters(const Scene& scene, const SceneOptions& options);

// Returns true for the name of a shipped scene and for a file that ends in .toml.
bool is_scene(const std::string& source, const Assets& assets);

// Returns the file that `source` names: a path, or a table in the data folder of the user. Throws UsageError
// if `source` is neither a scene nor a file.
std::filesystem::path particle_file(const std::string& source, const Assets& assets);

// Throws the error of load_scene_setup() for a missing source, before any slow work begins.
void require_source(const std::string& source, const Assets& assets);

// Logs which properties of the components the output's format cannot store, if any.
void log_lost_components(const ParticleOutput& output, const SceneSetup& initial);

// Loads options.source. Throws UsageError for an unknown scene or wrong parameters, and FileError for a bad
// file.
SceneSetup load_scene_setup(const SceneOptions& options, const Assets& assets,
                            const BodyCountPolicy& body_count, const BodiesLimit& limit);

}  // namespace milkomeda
