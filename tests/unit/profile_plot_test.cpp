// The plot of profiles of the Graphs drawer.
#include "app/diagnostics/profile_plot.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "app/diagnostics/saved_diagnostics.hpp"

using namespace milkomeda;

namespace {

// Two galaxies with a disk, of which only the first contains a halo.
ParticleSet two_plotted_galaxies() {
    ParticleSet set;
    const auto add = [&](const std::string& name, const std::string& galaxy, int count, double size) {
        set.components.push_back({name, galaxy, set.size(), static_cast<std::size_t>(count), 1});
        for (int i = 0; i < count; ++i) {
            const double R = size * std::sqrt((i + 0.5) / count), phi = 2.4 * i;
            set.positions.push_back({static_cast<float>(R * std::cos(phi)), static_cast<float>(R * std::sin(phi)),
                                     static_cast<float>(0.01 * (i % 5)), static_cast<float>(1.0 / count)});
            set.velocities.push_back({static_cast<float>(-std::sin(phi)), static_cast<float>(std::cos(phi)), 0, 0});
        }
    };
    add("disk", "milky-way", 4000, 2);
    add("halo", "milky-way", 1000, 8);
    add("bulge", "andromeda", 500, 1);
    return set;
}

std::vector<std::string> curve_names(const Plot& plot) {
    std::vector<std::string> found;
    for (const PlotCurve& curve : plot.curves) found.push_back(curve.name);
    return found;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("the plot of profiles has a curve for each component, and each component has one color in all plots") {
    const ParticleSet set = two_plotted_galaxies();
    const ProfileMeasurement measured = measure_profiles(2, set, {.gravity = 1, .softening = 0.1});
    REQUIRE(measured.galaxies.size() == 2);
    CHECK(measured.index_of("andromeda") == 1);
    CHECK(measured.index_of("") == 0);
    CHECK(measured.index_of("m33") == 0);
    const ProfilePlot rotation = profile_plot(measured.galaxies[0], ProfileChoice::rotation, measured.time);
    CHECK(rotation.plot.title == "Rotation curve of Milky Way at 36 Myr");
    CHECK(curve_names(rotation.plot) == Names{"circular, all bodies", "disk", "halo", "disk, mean"});
    CHECK(rotation.plot.curves[0].color == plot_grey);
    CHECK(rotation.plot.curves[3].color == rotation.plot.curves[1].color);
    CHECK(rotation.plot.curves[3].dots);
    const ProfilePlot density = profile_plot(measured.galaxies[0], ProfileChoice::surface_density, measured.time);
    CHECK(curve_names(density.plot) == Names{"disk", "halo"});
    CHECK(density.plot.curves[1].color == rotation.plot.curves[2].color);
    CHECK(density.plot.y.logarithmic);
    CHECK(rotation.plot.curves[0].y[5] == measured.galaxies[0].circular_velocity[5]);
    CHECK(curve_names(profile_plot(measured.galaxies[0], ProfileChoice::stability, 0).plot) == Names{"disk"});
    // Without a disk, the mean velocity and the dispersions are those of the whole galaxy.
    const GalaxyProfile& other = measured.galaxies[1];
    CHECK(curve_names(profile_plot(other, ProfileChoice::dispersion, 0).plot) ==
          Names{"all, radial", "all, azimuthal", "all, vertical"});
    CHECK(curve_names(profile_plot(other, ProfileChoice::rotation, 0).plot).back() == "all, mean");
    CHECK(curve_names(profile_plot(other, ProfileChoice::stability, 0).plot).empty());
}

TEST_CASE("profiles that cannot be measured have a reason, and profiles are forgotten with their time") {
    ParticleSet one;
    one.components = {{"", "", 0, 1, 1}};
    one.positions = {{1, 0, 0, 1}};
    one.velocities = {{0, 0, 0, 0}};
    const ProfileMeasurement measured = measure_profiles(3, one, {});
    CHECK(measured.galaxies.empty());
    CHECK(measured.why_not.find("gives no outer radius") != std::string::npos);
    Measurements measurements;
    measurements.profiles = measured;
    measurements.forget_from(4);
    CHECK(measurements.profiles);
    measurements.forget_from(3);
    CHECK(!measurements.profiles);
}
