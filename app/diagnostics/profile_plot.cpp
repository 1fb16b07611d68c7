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

// Adds the curves of a galaxy to a plot.
class GalaxyCurves {
  public:
    GalaxyCurves(ProfilePlot& shown, const GalaxyProfile& galaxy, bool pale)
        : shown_{shown}, galaxy_{galaxy}, radii_{shown.radii.emplace_back()}, pale_{pale} {
        for (std::size_t bin = 0; bin < galaxy.bins.count; ++bin) radii_.push_back(galaxy.bins.middle(bin));
    }

    // Adds a curve with some values. Logarithmic axes show no values that are not positive.
    void add(const std::string& name, std::vector<double> values, std::size_t color, bool dots = false) {
        if (shown_.plot.y.logarithmic)
            for (double& value : values)
                if (!(value > 0)) value = std::numeric_limits<double>::quiet_NaN();
        if (std::ranges::none_of(values, [](double value) { return std::isfinite(value); })) return;
        shown_.plot.curves.push_back({name, radii_, shown_.values.emplace_back(std::move(values)), color, dots, pale_});
    }

    void add(const std::string& name, const ComponentProfile& component, ValueOfBin value, std::size_t color,
             bool dots = false) {
        std::vector<double> values;
        for (const BinProfile& bin : component.bins) values.push_back(value(bin));
        add(name, std::move(values), color, dots);
    }

    // Adds a curve for each component. The color of a component is the same in all plots.
    void add_components(ValueOfBin value) {
        for (std::size_t i = 0; i < galaxy_.components.size(); ++i)
            if (!is_sum(galaxy_.components[i]))
                add(galaxy_.components[i].component, galaxy_.components[i], value, i % plot_colors);
    }

  private:
    ProfilePlot& shown_;
    const GalaxyProfile& galaxy_;
    std::vector<double>& radii_;
    bool pale_;
};

// Returns the index of a component, or of the last component, the whole galaxy, if there is no such component.
std::size_t index_of(const GalaxyProfile& galaxy, std::string_view component) {
    const auto found = std::ranges::find(galaxy.components, component, &ComponentProfile::component);
    return std::min(static_cast<std::size_t>(found - galaxy.components.begin()), galaxy.components.size() - 1);
}

double circular_velocity(const BinProfile& bin) { return bin.circular_velocity; }
double mean_velocity(const BinProfile& bin) { return bin.mean_azimuthal_velocity; }
double surface_density(const BinProfile& bin) { return bin.surface_density; }
double toomre_q(const BinProfile& bin) { return bin.toomre_q; }
double radial_dispersion(const BinProfile& bin) { return bin.dispersion.x; }
double azimuthal_dispersion(const BinProfile& bin) { return bin.dispersion.y; }
double vertical_dispersion(const BinProfile& bin) { return bin.dispersion.z; }

// Adds the curves of a plot of one galaxy.
void add_single(GalaxyCurves curves, const GalaxyProfile& galaxy, ProfileChoice quantity) {
    const std::size_t disk = index_of(galaxy, "disk");
    const std::string& name = galaxy.components[disk].component;
    switch (quantity) {
        case ProfileChoice::rotation:
            curves.add("circular, all bodies", galaxy.circular_velocity, plot_grey);
            curves.add_components(circular_velocity);
            curves.add(name + ", mean", galaxy.components[disk], mean_velocity, disk % plot_colors, true);
            break;
        case ProfileChoice::surface_density:
            curves.add_components(surface_density);
            break;
        case ProfileChoice::dispersion:
            curves.add(name + ", radial", galaxy.components[disk], radial_dispersion, 0);
            curves.add(name + ", azimuthal", galaxy.components[disk], azimuthal_dispersion, 1);
            curves.add(name + ", vertical", galaxy.components[disk], vertical_dispersion, 2);
            break;
        case ProfileChoice::stability:
            curves.add_components(toomre_q);
            break;
    }
}

// Adds the curves of a galaxy to a plot of all galaxies.
void add_one_of_all(GalaxyCurves curves, const GalaxyProfile& galaxy, ProfileChoice quantity, std::size_t color) {
    const std::string title = title_of(galaxy.galaxy);
    const ComponentProfile& disk = galaxy.components[index_of(galaxy, "disk")];
    switch (quantity) {
        case ProfileChoice::rotation:
            curves.add(title + ", circular", galaxy.circular_velocity, color);
            curves.add(title + ", mean", disk, mean_velocity, color, true);
            break;
        case ProfileChoice::surface_density:
            curves.add(title, galaxy.components[index_of(galaxy, star_components)], surface_density, color);
            break;
        case ProfileChoice::dispersion:
            curves.add(title, disk, radial_dispersion, color);
            break;
        case ProfileChoice::stability:
            curves.add(title, disk, toomre_q, color);
            break;
    }
}

// `color`: color of the galaxy in plots of all galaxies.
void add_galaxy(const GalaxyCurves& curves, const GalaxyProfile& galaxy, const ShownProfile& choice,
                std::size_t color) {
    if (choice.all_galaxies)
        add_one_of_all(curves, galaxy, choice.quantity, color);
    else
        add_single(curves, galaxy, choice.quantity);
}

void set_axes(Plot& plot, const ShownProfile& choice) {
    plot.x.label = "distance from the axis, kpc";
    plot.y.from_zero = true;
    const bool all = choice.all_galaxies;
    switch (choice.quantity) {
        case ProfileChoice::rotation:
            plot.y.label = "velocity, km/s";
            break;
        case ProfileChoice::surface_density:
            plot.y = {.label = all ? "surface density of the stars, M☉/pc²" : "surface density, M☉/pc²",
                      .logarithmic = true};
            break;
        case ProfileChoice::dispersion:
            plot.y.label = all ? "radial dispersion of the disk, km/s" : "dispersion, km/s";
            break;
        case ProfileChoice::stability:
            plot.y = {.label = all ? "Toomre's Q of the disk (stable above 1)" : "Toomre's Q (stable above 1)",
                      .logarithmic = true};
            plot.levels.push_back({1, "", true});
            break;
    }
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

ProfilePlot profile_plot(const ProfileMeasurement& measured, const ShownProfile& choice, const OtherProfiles& other) {
    ProfilePlot shown;
    set_axes(shown.plot, choice);
    const std::vector<GalaxyProfile>& galaxies = measured.galaxies;
    const std::size_t single = measured.index_of(choice.galaxy);
    double radius = 0;
    for (std::size_t i = 0; i < galaxies.size(); ++i) {
        if (!choice.all_galaxies && i != single) continue;
        radius = std::max(radius, galaxies[i].bins.radius);
        add_galaxy({shown, galaxies[i], false}, galaxies[i], choice, i % plot_colors);
        if (!other.measured) continue;
        const auto same = std::ranges::find(other.measured->galaxies, galaxies[i].galaxy, &GalaxyProfile::galaxy);
        if (same != other.measured->galaxies.end()) add_galaxy({shown, *same, true}, *same, choice, i % plot_colors);
    }
    shown.plot.x.range = Range{0, radius};
    shown.plot.title = fmt::format("{} of {} at {}", capitalized(name_of(choice.quantity)),
                                   choice.all_galaxies ? "all galaxies" : title_of(galaxies[single].galaxy),
                                   format_time(measured.time));
    if (other.measured) shown.plot.pale_name = fmt::format("{} at {}", other.name, format_time(other.measured->time));
    return shown;
}

}  // namespace milkomeda
