// What a run starts from: particles, and what the scene and the command line say of them, loaded.
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
    std::string source;  // the scene's name, or the file
    std::string title;
    ParticleSet particles;            // shuffled inside components, ready to simulate
    std::size_t available = 0;        // rows that the file holds; 0 for a generated scene
    std::optional<SceneOrbit> orbit;  // a scene's, if it has one
    SimulationParameters parameters;
    Camera camera;
    bool fills_picture = false;         // a window may compose the first picture: come nearer, roll
    std::vector<KeyFrame> key_frames;   // the scene's, of the camera's path
    std::vector<bool> shown;            // one for each component
    LookOverrides look;                 // how the scene wants to be drawn
    std::optional<AnnotationSet> show;  // over the picture, where the scene says so
    std::optional<SliceChoice> slice;   // through the potential, if the scene has one
    // In the order of their times; none where the galaxies or their orbit are not as the scene's file has
    // them.
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

// The same particles, kept for as long as somebody holds them: there is one copy of the rows of a start.
std::shared_ptr<const ParticleSet> particles_of(const std::shared_ptr<const SceneSetup>& initial);

// How many bodies to take when the command line leaves it open; called with the scene's parameters, for
// generated scenes only (files: all rows). The scene's own number when empty.
using BodyCountPolicy = std::function<std::size_t(const SimulationParameters&)>;

// How many bodies a generated scene may have at most (checked before any work); what the limit is made of.
struct BodiesLimit {
    std::size_t bodies;
    std::string reason;
};

// Whether each component is shown where these are hidden; if there are no others, those.
std::vector<bool> shown_components(const ParticleSet& particles, const std::vector<std::string>& hidden);

// The scene's parameters, with what the command presumes where the scene says nothing.
SimulationParameters presumed_parameters(const Scene& scene, const SceneOptions& options);

// A scene that ships, or a file ending in .toml.
bool is_scene(const std::string& source, const Assets& assets);

// The file that `source` names: itself, or a table in the user's data folder. Throws UsageError for a name
// that is neither scene nor file.
std::filesystem::path particle_file(const std::string& source, const Assets& assets);

// Throws what load_scene_setup() would for a source that is not there, before anything slow begins.
void require_source(const std::string& source, const Assets& assets);

// Logs which properties of the components the output's format cannot store, if any.
void log_lost_components(const ParticleOutput& output, const SceneSetup& initial);

// Loads options.source. Throws UsageError (unknown scene, wrong parameters), FileError.
SceneSetup load_scene_setup(const SceneOptions& options, const Assets& assets,
                            const BodyCountPolicy& body_count, const BodiesLimit& limit);

}  // namespace milkomeda
