// milkomeda map: observes the bodies of a run as a map or a cube on the sky.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "app/cli/program_version.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/headless_run.hpp"
#include "app/io/json_text.hpp"
#include "app/io/output_file.hpp"
#include "app/io/picture_file.hpp"
#include "app/scene/device_selection.hpp"
#include "app/tools/plane_picture.hpp"
#include "data/base/units.hpp"
#include "data/field/npy.hpp"
#include "data/maps/fits_image.hpp"
#include "data/particles/young_stars.hpp"
#include "data/series/series.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr double degree = std::numbers::pi / 180;

// A map, with the state and the view from which it was made.
struct ObservedMap {
    SkyMap map;
    SkyView view;
    double time = 0;             // in model units
    std::size_t bodies = 0;      // of the run
    std::vector<double> center;  // of the map, in the coordinates of the source
};

// Arcseconds per model length at the distance of the observer.
double arcseconds_per_length(const MapCommandOptions& options) {
    return kpc_per_length / (1e3 * options.distance) / degree * 3600;
}

// Returns 1 for each row in the map: the bodies of the components that are named, or else shown in pictures.
std::vector<std::uint8_t> counted_rows(const MapCommandOptions& options, const StateOfRun& state) {
    const ParticleSet& particles = state.particles;
    std::vector<std::uint8_t> counted(particles.size(), 0);
    std::vector<std::string> known;
    for (std::size_t c = 0; c < particles.components.size(); ++c) {
        const Component& component = particles.components[c];
        const auto is_named = [&](std::string_view name) {
            known.emplace_back(name);
            return std::ranges::find(options.components, name) != options.components.end();
        };
        ShownBodies shown = state.shown[c];
        if (!options.components.empty()) {
            shown.others = is_named(component.name);
            shown.young_stars = is_gas(component) ? is_named(young_stars_name) : shown.others;
        }
        for (std::size_t row = component.first; row < component.first + component.count; ++row)
            counted[row] = shown.shows(is_gas(component) && is_young_star(particles.velocities[row]));
    }
    for (const std::string& name : options.components)
        if (std::ranges::find(known, name) == known.end())
            throw UsageError(fmt::format("--component: there is no component '{}'; there are: {}", name, join(known)));
    return counted;
}

// Returns the view of the map. Without a galaxy, its middle is the center of mass of the counted bodies.
SkyView view_of(const MapCommandOptions& options, const ParticleSet& particles, const SimulationParameters& parameters,
                std::span<const std::uint8_t> counted) {
    const std::vector<std::string> names = galaxies(particles);
    const bool is_tilted = options.incline || options.position_angle;
    std::string name = options.galaxy;
    if (name.empty() && is_tilted && names.size() == 1) name = names.front();
    if (name.empty() && is_tilted)
        throw UsageError(
            fmt::format("--incline and --position-angle need --galaxy; the galaxies are: {}", join(names)));
    if (!name.empty() && std::ranges::find(names, name) == names.end())
        throw UsageError(fmt::format("--galaxy: no galaxy '{}' at this time; the galaxies are: {}", name, join(names)));
    if (!name.empty()) {
        const GalaxyFrame frame = sample_galaxy(particles, name, {parameters.gas, particles.gas}).frame;
        if (is_tilted)
            return view_of_galaxy(frame, options.incline.value_or(0) * degree,
                                  options.position_angle.value_or(0) * degree);
        return {.center = frame.center, .velocity = frame.velocity};
    }
    SkyView view;
    double mass = 0;
    for (std::size_t row = 0; row < particles.size(); ++row) {
        const double own = counted[row] != 0 ? particles.positions[row].w : 0;
        view.center += own * vector_of(particles.positions[row]);
        view.velocity += own * vector_of(particles.velocities[row]);
        mass += own;
    }
    if (!(mass > 0)) throw UsageError("no body with a mass is in the map; choose other components with --component");
    view.center /= mass, view.velocity /= mass;
    return view;
}

// Returns the edge of the smallest square around the middle that contains 95 % of the counted bodies.
double usual_edge(const ParticleSet& particles, std::span<const std::uint8_t> counted, const SkyView& view) {
    std::vector<double> distances;
    for (std::size_t row = 0; row < particles.size(); ++row) {
        const glm::dvec3 place = view.place(vector_of(particles.positions[row]));
        if (counted[row] != 0) distances.push_back(std::max(std::abs(place.x), std::abs(place.y)));
    }
    constexpr double share = 0.95;
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(distances.size() - 1));
    std::ranges::nth_element(distances, distances.begin() + at);
    const double edge = 2 * distances[static_cast<std::size_t>(at)];
    return edge > 0 ? edge : 1;
}

MapGrid grid_of(const MapCommandOptions& options, const ParticleSet& particles, std::span<const std::uint8_t> counted,
                const SkyView& view) {
    MapGrid grid{.columns = options.pixels[0], .rows = options.pixels[1]};
    if (options.extent)
        grid.width = (*options.extent)[0], grid.height = (*options.extent)[1];
    else
        grid.width = grid.height = usual_edge(particles, counted, view);
    if (options.psf / arcseconds_per_length(options) > std::min(grid.width, grid.height))
        throw UsageError(fmt::format(
            "--psf {}: the point spread function is wider than the map of {:.3g} x {:.3g} "
            "arcseconds; choose a smaller one, a larger --extent or a smaller --distance",
            options.psf, grid.width * arcseconds_per_length(options), grid.height * arcseconds_per_length(options)));
    if (options.quantity != MapQuantity::cube) return grid;
    grid.channels = options.channels;
    constexpr std::size_t most_numbers = std::size_t{1} << 27;  // 1 GiB
    if (grid.channels > most_numbers / (grid.columns * grid.rows))
        throw UsageError(
            fmt::format("a cube of {} x {} pixels and {} channels is too large; choose at most {} numbers "
                        "with --pixels and --channels",
                        grid.columns, grid.rows, grid.channels, most_numbers));
    if (options.velocities) {
        grid.least_velocity = (*options.velocities)[0] / km_s_per_velocity;
        grid.most_velocity = (*options.velocities)[1] / km_s_per_velocity;
        return grid;
    }
    double fastest = 0;
    for (std::size_t row = 0; row < particles.size(); ++row)
        if (counted[row] != 0)
            fastest = std::max(fastest, std::abs(view.receding(vector_of(particles.velocities[row]))));
    grid.most_velocity = 1.001 * fastest + 1e-6;  // so that the fastest body lies in a channel
    grid.least_velocity = -grid.most_velocity;
    return grid;
}

ObservedMap observe(const MapCommandOptions& options, const Assets& assets) {
    const auto [initial, state, time] =
        observed_state(options.scene, options.device, options.program, assets, "has no map");
    const ParticleSet& particles = state.particles;
    const bool needs_gas = options.quantity == MapQuantity::gas || options.quantity == MapQuantity::sfr;
    if (needs_gas && gas_count(particles.components) == 0)
        throw UsageError(
            fmt::format("{} contains no gas, so it has no map of {}", options.scene.source, name_of(options.quantity)));
    const std::vector<std::uint8_t> counted = counted_rows(options, state);
    const SkyView view = view_of(options, particles, initial->parameters, counted);
    const MapGrid grid = grid_of(options, particles, counted, view);
    const glm::dvec3 center = view.center + particles.origin;
    const std::vector<double> weights = map_weights(options.quantity, particles, counted, time);
    return {sky_map(options.quantity, particles, weights, view, grid, options.psf / arcseconds_per_length(options)),
            view,
            time,
            particles.size(),
            {center.x, center.y, center.z}};
}

FitsImage fits_of(const ObservedMap& observed, const MapCommandOptions& options) {
    const MapGrid& grid = observed.map.grid;
    const double degrees = arcseconds_per_length(options) / 3600;
    const auto middle = [](std::size_t size) { return (static_cast<double>(size) + 1) / 2; };
    FitsImage image{
        .axes = {{"RA---TAN", "deg", grid.columns, middle(grid.columns), 0,
                  -degrees * grid.width / double(grid.columns)},
                 {"DEC--TAN", "deg", grid.rows, middle(grid.rows), 0, degrees * grid.height / double(grid.rows)}},
        .unit = std::string{unit_of(options.quantity)},
        .keys = {{"ORIGIN", program_version(), "program"},
                 {"OBJECT", options.galaxy.empty() ? options.scene.source : options.galaxy, ""},
                 {"QUANTITY", std::string{name_of(options.quantity)}, "of the pixels"},
                 {"TIME", observed.time * myr_per_time, "[Myr] time in the run"},
                 {"DISTANCE", options.distance, "[Mpc] of the observer"},
                 {"PIXSIZE", grid.width / double(grid.columns) * kpc_per_length, "[kpc] width of a pixel"},
                 {"PSFFWHM", options.psf, "[arcsec] point spread function"},
                 {"BODIES", static_cast<double>(observed.map.bodies), "number of bodies in the map"}},
        .numbers = observed.map.values};
    if (options.incline) image.keys.push_back({"INCLINE", *options.incline, "[deg] inclination of the disk"});
    if (options.position_angle)
        image.keys.push_back({"POSANGLE", *options.position_angle, "[deg] of the receding half of the major axis"});
    if (options.quantity == MapQuantity::cube) {
        const double step = grid.channel_width() * km_s_per_velocity;
        image.axes.push_back(
            {"VELO", "km/s", grid.channels, 1, grid.least_velocity * km_s_per_velocity + step / 2, step});
    }
    return image;
}

void write_map(const ObservedMap& observed, const MapCommandOptions& options) {
    const MapGrid& grid = observed.map.grid;
    const std::vector<double>& values = observed.map.values;
    if (options.output.extension() == ".fits") return write_fits_image(options.output, fits_of(observed, options));
    std::vector<float> numbers(values.begin(), values.end());
    if (options.output.extension() == ".npy") {
        std::vector<std::size_t> sizes{grid.rows, grid.columns};
        if (options.quantity == MapQuantity::cube) sizes.insert(sizes.begin(), grid.channels);
        return write_npy(options.output, numbers, sizes);
    }
    const bool is_kinematic = options.quantity == MapQuantity::velocity || options.quantity == MapQuantity::dispersion;
    for (float& number : numbers)
        if (options.quantity == MapQuantity::brightness)
            number *= -0.4f;  // the decimal logarithm of the light
        else if (!is_kinematic)
            number = std::log10(number);
    float least = INFINITY, most = -INFINITY;
    for (const float number : numbers)
        if (std::isfinite(number)) least = std::min(least, number), most = std::max(most, number);
    constexpr float decades = 5;  // of surface densities or light
    if (!is_kinematic) least = std::max(least, most - decades);
    // plane_picture() gives the largest numbers the darkest colors, as suits potentials.
    for (float& number : numbers) number = -(std::isfinite(number) ? std::max(number, least) : least);
    write_picture(options.output, plane_picture({grid.columns, grid.rows, numbers}, ColorMap::viridis));
}

nlohmann::ordered_json summary_of(const ObservedMap& observed, const MapCommandOptions& options) {
    const MapGrid& grid = observed.map.grid;
    return {{"file", options.output.string()},
            {"quantity", name_of(options.quantity)},
            {"unit", unit_of(options.quantity)},
            {"pixels", {grid.columns, grid.rows}},
            {"channels", grid.channels},
            {"extent_kpc", {grid.width * kpc_per_length, grid.height * kpc_per_length}},
            {"velocities_km_s", {grid.least_velocity * km_s_per_velocity, grid.most_velocity * km_s_per_velocity}},
            {"center", observed.center},
            {"time", observed.time},
            {"bodies", observed.bodies},
            {"bodies_in_map", observed.map.bodies}};
}

}  // namespace

void map(const MapCommandOptions& options, const Assets& assets) {
    const std::filesystem::path extension = options.output.extension();
    if (extension != ".fits" && extension != ".npy" && extension != ".png")
        throw UsageError(
            fmt::format("-o {}: the name of a map must end in .fits, .npy or .png", options.output.string()));
    if (extension == ".png" && options.quantity == MapQuantity::cube)
        throw UsageError(fmt::format("-o {}: a cube is no picture; use .fits or .npy", options.output.string()));
    require_replaceable(options.output);
    if (is_series(options.scene.source))
        throw UsageError(
            fmt::format("map takes one file, but {} may be several files; name a single file", options.scene.source));
    const ObservedMap observed = observe(options, assets);
    write_map(observed, options);
    if (options.json) std::cout << json_line(summary_of(observed, options)) << '\n';
}

}  // namespace milkomeda
