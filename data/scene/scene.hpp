// Scenes: TOML files in data/scenes/ that say what to show and how to start (docs/scenes.md). Plain values.
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

// Where the camera is at a time, on its path: [[camera.keyframe]].
struct SceneKeyFrame {
    std::optional<double> time;
    std::optional<std::array<double, 3>> position;
    std::array<double, 3> target{0, 0, 0};
    std::optional<double> field_of_view_degrees;  // that of the key frame before, or the camera's, when empty
    std::optional<std::string> projection;        // the same; else perspective
    std::string origin;                           // the file and line
};

// A moment of the scene's course that is worth a look: [[milestone]].
struct SceneMilestone {
    double time = std::numeric_limits<double>::quiet_NaN();  // of the model; none until it is read
    std::string title;                                       // "the disks pass through each other"
    std::string origin;                                      // the file and line
};

// What becomes of a galaxy while the scene runs: [[change]]. One is added, thrown, or deleted.
struct SceneChange {
    std::optional<double> time;  // of the model: at the end of the last step that does not end after it
    std::optional<std::string> added, thrown, deleted;  // its name
    // Of a new one: the galaxy of the shipped scenes whose model it has, what multiplies that one's mass, and
    // its bodies: as many as a galaxy of the run has for 0, and others for another seed.
    std::optional<std::string> like;
    double mass_factor = 1;
    std::size_t bodies = 0, seed = 1;
    std::optional<std::array<double, 3>> position, spin;  // of a new one
    std::optional<std::array<double, 3>> way;             // by which one that is thrown is moved
    std::optional<std::array<double, 3>> velocity;        // of its center from then on, of both
    std::string origin;                                   // the file and line
};

// A heavy body that the CPU moves among the galaxies' bodies: [[perturber]].
struct ScenePerturber {
    std::string name;
    std::optional<std::string> galaxy;  // about whose center its position and velocity are
    double mass = 0;
    std::array<double, 3> position{}, velocity{};
    double softening = 0.05;  // towards the galaxies' bodies
    std::array<double, 3> color{1, 1, 1};
    std::string origin;  // the file and line
};

struct SceneCamera {
    std::array<double, 3> position{0, 0, 45};
    std::array<double, 3> target{0, 0, 0};
    double field_of_view_degrees = 60;
    std::array<double, 3> up{0, 1, 0};
    std::optional<std::string> projection;  // else perspective
    bool fills_picture = false;  // the window may come nearer, and roll the camera, to fill what panels leave
    std::vector<SceneKeyFrame> key_frames;
};

// What a key of [view] takes that stands for a row of the look, which who draws knows.
using SceneValue = std::variant<bool, double, std::string, std::array<double, 3>>;

struct SceneView {
    std::vector<std::string> hidden;  // components that are massive but not drawn
    // What is not said here is as the program has it, whatever the person's own choice is.
    bool complete = false;
    // How it is drawn, as --preset, --mode, --color-by and --color-map name it; the person's own choice when
    // empty.
    std::optional<std::string> preset, mode, color_by, color_map;
    std::optional<double> point_size, brightness, stretch, resolved, dust, background;
    std::vector<std::pair<std::string, SceneValue>> settings;  // other rows, by their keys
    std::optional<std::vector<std::string>> show;              // over the picture, as --show names it
};

// The Kepler orbit of two galaxies about each other, taken as points: in the plane z = 0, anticlockwise seen
// from +z, from the first galaxy to the second along +x at pericenter.
struct SceneOrbit {
    double eccentricity = 1;
    double pericenter = 0;
    double separation = 0;  // at the start, while they approach
};

struct SceneGalaxy {
    std::string name;
    std::optional<std::string> file;  // its particles, instead of the model
    GalaxySpec model;
    // The whole galaxy is enlarged by these; velocities follow, so that it stays in equilibrium.
    double length_scale = 1, mass_scale = 1;
    double bodies = 1;  // weight of its share of them
    // Where it starts, without an orbit; and where its disk's spin points, else along +z.
    std::optional<std::array<double, 3>> position, velocity, spin;
    // The disk's place on the orbit, in degrees, as Toomre & Toomre (1972, ApJ 178, 623) define it.
    std::optional<double> inclination, argument;
};

struct Scene {
    static constexpr std::size_t unranked = std::numeric_limits<std::size_t>::max();

    std::string name;             // "milky-way-andromeda"
    std::string title;            // one line for people
    std::string watch;            // what to look for, in one line
    std::string sources;          // papers that its parameters are after
    std::size_t rank = unranked;  // its place in lists: scenes of a lower rank stand before it
    std::size_t bodies = 16384;
    SimulationParameters simulation;
    double until = 90;        // model time at which the window pauses and a film ends
    double picture_time = 0;  // of its picture in the gallery
    std::vector<SceneMilestone> milestones;
    std::vector<SceneChange> changes;  // in the order of their times
    SceneCamera camera;
    SceneView view;
    std::optional<SceneOrbit> orbit;
    std::vector<SceneGalaxy> galaxies;
    std::vector<ScenePerturber> perturbers;
    std::optional<MixedBox> mixed;               // particles in a box, in place of galaxies
    std::map<std::string, std::string> origins;  // of each key: the file and line, or the setting
};

// The names of the scenes that ship, data/scenes/NAME.toml among the assets: by rank, and by name where ranks
// are equal. The default scene is the first one; one that cannot be loaded has no rank.
std::vector<std::string> scene_names(const AssetSource& assets);

// Is it one of those, or a person's own file ending in .toml?
bool is_scene_name(std::string_view name, const AssetSource& assets);

// The text of a scene's file. Throws std::invalid_argument when it is a person's own and cannot be read.
std::string scene_text(std::string_view name, const AssetSource& assets);

// `settings` are KEY=VALUE pairs with TOML keys ("simulation.timestep", "0.01") that override the file.
// Throws std::invalid_argument with one line that says where, which key, and what is wrong: unknown scene
// (lists them), unknown key, wrong type, out of range, or parts that do not go together.
Scene load_scene(std::string_view name, const AssetSource& assets,
                 const std::vector<std::pair<std::string, std::string>>& settings = {});

// The same of a text that was a scene's file. `name` says in messages what it is of.
Scene scene_of_text(const std::string& name, const std::string& text,
                    const std::vector<std::pair<std::string, std::string>>& settings = {});

// The scene's particles at its start, centered and at rest as a whole: the disks of all galaxies, then the
// bulges, halos and stars, then what comes from files; and perturbers, which `bodies` does not count. The
// same for the same arguments on every machine and any number of threads, but for the last digit of a few
// floats in a million where the mathematical library rounds differently. Throws std::invalid_argument for
// fewer bodies than components and for galaxies without equilibrium, FileError for files that are missing
// (says how to get them) or wrong.
ParticleSet generate(const Scene& scene, std::size_t bodies, std::uint64_t seed = 1,
                   const ReportProgress& report = {});

// The particles of a box that is the scene's, or the same for other numbers of them (with_numbers()), with
// rows that wait. Throws std::invalid_argument, with the place of the key, for those that do not fit.
ParticleSet place_box(const Scene& scene, const MixedBox& box, std::uint64_t seed);

}  // namespace milkomeda
