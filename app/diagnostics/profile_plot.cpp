#include "app/diagnostics/profile_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "data/base/units.hpp"
#include "data/particles/particles.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

using ValueOfBin = double (*)(const BinProfile& bin);

// Returns true for the profile of several components.
bool is_sum(const ComponentProfile& component) {
    return component.component == all_components || component.component == star_components;
}

// Adds a curve to the plot. Logarithmic axes show no values that are not positive.
void add_curve(ProfilePlot& shown, const std::string& name, std::vector<double> values, std::size_t color,
               bool dots = false) {
    if (shown.plot.y.logarithmic)
        for (double& value : values)
            if (!(value > 0)) value = std::numeric_limits<double>::quiet_NaN();
    if (std::ranges::none_of(values, [](double value) { return std::isfinite(value); })) return;
    shown.plot.curves.push_back({name, shown.radii, shown.values.emplace_back(std::move(values)), color, dots});
}

std::vector<double> values_of(const ComponentProfile& component, ValueOfBin value) {
    std::vector<double> values;
    for (const BinProfile& bin : component.bins) values.push_back(value(bin));
    return values;
}

// Adds a curve for each component. The color of a component is the same in all plots.
void add_components(ProfilePlot& shown, const GalaxyProfile& galaxy, ValueOfBin value) {
    for (std::size_t i = 0; i < galaxy.components.size(); ++i)
        if (!is_sum(galaxy.components[i]))
            add_curve(shown, galaxy.components[i].component, values_of(galaxy.components[i], value), i % plot_colors);
}

// Returns the index of the disk, or of the last component, the whole galaxy, if there is no disk.
std::size_t disk_of(const GalaxyProfile& galaxy) {
    const auto disk = std::ranges::find(galaxy.components, "disk", &ComponentProfile::component);
    return std::min(static_cast<std::size_t>(disk - galaxy.components.begin()), galaxy.components.size() - 1);
}

void add_dispersions(ProfilePlot& shown, const GalaxyProfile& galaxy) {
    const ComponentProfile& component = galaxy.components[disk_of(galaxy)];
    const auto add = [&](const char* direction, ValueOfBin value, std::size_t color) {
        add_curve(shown, fmt::format("{}, {}", component.component, direction), values_of(component, value), color);
    };
    add(
        "radial", [](const BinProfile& bin) { return bin.dispersion.x; }, 0);
    add(
        "azimuthal", [](const BinProfile& bin) { return bin.dispersion.y; }, 1);
    add(
        "vertical", [](const BinProfile& bin) { return bin.dispersion.z; }, 2);
}

}  // namespace

std::size_t ProfileMeasurement::index_of(const std::string& galaxy) const {
    const auto found = std::ranges::find(galaxies, galaxy, &GalaxyProfile::galaxy);
    return found == galaxies.end() ? 0 : static_cast<std::size_t>(found - galaxies.begin());
}

const ProfileOptions& live_profile_options() {
    using enum ProfileQuantity;
    static const ProfileOptions options{
        .bins = 24, .quantities = {rotation, surface_density, dispersion}, .is_fast = true};
    return options;
}

ProfileMeasurement measure_profiles(double time, const BodyRows& rows, const ProfiledRun& run) try {
    return {time, galaxy_profiles(rows, run, live_profile_options()), {}};
} catch (const std::invalid_argument& error) {
    return {time, {}, error.what()};
}

ProfilePlot profile_plot(const GalaxyProfile& galaxy, ProfileChoice choice, double time) {
    ProfilePlot shown;
    for (std::size_t bin = 0; bin < galaxy.bins.count; ++bin) shown.radii.push_back(galaxy.bins.middle(bin));
    Plot& plot = shown.plot;
    plot.title =
        fmt::format("{} of {} at {}", capitalized(name_of(choice)), title_of(galaxy.galaxy), format_time(time));
    plot.x = {.label = "distance from the axis, kpc", .range = Range{0, galaxy.bins.radius}};
    plot.y.from_zero = true;
    switch (choice) {
        case ProfileChoice::rotation: {
            plot.y.label = "velocity, km/s";
            add_curve(shown, "circular, all bodies", galaxy.circular_velocity, plot_grey);
            add_components(shown, galaxy, [](const BinProfile& bin) { return bin.circular_velocity; });
            const std::size_t disk = disk_of(galaxy);
            add_curve(
                shown, galaxy.components[disk].component + ", mean",
                values_of(galaxy.components[disk], [](const BinProfile& bin) { return bin.mean_azimuthal_velocity; }),
                disk % plot_colors, true);
            break;
        }
        case ProfileChoice::surface_density:
            plot.y = {.label = "surface density, M☉/pc²", .logarithmic = true};
            add_components(shown, galaxy, [](const BinProfile& bin) { return bin.surface_density; });
            break;
        case ProfileChoice::dispersion:
            plot.y.label = "dispersion, km/s";
            add_dispersions(shown, galaxy);
            break;
        case ProfileChoice::stability:
            plot.y = {.label = "Toomre's Q (stable above 1)", .logarithmic = true};
            add_components(shown, galaxy, [](const BinProfile& bin) { return bin.toomre_q; });
            plot.levels.push_back({1, "", true});
            break;
    }
    return shown;
}

}  // namespace milkomeda
