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
    const ProfilePlot rotation = profile_plot(measured, {});
    CHECK(rotation.plot.title == "Rotation curve of Milky Way at 36 Myr");
    CHECK(curve_names(rotation.plot) == Names{"circular, all bodies", "disk", "halo", "disk, mean"});
    CHECK(rotation.plot.curves[0].color == plot_grey);
    CHECK(rotation.plot.curves[3].color == rotation.plot.curves[1].color);
    CHECK(rotation.plot.curves[3].dots);
    const ProfilePlot density = profile_plot(measured, {ProfileChoice::surface_density});
    CHECK(curve_names(density.plot) == Names{"disk", "halo"});
    CHECK(density.plot.curves[1].color == rotation.plot.curves[2].color);
    CHECK(density.plot.y.logarithmic);
    CHECK(rotation.plot.curves[0].y[5] == measured.galaxies[0].circular_velocity[5]);
    CHECK(curve_names(profile_plot(measured, {ProfileChoice::stability}).plot) == Names{"disk"});
    // Without a disk, the mean velocity and the dispersions are those of the whole galaxy.
    CHECK(curve_names(profile_plot(measured, {ProfileChoice::dispersion, "andromeda"}).plot) ==
          Names{"all, radial", "all, azimuthal", "all, vertical"});
    CHECK(curve_names(profile_plot(measured, {ProfileChoice::rotation, "andromeda"}).plot).back() == "all, mean");
    CHECK(curve_names(profile_plot(measured, {ProfileChoice::stability, "andromeda"}).plot).empty());
}

TEST_CASE("a plot of all galaxies compares their total profiles, and another branch has pale curves of equal colors") {
    const ParticleSet set = two_plotted_galaxies();
    const ProfileMeasurement measured = measure_profiles(2, set, {.gravity = 1, .softening = 0.1});
    ProfileMeasurement other = measured;
    other.time = 3;
    other.galaxies.erase(other.galaxies.begin());
    const ShownProfile rotation{.all_galaxies = true};
    const Plot& plot = profile_plot(measured, rotation).plot;
    CHECK(curve_names(plot) ==
          Names{"Milky Way, circular", "Milky Way, mean", "Andromeda, circular", "Andromeda, mean"});
    for (const PlotCurve& curve : plot.curves) CHECK(curve.color == (curve.name.starts_with("Milky") ? 0 : 1));
    CHECK(plot.title == "Rotation curve of all galaxies at 36 Myr");
    CHECK(plot.x.range->most == std::max(measured.galaxies[0].bins.radius, measured.galaxies[1].bins.radius));
    const ProfilePlot densities = profile_plot(measured, {ProfileChoice::surface_density, "", true});
    REQUIRE(curve_names(densities.plot) == Names{"Milky Way", "Andromeda"});
    for (std::size_t i = 0; i < 2; ++i) {
        const GalaxyProfile& galaxy = measured.galaxies[i];
        const auto stars = std::ranges::find(galaxy.components, "stars", &ComponentProfile::component);
        REQUIRE(stars != galaxy.components.end());
        CHECK(densities.plot.curves[i].x[3] == galaxy.bins.middle(3));
        CHECK(densities.plot.curves[i].y[3] == stars->bins[3].surface_density);
    }

    const Plot& with_other = profile_plot(measured, rotation, {&other, "branch 2"}).plot;
    CHECK(with_other.pale_name == "branch 2 at 53 Myr");
    CHECK(curve_names(with_other) == Names{"Milky Way, circular", "Milky Way, mean", "Andromeda, circular",
                                           "Andromeda, mean", "Andromeda, circular", "Andromeda, mean"});
    for (std::size_t i = 0; i < 6; ++i) CHECK(with_other.curves[i].pale == (i >= 4));
    CHECK(with_other.curves[4].color == with_other.curves[2].color);
    CHECK(curve_names(profile_plot(measured, {}, {&other, "branch 2"}).plot) ==
          curve_names(profile_plot(measured, {}).plot));
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
