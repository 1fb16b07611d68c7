// Radial profiles of galaxies: rotation curves, surface densities, velocity dispersions, heights, enclosed masses,
// shapes and bars. docs/measure.md defines each quantity with its source.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"
#include "data/profiles/galaxy_sample.hpp"
#include "data/profiles/projection.hpp"
#include "data/profiles/radial_bins.hpp"

namespace milkomeda {

enum class ProfileQuantity { rotation, surface_density, dispersion, thickness, enclosed_mass, shape, projection };
template <>
inline constexpr std::array<std::string_view, 7> names<ProfileQuantity>{
    "rotation", "surface-density", "dispersion", "thickness", "enclosed-mass", "shape", "projection"};

// Name of the profile of all bodies of a galaxy.
inline constexpr std::string_view all_components = "all";
// Name of the profile of all components of a galaxy except halo and gas.
inline constexpr std::string_view star_components = "stars";

struct ProfileOptions {
    std::vector<std::string> galaxies = {};    // names of the galaxies to measure; empty: every galaxy
    std::vector<std::string> components = {};  // names of profiles: components, stars or all; empty: all of them
    std::size_t bins = 40;
    // Outer radius in kpc. Empty: the smallest radius with at most two significant digits in which 95 % of the bodies
    // of the galaxy's disk are, by distance from the spin axis; without a disk, 95 % of its stars, which are all
    // components except halo and gas; without stars, 95 % of all bodies.
    std::optional<double> radius = {};
    std::vector<ProfileQuantity> quantities = {};  // empty: all quantities
    // true: circular velocities follow from mean_accelerations(), which takes a tenth of the time of the direct sum
    bool is_fast = false;
    double inclination = 60;  // angle in degrees between the spin axis and the direction of the observer
    // Sphere (x, y, z, radius) in model units. Only bodies inside of the sphere are measured, but all bodies attract,
    // and center, axes and outer radius are those of the whole galaxy. Empty: all bodies are measured.
    std::optional<glm::dvec4> aperture = {};

    bool wants(ProfileQuantity quantity) const;
};

// Forces and gas of the run whose bodies are measured, in model units.
struct ProfiledRun {
    double gravity = 1, softening = 0;
    GasOfRun gas = {};
};

// Values of one component in one bin. Values that are not wanted or do not exist are NaN.
struct BinProfile {
    std::size_t bodies = 0;
    double circular_velocity;          // km/s, due to this component alone; negative if the component pulls outward
    double mean_azimuthal_velocity;    // km/s
    glm::dvec3 dispersion;             // km/s, along the distance from the axis, the azimuth and the axis
    double toomre_q;                   // of disks and gas
    double surface_density;            // solar masses per square parsec
    double enclosed_mass;              // solar masses in the sphere with the outer radius of the bin
    double rms_height, median_height;  // kpc
    double bar_strength, bar_phase;    // A2, and angle from the x axis of the disk in degrees, 0 to 180
    // Values of the ring on the sky (projection.hpp), in solar masses per square parsec and km/s.
    double sky_density, sky_rotation, sky_dispersion;
};

// Shape and bar of the bodies of a component within the outer radius. Directions are those of the run. Values that do
// not exist are NaN.
struct ShapeProfile {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    double b_over_a = nan, c_over_a = nan;
    glm::dvec3 major_axis{nan}, minor_axis{nan};
    std::size_t iterations = 0;
    bool converged = false;
    double bar_strength = nan, bar_phase = nan;             // of all bins together, as in BinProfile
    double bar_inner_radius = nan, bar_outer_radius = nan;  // kpc, region in which the pattern speed is measured
    double pattern_speed = nan, pattern_speed_error = nan;  // km/s/kpc
};

// A component on the sky (projection.hpp), in kpc and solar masses per square parsec. Values that do not exist are NaN.
struct SkyProfile {
    double half_mass_radius;
    SkySpin spin;  // of the bodies within the half-mass radius
    SersicFit sersic;
};

struct ComponentProfile {
    std::string component;
    std::size_t bodies = 0;  // of the component, at all distances
    double mass = 0;         // solar masses, at all distances
    std::vector<BinProfile> bins;
    std::optional<ShapeProfile> shape;
    std::optional<SkyProfile> sky;
};

struct GalaxyProfile {
    std::string galaxy;
    GalaxyFrame frame;  // in model units
    RadialBins bins;    // in kpc
    // Velocity of circular orbits at the middle of each bin in km/s, due to all bodies of the run, and frequency of
    // their epicycles in km/s/kpc; empty unless rotation or dispersion is wanted. The frequency is NaN where circular
    // orbits are unstable.
    std::vector<double> circular_velocity, epicyclic_frequency;
    std::vector<ComponentProfile> components;
};

// Returns the names of the galaxies whose core_of_galaxy() has at least one body.
std::vector<std::string> galaxies_with_center(const BodyRows& rows);

// Returns the name that a user sees and types for a galaxy: "all" for a galaxy without a name.
std::string shown_galaxy(const std::string& galaxy);
std::vector<std::string> shown_galaxies(std::span<const std::string> galaxies);

// Returns the known galaxy whose shown name find_typed_name() finds. Throws std::invalid_argument for an unknown
// galaxy.
std::string require_galaxy(const std::string& typed, std::span<const std::string> known);

// Measures the galaxies. Throws std::invalid_argument with a one-line message for an unknown galaxy or component, a
// number of bins or a radius that is not positive, an aperture without bodies, a galaxy without bodies, and a galaxy
// whose bodies all lie on its axis if no radius is given. Takes about 3 seconds of CPU time for each galaxy and million
// bodies of the run, most of it for the attraction; without rotation and dispersion, a tenth of this time.
std::vector<GalaxyProfile> galaxy_profiles(const BodyRows& rows, const ProfiledRun& run, const ProfileOptions& options);

}  // namespace milkomeda
