#include "data/profiles/galaxy_profile.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "data/base/units.hpp"
#include "data/profiles/bar.hpp"
#include "data/profiles/circular_orbits.hpp"
#include "data/profiles/principal_axes.hpp"
#include "data/profiles/ring_statistics.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

using std::numbers::pi;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double degrees_per_radian = 180 / pi;
constexpr double km_s_kpc_per_frequency = km_s_per_velocity / kpc_per_length;

// Returns the galaxies to measure: all galaxies with a center, or the wanted galaxies.
std::vector<std::string> measured_galaxies(const BodyRows& rows, const std::vector<std::string>& wanted) {
    const std::vector<std::string> known = galaxies_with_center(rows);
    if (known.empty()) throw std::invalid_argument("there are no galaxies with bodies to measure");
    if (wanted.empty()) return known;
    std::vector<std::string> found;
    for (const std::string& typed : wanted) found.push_back(require_galaxy(typed, known));
    return found;
}

// Returns the names of the profiles that a galaxy can have.
std::vector<std::string> profile_names(const GalaxySample& sample) {
    std::vector<std::string> found;
    for (const GalaxySample::Group& group : sample.groups) found.push_back(group.component);
    const bool has_stars =
        std::ranges::any_of(sample.groups, [](const auto& group) { return is_stellar(group.component); });
    for (const std::string_view name : {star_components, all_components})
        if (std::ranges::find(found, name) == found.end() && (has_stars || name != star_components))
            found.emplace_back(name);
    return found;
}

// Returns the names of the profiles of a galaxy that the options choose.
std::vector<std::string> chosen_names(const GalaxySample& sample, const ProfileOptions& options) {
    const std::vector<std::string> known = profile_names(sample);
    if (options.components.empty()) return known;
    std::vector<std::string> chosen;
    for (const std::string& typed : options.components)
        if (const auto name = find_typed_name(typed, known)) chosen.push_back(*name);
    return chosen;
}

// Throws std::invalid_argument if no sample contains one of the wanted components.
void require_components(const std::vector<GalaxySample>& samples, const std::vector<std::string>& wanted) {
    std::vector<std::string> known;
    for (const GalaxySample& sample : samples)
        for (const std::string& name : profile_names(sample))
            if (std::ranges::find(known, name) == known.end()) known.push_back(name);
    for (const std::string& typed : wanted)
        if (!find_typed_name(typed, known))
            throw std::invalid_argument(fmt::format(
                "no component '{}' with bodies in the measured galaxies; the components are: {}", typed, join(known)));
}

// Returns the smallest number with two significant digits that is at least `value`, which must be positive.
double rounded_up(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::ceil(value / unit) * unit;
}

// Returns the default outer radius in kpc.
double default_radius(const GalaxySample& sample, const std::string& galaxy) {
    constexpr double share = 0.95;
    const auto distances = [&](auto counts) {
        std::vector<double> found;
        for (const GalaxySample::Group& group : sample.groups)
            for (const SampledBody& body : sample.bodies_of(group))
                if (counts(group.component)) found.push_back(axis_distance(body));
        return found;
    };
    std::vector<double> all = distances([](const std::string& name) { return name == "disk"; });
    if (all.empty()) all = distances(is_stellar);
    if (all.empty()) all = distances([](const std::string&) { return true; });
    const auto inside = static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(all.size())));
    std::ranges::nth_element(all, all.begin() + inside - 1);
    const double radius = kpc_per_length * all[static_cast<std::size_t>(inside - 1)];
    if (!(radius > 0))
        throw std::invalid_argument(fmt::format(
            "the bodies of galaxy '{}' lie on its axis, which gives no outer radius; choose one with --radius KPC",
            shown_galaxy(galaxy)));
    return rounded_up(radius);
}

// The inputs of the measurement of one component of a galaxy. Lengths are in model units.
struct MeasuredGalaxy {
    const ProfiledRun& run;
    const ProfileOptions& options;
    GalaxySample sample;
    RadialBins bins;
    CircularOrbits orbits;                      // empty unless rotation or dispersion is wanted
    std::vector<double> epicyclic_frequencies;  // empty unless rotation or dispersion is wanted

    double ring_area(std::size_t bin) const {
        return pi * (bins.outer(bin) * bins.outer(bin) - bins.inner(bin) * bins.inner(bin));
    }
    double value_of(ProfileQuantity quantity, double value) const { return options.wants(quantity) ? value : unknown; }
};

// Converts the square of a circular velocity to km/s, with the sign of the square.
double circular_velocity(double square) {
    return km_s_per_velocity * std::copysign(std::sqrt(std::abs(square)), square);
}

// Toomre (1964, ApJ 139, 1217); Binney & Tremaine 2008, eq. 6.71 for stars and eq. 6.68 for gas. Gas that moves like
// stars counts as stars.
double toomre_q(const MeasuredGalaxy& galaxy, const std::string& component, const RingStatistics& ring,
                std::size_t bin) {
    if (component != "gas" && component != "disk") return unknown;
    const bool of_gas = component == "gas" && galaxy.run.gas.parameters.model != GasModel::off;
    const double speed = of_gas ? std::sqrt(ring.sound_square) : ring.dispersion.x, factor = of_gas ? pi : 3.36;
    const double q =
        speed * galaxy.epicyclic_frequencies[bin] / (factor * galaxy.run.gravity * ring.mass / galaxy.ring_area(bin));
    return std::isfinite(q) ? q : unknown;
}

BinProfile bin_profile(const MeasuredGalaxy& galaxy, const std::string& component, const RingStatistics& ring,
                       const SkyRing& on_sky, std::size_t bin, double circular_square) {
    using enum ProfileQuantity;
    const auto value_of = [&](ProfileQuantity quantity, double value) { return galaxy.value_of(quantity, value); };
    const bool moves = galaxy.options.wants(dispersion);
    return {.bodies = ring.bodies,
            .circular_velocity = value_of(rotation, circular_velocity(circular_square)),
            .mean_azimuthal_velocity = value_of(rotation, km_s_per_velocity * ring.mean_velocity.y),
            .dispersion = moves ? km_s_per_velocity * ring.dispersion : glm::dvec3{unknown},
            .toomre_q = moves ? toomre_q(galaxy, component, ring, bin) : unknown,
            .surface_density = value_of(surface_density, solar_masses_per_pc2 * ring.mass / galaxy.ring_area(bin)),
            .enclosed_mass = value_of(enclosed_mass, solar_masses_per_mass * ring.enclosed_mass),
            .rms_height = value_of(thickness, kpc_per_length * ring.rms_height),
            .median_height = value_of(thickness, kpc_per_length * ring.median_height),
            .bar_strength = value_of(shape, ring.bar_strength()),
            .bar_phase = value_of(shape, degrees_per_radian * ring.bar_phase()),
            .sky_density = value_of(projection, solar_masses_per_pc2 * on_sky.mass / galaxy.ring_area(bin)),
            .sky_rotation = value_of(projection, km_s_per_velocity * on_sky.rotation),
            .sky_dispersion = value_of(projection, km_s_per_velocity * on_sky.dispersion)};
}

ShapeProfile shape_profile(const MeasuredGalaxy& galaxy, std::span<const SampledBody> bodies,
                           const std::vector<RingStatistics>& rings) {
    ShapeProfile profile;
    if (const auto shape = triaxial_shape(bodies, galaxy.bins.radius)) {
        profile.b_over_a = shape->b_over_a;
        profile.c_over_a = shape->c_over_a;
        profile.major_axis = galaxy.sample.frame.in_run(shape->major_axis);
        profile.minor_axis = galaxy.sample.frame.in_run(shape->minor_axis);
        profile.iterations = shape->iterations;
        profile.converged = shape->converged;
    }
    RingStatistics whole;
    for (const RingStatistics& ring : rings) {
        whole.mass += ring.mass;
        whole.quadrupole += ring.quadrupole;
    }
    profile.bar_strength = whole.bar_strength();
    profile.bar_phase = degrees_per_radian * whole.bar_phase();
    const auto region = bar_region(rings, galaxy.bins);
    if (const auto bar = region ? measure_bar(bodies, *region) : std::nullopt) {
        profile.bar_inner_radius = kpc_per_length * region->inner;
        profile.bar_outer_radius = kpc_per_length * region->outer;
        profile.pattern_speed = km_s_kpc_per_frequency * bar->pattern_speed;
        profile.pattern_speed_error = km_s_kpc_per_frequency * bar->pattern_speed_error;
    }
    return profile;
}

SkyProfile sky_profile(const MeasuredGalaxy& galaxy, std::span<const SkyBody> bodies, std::span<const SkyRing> rings) {
    const double radius = half_mass_radius(bodies);
    SersicFit fit = fit_sersic(rings, galaxy.bins).value_or(SersicFit{unknown, unknown, unknown, unknown, unknown});
    for (double* const length : {&fit.effective_radius, &fit.inner_radius, &fit.outer_radius})
        *length *= kpc_per_length;
    fit.density *= solar_masses_per_pc2;
    return {kpc_per_length * radius, sky_spin(bodies, radius).value_or(SkySpin{unknown, unknown}), fit};
}

// `squares` are the squares of the velocity of circular orbits due to the component alone; may be empty.
ComponentProfile component_profile(const MeasuredGalaxy& galaxy, const std::string& component,
                                   std::span<const SampledBody> bodies, const std::vector<double>& squares) {
    ComponentProfile profile{component, bodies.size(), 0, {}, {}, {}};
    for (const SampledBody& body : bodies) profile.mass += solar_masses_per_mass * body.mass;
    const std::vector<RingStatistics> rings =
        ring_statistics(bodies, galaxy.bins, galaxy.options.wants(ProfileQuantity::thickness));
    std::vector<SkyBody> on_sky;
    if (galaxy.options.wants(ProfileQuantity::projection))
        on_sky = on_the_sky(bodies, galaxy.options.inclination / degrees_per_radian);
    const std::vector<SkyRing> sky = sky_rings(on_sky, galaxy.bins);
    for (std::size_t bin = 0; bin < rings.size(); ++bin)
        profile.bins.push_back(
            bin_profile(galaxy, component, rings[bin], sky[bin], bin, squares.empty() ? unknown : squares[bin]));
    if (galaxy.options.wants(ProfileQuantity::projection)) profile.sky = sky_profile(galaxy, on_sky, sky);
    if (galaxy.options.wants(ProfileQuantity::shape)) profile.shape = shape_profile(galaxy, bodies, rings);
    return profile;
}

ComponentProfile profile_named(const MeasuredGalaxy& galaxy, const std::string& name) {
    const GalaxySample& sample = galaxy.sample;
    const std::vector<std::vector<double>>& squares = galaxy.orbits.components;
    for (std::size_t i = 0; i < sample.groups.size(); ++i)
        if (sample.groups[i].component == name)
            return component_profile(galaxy, name, sample.bodies_of(sample.groups[i]),
                                     squares.empty() ? std::vector<double>{} : squares[i]);
    const bool of_stars = name == star_components;
    std::vector<double> sum(squares.empty() ? 0 : galaxy.bins.count);
    for (std::size_t i = 0; i < squares.size(); ++i)
        if (!of_stars || is_stellar(sample.groups[i].component))
            std::ranges::transform(sum, squares[i], sum.begin(), std::plus<>{});
    return component_profile(galaxy, name, of_stars ? sample.stars() : sample.bodies, sum);
}

bool contains_any(const glm::dvec4& sphere, const GalaxySample& sample) {
    const glm::dvec3 center = sample.frame.position(glm::dvec3{sphere});
    return std::ranges::any_of(
        sample.bodies, [&](const SampledBody& body) { return glm::distance(body.position, center) < sphere.w; });
}

// Removes the bodies outside of a sphere from the sample. Groups without bodies remain.
void keep_inside(GalaxySample& sample, const glm::dvec4& sphere) {
    const glm::dvec3 center = sample.frame.position(glm::dvec3{sphere});
    std::vector<SampledBody> inside;
    for (const bool of_stars : {true, false})
        for (GalaxySample::Group& group : sample.groups) {
            if (is_stellar(group.component) != of_stars) continue;
            const std::size_t first = inside.size();
            for (const SampledBody& body : sample.bodies_of(group))
                if (glm::distance(body.position, center) < sphere.w) inside.push_back(body);
            group.first = first;
            group.count = inside.size() - first;
        }
    sample.bodies = std::move(inside);
}

GalaxyProfile measure_galaxy(const BodyRows& rows, const std::string& name, GalaxySample sample, const ProfiledRun& run,
                             const ProfileOptions& options) {
    const double radius = options.radius ? *options.radius : default_radius(sample, name);
    MeasuredGalaxy galaxy{run, options, std::move(sample), {options.bins, radius / kpc_per_length}, {}, {}};
    GalaxyProfile profile{shown_galaxy(name), galaxy.sample.frame, {options.bins, radius}, {}, {}, {}};
    if (options.wants(ProfileQuantity::rotation) || options.wants(ProfileQuantity::dispersion)) {
        galaxy.orbits =
            circular_orbits(rows, name, galaxy.sample, galaxy.bins, {run.gravity, run.softening, options.is_fast});
        galaxy.epicyclic_frequencies = galaxy.orbits.epicyclic_frequencies(galaxy.bins);
        for (std::size_t bin = 0; bin < options.bins; ++bin) {
            profile.circular_velocity.push_back(circular_velocity(galaxy.orbits.total[bin]));
            profile.epicyclic_frequency.push_back(km_s_kpc_per_frequency * galaxy.epicyclic_frequencies[bin]);
        }
    }
    const std::vector<std::string> chosen = chosen_names(galaxy.sample, options);
    if (options.aperture) keep_inside(galaxy.sample, *options.aperture);
    for (const std::string& component : chosen) profile.components.push_back(profile_named(galaxy, component));
    return profile;
}

}  // namespace

std::vector<std::string> galaxies_with_center(const BodyRows& rows) {
    std::vector<std::string> known = galaxies(rows);
    std::erase_if(known, [&](const std::string& name) {
        const std::vector<Component> core = core_of_galaxy(rows, name);
        return std::ranges::all_of(core, [](const Component& component) { return component.count == 0; });
    });
    return known;
}

std::string shown_galaxy(const std::string& galaxy) { return galaxy.empty() ? std::string{all_components} : galaxy; }

std::vector<std::string> shown_galaxies(std::span<const std::string> galaxies) {
    std::vector<std::string> shown;
    for (const std::string& galaxy : galaxies) shown.push_back(shown_galaxy(galaxy));
    return shown;
}

std::string require_galaxy(const std::string& typed, std::span<const std::string> known) {
    const std::vector<std::string> shown = shown_galaxies(known);
    if (const auto name = find_typed_name(typed, shown))
        return known[static_cast<std::size_t>(std::ranges::find(shown, *name) - shown.begin())];
    throw std::invalid_argument(fmt::format("no galaxy '{}' at this time; the galaxies are: {}", typed, join(shown)));
}

bool ProfileOptions::wants(ProfileQuantity quantity) const {
    return quantities.empty() || std::ranges::find(quantities, quantity) != quantities.end();
}

std::vector<GalaxyProfile> galaxy_profiles(const BodyRows& rows, const ProfiledRun& run,
                                           const ProfileOptions& options) {
    if (options.bins == 0) throw std::invalid_argument("a profile needs at least 1 bin");
    if (options.radius && !(*options.radius > 0))
        throw std::invalid_argument("the outer radius of a profile must be greater than 0");
    if (!(options.inclination >= 0 && options.inclination <= 180))
        throw std::invalid_argument("the inclination of a profile must lie between 0 and 180 degrees");
    if (options.aperture && !(options.aperture->w > 0))
        throw std::invalid_argument("the radius of an aperture must be greater than 0");
    const std::vector<std::string> measured = measured_galaxies(rows, options.galaxies);
    std::vector<GalaxySample> samples;
    for (const std::string& galaxy : measured) samples.push_back(sample_galaxy(rows, galaxy, run.gas));
    require_components(samples, options.components);
    if (options.aperture && std::ranges::none_of(samples, [&](const GalaxySample& sample) {
            return contains_any(*options.aperture, sample);
        }))
        throw std::invalid_argument("--aperture: no body of the measured galaxies is inside the sphere");
    std::vector<GalaxyProfile> profiles;
    for (std::size_t i = 0; i < measured.size(); ++i)
        profiles.push_back(measure_galaxy(rows, measured[i], std::move(samples[i]), run, options));
    return profiles;
}

}  // namespace milkomeda
