// The plot of the Graphs drawer with radial profiles of a galaxy at the most recent measurement.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/plot.hpp"
#include "data/base/names.hpp"
#include "data/profiles/galaxy_profile.hpp"

namespace milkomeda {

inline constexpr const char* profile_plot_name = "Profile";  // identifier of the plot

// The profiles of all galaxies at the model time `time`. If they cannot be measured, `why_not` is the reason.
struct ProfileMeasurement {
    double time = 0;
    std::vector<GalaxyProfile> galaxies{};
    std::string why_not{};

    // Returns the index of the galaxy with this name, or 0 if there is no such galaxy.
    std::size_t index_of(const std::string& galaxy) const;
};

// Measures the profiles that the drawer shows. Takes about 0.5 seconds of CPU time for each galaxy and million bodies.
ProfileMeasurement measure_profiles(double time, const BodyRows& rows, const ProfiledRun& run);
// The quantities and bins of the measurement.
const ProfileOptions& live_profile_options();

enum class ProfileChoice { rotation, surface_density, dispersion, stability };
template <>
inline constexpr std::array<std::string_view, 4> names<ProfileChoice>{"rotation curve", "surface density",
                                                                      "velocity dispersions", "stability"};

// The user's choices for the plot of profiles.
struct ShownProfile {
    ProfileChoice quantity = ProfileChoice::rotation;
    std::string galaxy = {};    // name of the galaxy; empty or unknown: the first galaxy
    bool all_galaxies = false;  // true: the plot compares all galaxies
};

// The newest profiles of another branch with the name `name`; null for none.
struct OtherProfiles {
    const ProfileMeasurement* measured = nullptr;
    std::string name = {};
};

// A plot and its data: `radii` of each galaxy in kpc, and the values of each curve.
struct ProfilePlot {
    std::deque<std::vector<double>> radii, values;
    Plot plot;
};
// Returns the plot of a measurement with at least one galaxy. Rotation curve: circular velocities by component and of
// all bodies of the run, and the mean azimuthal velocity of the disk. Velocity dispersion: of the disk, or of the whole
// galaxy without a disk. Stability: Toomre's Q of disk and gas. A plot of all galaxies has one color for each galaxy,
// and compares the circular velocities due to all bodies and the mean azimuthal velocities, or the surface densities of
// the stars, the radial dispersions, or Q of the disks. The galaxies of another branch are pale curves.
ProfilePlot profile_plot(const ProfileMeasurement& measured, const ShownProfile& choice,
                         const OtherProfiles& other = {});

}  // namespace milkomeda
