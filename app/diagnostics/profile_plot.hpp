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

// A plot and its data.
struct ProfilePlot {
    std::vector<double> radii;
    std::deque<std::vector<double>> values;
    Plot plot;
};
// Returns the plot of a galaxy. `time` is the model time of the measurement. Rotation curve: circular velocities by
// component and of all bodies of the run, and the mean azimuthal velocity of the disk. Velocity dispersion: of the
// disk, or of the whole galaxy without a disk. Stability: Toomre's Q of disk and gas.
ProfilePlot profile_plot(const GalaxyProfile& galaxy, ProfileChoice choice, double time);

}  // namespace milkomeda
