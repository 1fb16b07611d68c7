// Scenes: TOML files in data/scenes/ that define what to show and how to start (docs/scenes.md), as plain
// values.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "data/base/asset_source.hpp"
#include "data/base/parallel.hpp"
#include "data/galaxies/galaxy_spec.hpp"
#include "data/mixed/mixed_box.hpp"
#include "data/particles/particles.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

// Position of the camera on its path at a time: [[camera.keyframe]].
struct SceneKeyFrame {
    std::optional<double> time;
    std::optional<std::array<double, 3>> position;
    std::array<double, 3> target{0, 0, 0};
    std::optional<double> field_of_view_degrees;  // empty: that of the previous key frame, or of the camera
    std::optional<std::string> projection;        // empty: that of the previous key frame, else perspective
    std::string origin;                           // file and line
};

// A remarkable moment of the scene: [[milestone]].
struct SceneMilestone {
    double time = std::numeric_limits<double>::quiet_NaN();  // model time; NaN until it is read
    std::string title;                                       // "the disks pass through each other"
    std::string origin;                                      // file and line
};

// Scripted event that adds, throws or deletes a galaxy while the scene runs: [[change]].
struct SceneChange {
    // model time; the change happens at the end of the last step that does not end later
    std::optional<double> time;
    std::optional<std::string> added, thrown, deleted;  // name of the galaxy; one of the three is set
    // Properties of an added galaxy: the galaxy of the shipped scenes whose model it uses, the factor of that
    // galaxy's mass, its number of bodies (0: as many as a galaxy of the run has), and the seed of its
    // bodies.
    std::optional<std::string> like;
    double mass_factor = 1;
    std::size_t bodies = 0, seed = 1;
    std::optional<std::array<double, 3>> position, spin;  // of an added galaxy
    std::optional<std::array<double, 3>> way;             // displacement of a thrown galaxy
    // velocity of the center of an added or thrown galaxy
    std::optional<std::array<double, 3>> velocity;
    std::string origin;  // file and line
};

// Massive body that the CPU integrates beside the field bodies: [[perturber]].
struct ScenePerturber {
    std::string name;
    std::optional<std::string> galaxy;  // galaxy whose center its position and velocity refer to
    double mass = 0;
    std::array<double, 3> position{}, velocity{};
    double softening = 0.05;  // towards field bodies
    std::array<double, 3> color{1, 1, 1};
    std::string origin;  // file and line
};

struct SceneCamera {
    std::array<double, 3> position{0, 0, 45};
    std::array<double, 3> target{0, 0, 0};
    double field_of_view_degrees = 60;
    std::array<double, 3> up{0, 1, 0};
    std::optional<std::string> projection;  // empty: perspective
    // The window may move nearer and roll the camera, so that the galaxies fill the area that panels leave
    // free.
    bool fills_picture = false;
    std::vector<SceneKeyFrame> key_frames;
};

// Value of a key in [view] that stands for a row of the look, which the drawing code interprets.
using SceneValue = std::variant<bool, double, std::string, std::array<double, 3>>;

struct SceneView {
    std::vector<std::string> hidden;  // components that have mass but are not drawn
    // If true, unset keys have the program's defaults instead of the user's settings.
    bool complete = false;
    // Drawing styles, as --preset, --mode, --color-by and --color-map name them; empty: the user's settings.
    std::optional<std::string> preset, mode, color_by, color_map;
    std::optional<double> point_size, brightness, stretch, resolved, dust, background;
    std::vector<std::pair<std::string, SceneValue>> settings;  // other rows of the look, by their keys
    // annotations over the picture, as --show names them
    std::optional<std::vector<std::string>> show;
};

// Kepler orbit of two galaxies, treated as points: in the plane z = 0, counterclockwise seen from +z. At
// pericenter the second galaxy lies in direction +x from the first.
struct SceneOrbit {
    double eccentricity = 1;
    double pericenter = 0;
    double separation = 0;  // at the start, while the galaxies approach
};

struct SceneGalaxy {
    std::string name;
    std::optional<std::string> file;  // particle file that replaces the model
    GalaxySpec model;
    // Scale factors of the whole galaxy; velocities are scaled so that it stays in equilibrium.
    double length_scale = 1, mass_scale = 1;
    double bodies = 1;  // weight of the galaxy's share of bodies
    // Start without an orbit, and direction of the disk's spin (default: +z).
    std::optional<std::array<double, 3>> position, velocity, spin;
    // Orientation of the disk relative to the orbit in degrees, as defined by Toomre & Toomre (1972, ApJ 178,
    // 623).
    std::optional<double> inclination, argument;
};

struct Scene {
    static constexpr std::size_t unranked = std::numeric_limits<std::size_t>::max();

    std::string name;             // "milky-way-andromeda"
    std::string title;            // one-line title
    std::string watch;            // one line on what to look for
    std::string sources;          // papers that its parameters are based on
    std::size_t rank = unranked;  // Order in lists: scenes of lower rank come first.
    std::size_t bodies = 16384;
    SimulationParameters simulation;
    double until = 90;        // model time at which the window pauses and a video ends
    double picture_time = 0;  // model time of its picture in the gallery
    std::vector<SceneMilestone> milestones;
    std::vector<SceneChange> changes;  // sorted by time
    SceneCamera camera;
    SceneView view;
    std::optional<SceneOrbit> orbit;
    std::vector<SceneGalaxy> galaxies;
    std::vector<ScenePerturber> perturbers;
    std::optional<MixedBox> mixed;  // mixed box, instead of galaxies
    // for each key the file and line, or the setting, that defines it
    std::map<std::string, std::string> origins;
};

// Returns the names of the shipped scenes, assets data/scenes/NAME.toml, sorted by rank, then name. The first
// is the default scene. Scenes that cannot be loaded are unranked.
std::vector<std::string> scene_names(const AssetSource& assets);

// Returns true for the name of a shipped scene and for a user's file ending in .toml.
bool is_scene_name(std::string_view name, const AssetSource& assets);

// Returns the text of a scene file. Throws std::invalid_argument if a user's file cannot be read.
std::string scene_text(std::string_view name, const AssetSource& assets);

// Loads a scene. `settings` are KEY=VALUE pairs with TOML keys ("simulation.timestep", "0.01") that override
// the file. Throws std::invalid_argument with one line that names the place, the key and the fault: unknown
// scene (lists the scenes), unknown key, wrong type, out of range, or inconsistent parts.
Scene load_scene(std::string_view name, const AssetSource& assets,
                 const std::vector<std::pair<std::string, std::string>>& settings = {});

// Loads a scene from the text of a scene file. `name` is used in messages.
Scene scene_of_text(const std::string& name, const std::string& text,
                    const std::vector<std::pair<std::string, std::string>>& settings = {});

// Generates the scene's particles at its start, centered and at rest as a whole: the disks of all galaxies,
// then the bulges, halos and stars, then particles from files, then perturbers, which `bodies` does not
// count. Deterministic on all machines with any number of threads, except for the last digit of a few floats
// in a million where the mathematical library rounds differently. Throws std::invalid_argument for fewer
// bodies than components and for galaxies without equilibrium, FileError for invalid or missing files (says
// how to get them).
ParticleSet generate(const Scene& scene, std::size_t bodies, std::uint64_t seed = 1,
                     const ReportProgress& report = {});

// Places the particles of the scene's box, or of this box with other numbers of particles (with_numbers()),
// including spare rows. Throws std::invalid_argument with the place of the key if they do not fit.
ParticleSet place_box(const Scene& scene, const MixedBox& box, std::uint64_t seed);

}  // namespace milkomeda
