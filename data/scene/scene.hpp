// Scenes as plain values. A scene is a TOML file in data/scenes/ that defines the initial state and what to
// show (docs/scenes.md).
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

// Returns the vector [x, y, z] of a key; 0 if the key is not set.
inline glm::dvec3 vector_of(const std::optional<std::array<double, 3>>& v) {
    return v ? glm::dvec3{(*v)[0], (*v)[1], (*v)[2]} : glm::dvec3{0};
}

// Camera key frame of a camera path, from a table [[camera.keyframe]].
struct SceneKeyFrame {
    std::optional<double> time;
    std::optional<std::array<double, 3>> position;
    std::array<double, 3> target{0, 0, 0};
    std::optional<double> field_of_view_degrees;  // empty: value of the previous key frame, or of the camera
    std::optional<std::string> projection;        // empty: value of the previous key frame, or perspective
    std::string origin;                           // file and line, for messages
};

// A remarkable moment of the scene, from a table [[milestone]].
struct SceneMilestone {
    double time = std::numeric_limits<double>::quiet_NaN();  // model time; NaN until the key has been read
    // text that is displayed, for example "the disks pass through each other"
    std::string title;
    std::string origin;  // file and line, for messages
};

// Scripted event that adds, throws or deletes a galaxy while the scene runs, from a table [[change]].
struct SceneChange {
    // model time; the change is applied at the end of the last step that ends no later than this time
    std::optional<double> time;
    // names of galaxies; exactly one of `added`, `thrown` and `deleted` is set
    std::optional<std::string> added, thrown, deleted;
    // Properties of an added galaxy. `like` names the galaxy model, which is a galaxy of a shipped scene. `mass_factor`
    // scales the mass of this model. `bodies` is the number of bodies; 0 stands for the mean number of bodies of the
    // galaxies in the run. `seed` determines the random positions.
    std::optional<std::string> like;
    double mass_factor = 1;
    std::size_t bodies = 0, seed = 1;
    std::optional<std::array<double, 3>> position, spin;  // position and spin axis of an added galaxy
    std::optional<std::array<double, 3>> moved_by;        // displacement by which the user dragged a thrown galaxy
    // velocity of the added galaxy's center, or new velocity of the thrown galaxy's center (empty: unchanged)
    std::optional<std::array<double, 3>> velocity;
    std::string origin;  // file and line, for messages
};

// Massive body, integrated by the CPU, from a table [[perturber]].
struct ScenePerturber {
    std::string name;
    std::optional<std::string> galaxy;  // galaxy whose center is the origin of `position` and `velocity`
    double mass = 0;
    std::array<double, 3> position{}, velocity{};
    double softening = 0.05;  // Plummer softening length for the attraction of field bodies
    std::array<double, 3> color{1, 1, 1};
    std::string origin;  // file and line, for messages
};

struct SceneCamera {
    std::array<double, 3> position{0, 0, 45};
    std::array<double, 3> target{0, 0, 0};
    double field_of_view_degrees = 60;
    std::array<double, 3> up{0, 1, 0};
    std::optional<std::string> projection;  // name of the projection; empty for perspective
    // Empty: the camera keeps all galaxies in the part of the picture that no panel covers, until the user moves the
    // camera. True: the camera also rolls at the start if the galaxies then appear larger. False: the camera does not
    // move.
    std::optional<bool> fills_picture;
    std::vector<SceneKeyFrame> key_frames;
};

// Value of a key in [view] that sets a look setting; the drawing code interprets the value.
using SceneValue = std::variant<bool, double, std::string, std::array<double, 3>>;

struct SceneView {
    std::vector<std::string> hidden;  // names of components that have mass but are not drawn
    // Look settings that the scene does not set: true resets them to the defaults, false keeps the user's values.
    bool complete = false;
    // Names as for options --preset, --mode, --color-by and --color-map; empty keeps the user's settings.
    std::optional<std::string> preset, mode, color_by, color_map;
    std::optional<double> point_size, brightness, stretch, resolved, dust, background;
    // keys and values of all look settings that have no member above
    std::vector<std::pair<std::string, SceneValue>> settings;
    // names of annotations over the picture, as for option --show
    std::optional<std::vector<std::string>> show;
};

// Kepler orbit of two galaxies, treated as point masses, in the plane z = 0 and counterclockwise when seen from +z. At
// pericenter the second galaxy is in direction +x from the first.
struct SceneOrbit {
    double eccentricity = 1;
    double pericenter = 0;
    double separation = 0;  // initial distance of the galaxies, which approach each other
};

struct SceneGalaxy {
    std::string name;
    std::optional<std::string> file;  // particle file, used instead of the model
    GalaxySpec model;
    // Scale factors of the whole galaxy. Velocities are scaled to keep the equilibrium.
    double length_scale = 1, mass_scale = 1;
    double bodies = 1;  // weight of this galaxy in the division of bodies among galaxies
    // Initial position and velocity for a scene without orbit, and direction of the disk's spin (default +z).
    std::optional<std::array<double, 3>> position, velocity, spin;
    // Orientation of the disk relative to the orbit in degrees, with the definitions of Toomre & Toomre
    // (1972, ApJ 178, 623).
    std::optional<double> inclination, argument;
};

struct Scene {
    static constexpr std::size_t unranked = std::numeric_limits<std::size_t>::max();

    std::string name;             // name of the scene, for example "milky-way-andromeda"
    std::string title;            // one-line title
    std::string watch;            // one-line text on what to look for
    std::string sources;          // papers from which the scene's parameters are taken
    std::size_t rank = unranked;  // position in lists: scenes are sorted by ascending rank
    std::size_t bodies = 16384;
    bool with_gas = true;  // false leaves out the gas of all galaxies, whose disks then keep all their mass in stars
    SimulationParameters simulation;
    double until = 90;        // model time at which the window pauses the run and a video ends
    double picture_time = 0;  // model time of the state that the scene's picture in the gallery shows
    std::vector<SceneMilestone> milestones;
    std::vector<SceneChange> changes;  // sorted by time
    SceneCamera camera;
    SceneView view;
    std::optional<SceneOrbit> orbit;
    std::vector<SceneGalaxy> galaxies;
    std::vector<ScenePerturber> perturbers;
    std::optional<MixedBox> mixed;  // mixed box, for scenes without galaxies
    // origin of the value of each key: the file and line, or the option --set
    std::map<std::string, std::string> origins;
};

// Returns the names of the scenes that ship with the program (assets data/scenes/NAME.toml), sorted by rank,
// then by name. The first scene is the default. Scenes that cannot be loaded are unranked.
std::vector<std::string> scene_names(const AssetSource& assets);

// Returns true for the name of a scene that ships with the program, and for a file name that ends in .toml.
bool is_scene_name(std::string_view name, const AssetSource& assets);

// Returns the text of a scene file. Throws std::invalid_argument for unreadable user files.
std::string scene_text(std::string_view name, const AssetSource& assets);

// Loads a scene. `settings` are pairs of a TOML key and a value ("simulation.timestep", "0.01"), which override the
// file. Throws std::invalid_argument with a one-line message that names the file and line, the key and the error.
// Errors are an unknown scene (lists the scenes), an unknown key, a wrong type, a value out of range, or inconsistent
// parts.
Scene load_scene(std::string_view name, const AssetSource& assets,
                 const std::vector<std::pair<std::string, std::string>>& settings = {});

// Loads a scene from the text of a scene file. `name` is the file name for messages.
Scene scene_of_text(const std::string& name, const std::string& text,
                    const std::vector<std::pair<std::string, std::string>>& settings = {});

// Returns true if a galaxy of the scene has gas.
bool has_gas(const Scene& scene);
void leave_out_gas(Scene& scene);

// Generates the scene's particles in the initial state, with the center of mass at rest at the origin. The order is:
// disks of all galaxies, bulges, halos, stars, gas, particles from files, perturbers. `bodies` does not include
// perturbers. The result is equal on all machines for any number of threads, except for the last digit of a few floats
// in a million where mathematical libraries round differently. Throws std::invalid_argument for fewer bodies than
// components and for galaxies without equilibrium. Throws FileError for invalid or missing files; the message says how
// to get them.
ParticleSet generate(const Scene& scene, std::size_t bodies, std::uint64_t seed = 1, const ReportProgress& report = {});

// Places the particles of the scene's mixed box, including spare rows for large particles that the user adds later.
// `box` is the scene's box, or the result of with_numbers() for it. Throws std::invalid_argument with the key and its
// file and line if the particles do not fit.
ParticleSet place_box(const Scene& scene, const MixedBox& box, std::uint64_t seed);

}  // namespace milkomeda
