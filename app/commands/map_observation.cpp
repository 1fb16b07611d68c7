#include "app/commands/map_observation.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "data/base/units.hpp"
#include "data/particles/young_stars.hpp"
#include "data/profiles/galaxy_profile.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr double degree = std::numbers::pi / 180;

// Returns 1 for each row in the map: the bodies of the components that are named, or else shown in pictures. Throws
// UsageError without a body that has a mass.
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
    bool has_mass = false;
    for (std::size_t row = 0; row < particles.size(); ++row)
        has_mass = has_mass || (counted[row] != 0 && particles.positions[row].w > 0);
    if (!has_mass) throw UsageError("no body with a mass is in the map; choose other components with --component");
    return counted;
}

// Returns the galaxy in the middle of the map; empty for the center of mass.
std::optional<std::string> galaxy_of(const MapCommandOptions& options, const ParticleSet& particles) {
    const std::vector<std::string> known = galaxies_with_center(particles);
    if (options.galaxy) try {
            return require_galaxy(*options.galaxy, known);
        } catch (const std::invalid_argument& error) {
            throw UsageError(fmt::format("--galaxy: {}", error.what()));
        }
    if (!options.incline && !options.position_angle) return {};
    if (known.size() == 1) return known.front();
    throw UsageError(
        fmt::format("--incline and --position-angle need --galaxy; the galaxies are: {}", join(shown_galaxies(known))));
}

// Returns the view of the map. Without a galaxy, its middle is the center of mass of the counted bodies.
SkyView view_of(const MapCommandOptions& options, const ParticleSet& particles, const SimulationParameters& parameters,
                std::span<const std::uint8_t> counted) {
    if (const auto galaxy = galaxy_of(options, particles)) {
        const GalaxyFrame frame = sample_galaxy(particles, *galaxy, {parameters.gas, particles.gas}).frame;
        if (options.incline || options.position_angle)
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

// Throws UsageError for options that a quantity does not have.
void require_options_of_quantity(const MapCommandOptions& options) {
    const std::string_view quantity = name_of(options.quantity);
    const TelescopeOptions& telescope = options.telescope;
    if (options.band && !is_light(options.quantity) && !is_mean(options.quantity))
        throw UsageError(fmt::format("--band: a map of {} has no light; use --quantity brightness", quantity));
    if (options.quantity != MapQuantity::cube)
        for (const auto& [name, is_given] : {std::pair{"--resolution", telescope.resolution.has_value()},
                                             {"--channels", options.channels.has_value()},
                                             {"--velocities", options.velocities.has_value()}})
            if (is_given) throw UsageError(fmt::format("{} needs --quantity cube", name));
    const bool is_exposed = telescope.exposure > 0;
    if (is_exposed && !is_light(options.quantity))
        throw UsageError(
            fmt::format("--exposure: a map of {} has no photons; use --quantity brightness or counts", quantity));
    if (options.quantity == MapQuantity::counts && !is_exposed)
        throw UsageError("--quantity counts needs --exposure SECONDS");
    if (!is_exposed && (telescope.sky || telescope.zero_point))
        throw UsageError("--sky and --zero-point need --exposure SECONDS");
}

// The point spread function in arcseconds.
PointSpread point_spread_of(const TelescopeOptions& telescope) {
    PointSpread spread = telescope.instrument ? telescope.instrument->point_spread : PointSpread{};
    spread.width = telescope.psf.value_or(spread.width);
    spread.shape = telescope.psf_shape.value_or(spread.shape);
    spread.beta = telescope.psf_beta.value_or(spread.beta);
    return spread;
}

// Sets the number of pixels and the size of the map from the size of a pixel of the instrument.
void set_pixels(MapGrid& grid, const MapCommandOptions& options, double pixel) {
    if (options.pixels && options.extent) return;
    constexpr double rounding = 1e-9, most = 8192;
    if (!options.pixels) {
        const double columns = std::max(1.0, std::ceil(grid.width / pixel - rounding)),
                     rows = std::max(1.0, std::ceil(grid.height / pixel - rounding));
        if (std::max(columns, rows) > most)
            throw UsageError(
                fmt::format("--instrument {}: the map would have {:.0f} x {:.0f} pixels, more than {:.0f}; "
                            "choose a smaller --extent, a larger --distance or --pixels",
                            options.telescope.instrument->name, columns, rows, most));
        grid.columns = static_cast<std::size_t>(columns), grid.rows = static_cast<std::size_t>(rows);
    }
    grid.width = double(grid.columns) * pixel, grid.height = double(grid.rows) * pixel;
}

// Returns the option to blame for a value that either an option of its own or the instrument has set.
std::string source_of(std::string_view option, bool is_given, const TelescopeOptions& telescope) {
    return is_given ? std::string{option} : fmt::format("--instrument {}", telescope.instrument->name);
}

void require_narrow(const TelescopeOptions& telescope, const MapGrid& grid, double arcseconds) {
    const PointSpread spread = point_spread_of(telescope);
    if (spread.width / arcseconds > std::min(grid.width, grid.height))
        throw UsageError(
            fmt::format("{}: the point spread function of {} arcseconds is wider than the map of {:.3g} x {:.3g} "
                        "arcseconds; choose a smaller --psf, a larger --extent or a smaller --distance",
                        source_of("--psf", telescope.psf.has_value(), telescope), spread.width, grid.width * arcseconds,
                        grid.height * arcseconds));
    constexpr std::size_t most = std::size_t{1} << 24;  // so that Fourier transforms take at most 2 GiB
    if (spread.width > 0 && spread.shape == PsfShape::moffat && grid.columns * grid.rows > most)
        throw UsageError(
            fmt::format("--psf-shape moffat: a map of {} x {} pixels is too large; choose at most {} pixels",
                        grid.columns, grid.rows, most));
}

// The standard deviation of the line spread in model units.
double line_spread_of(const TelescopeOptions& telescope) {
    const double preset = telescope.instrument ? telescope.instrument->line_spread : 0;
    return telescope.resolution.value_or(preset) / km_s_per_velocity;
}

// Sets the range of velocities and the number of channels of a cube. The usual range contains the line spread of the
// fastest body.
void set_channels(MapGrid& grid, const MapCommandOptions& options, double fastest) {
    constexpr double reach = 4;  // standard deviations of the line spread
    grid.most_velocity = 1.001 * fastest + 1e-6 + reach * line_spread_of(options.telescope);
    grid.least_velocity = -grid.most_velocity;
    if (options.velocities) {
        grid.least_velocity = (*options.velocities)[0] / km_s_per_velocity;
        grid.most_velocity = (*options.velocities)[1] / km_s_per_velocity;
    }
    const Instrument* const instrument = options.telescope.instrument;
    constexpr std::size_t usual_channels = 64;
    grid.channels = options.channels.value_or(usual_channels);
    if (!options.channels && instrument && instrument->channel) {
        const double width = *instrument->channel / km_s_per_velocity, range = grid.most_velocity - grid.least_velocity;
        const double channels = std::ceil(range / width * (1 - 1e-9));
        if (!(channels <= most_channels))
            throw UsageError(fmt::format(
                "--instrument {}: the cube would have {:.3g} channels, more than {}; choose a smaller range "
                "with --velocities, or --channels",
                instrument->name, channels, most_channels));
        grid.channels = static_cast<std::size_t>(std::max(1.0, channels));
        const double longer = double(grid.channels) * width;
        if (!options.velocities) grid.least_velocity = -longer / 2;
        grid.most_velocity = grid.least_velocity + longer;
    }
    const double line_spread = line_spread_of(options.telescope);
    if (line_spread > grid.most_velocity - grid.least_velocity)
        throw UsageError(
            fmt::format("{}: the line spread of {:.6g} km/s is wider than the channels from {:.6g} to {:.6g} "
                        "km/s; choose a smaller --resolution or a wider range of --velocities",
                        source_of("--resolution", options.telescope.resolution.has_value(), options.telescope),
                        line_spread * km_s_per_velocity, grid.least_velocity * km_s_per_velocity,
                        grid.most_velocity * km_s_per_velocity));
    constexpr std::size_t most_numbers = std::size_t{1} << 27;  // 1 GiB
    if (grid.channels > most_numbers / (grid.columns * grid.rows))
        throw UsageError(
            fmt::format("a cube of {} x {} pixels and {} channels is too large; choose at most {} numbers "
                        "with --pixels and --channels",
                        grid.columns, grid.rows, grid.channels, most_numbers));
}

MapGrid grid_of(const MapCommandOptions& options, const ParticleSet& particles, std::span<const std::uint8_t> counted,
                const SkyView& view, double arcseconds) {
    MapGrid grid;
    if (options.pixels) grid.columns = (*options.pixels)[0], grid.rows = (*options.pixels)[1];
    if (options.extent)
        grid.width = (*options.extent)[0], grid.height = (*options.extent)[1];
    else
        grid.width = grid.height = usual_edge(particles, counted, view);
    if (options.telescope.instrument) set_pixels(grid, options, options.telescope.instrument->pixel / arcseconds);
    require_narrow(options.telescope, grid, arcseconds);
    if (options.quantity != MapQuantity::cube) return grid;
    double fastest = 0;
    for (std::size_t row = 0; row < particles.size(); ++row)
        if (counted[row] != 0)
            fastest = std::max(fastest, std::abs(view.receding(vector_of(particles.velocities[row]))));
    set_channels(grid, options, fastest);
    return grid;
}

MapRequest request_of(const MapCommandOptions& options, const MapGrid& grid, double arcseconds) {
    const TelescopeOptions& telescope = options.telescope;
    const Instrument* const instrument = telescope.instrument;
    MapRequest request;
    request.quantity = options.quantity;
    request.band = options.band;
    request.smooth = options.smooth;
    request.point_spread = point_spread_of(telescope);
    request.point_spread.width /= arcseconds;
    if (is_light(options.quantity) && !request.band)
        request.band = instrument ? instrument->band.value_or(Band::V) : Band::V;
    request.line_spread = line_spread_of(telescope);
    if (!(telescope.exposure > 0)) return request;
    const bool has_band = instrument && instrument->band == request.band;  // of the sky and the zero point
    const auto known = [&](const std::optional<double>& own, std::optional<double> Instrument::*preset) {
        if (own) return *own;
        if (has_band && instrument->*preset) return *(instrument->*preset);
        throw UsageError(
            fmt::format("--exposure in the band {} needs --sky and --zero-point, or an instrument that has both",
                        name_of(*request.band)));
    };
    request.exposure = {.seconds = telescope.exposure,
                        .sky = known(telescope.sky, &Instrument::sky),
                        .zero_point = known(telescope.zero_point, &Instrument::zero_point),
                        .square_arcseconds = grid.pixel_area() * arcseconds * arcseconds,
                        .seed = options.scene.seed};
    const double sky_photons = std::pow(10, -0.4 * (request.exposure->sky - request.exposure->zero_point)) *
                               request.exposure->square_arcseconds * telescope.exposure;
    if (!(sky_photons <= most_photons))
        throw UsageError(
            fmt::format("--exposure: the sky would have {:.3g} photons in a pixel, more than {:.0e}; choose "
                        "a fainter --sky, a smaller --zero-point or a shorter exposure",
                        sky_photons, most_photons));
    return request;
}

}  // namespace

void require_consistent(const MapCommandOptions& options) {
    require_options_of_quantity(options);
    const TelescopeOptions& telescope = options.telescope;
    const PointSpread spread = point_spread_of(telescope);
    if ((telescope.psf_shape || telescope.psf_beta) && !(spread.width > 0))
        throw UsageError("--psf-shape and --psf-beta need --psf ARCSECONDS or --instrument NAME");
    if (telescope.psf_beta && spread.shape != PsfShape::moffat)
        throw UsageError("--psf-beta needs --psf-shape moffat, because a Gaussian has no exponent");
}

ObservedMap observe_map(const MapCommandOptions& options, const Assets& assets) {
    auto [setup, state, time] = observed_state(options.scene, options.device, options.program, assets, "has no map");
    const ParticleSet& particles = state.particles;
    const bool needs_gas = options.quantity == MapQuantity::gas || options.quantity == MapQuantity::sfr;
    if (needs_gas && gas_count(particles.components) == 0)
        throw UsageError(
            fmt::format("{} contains no gas, so it has no map of {}", options.scene.source, name_of(options.quantity)));
    const std::vector<std::uint8_t> counted = counted_rows(options, state);
    const SkyView view = view_of(options, particles, setup->parameters, counted);
    const double arcseconds = kpc_per_length / (1e3 * options.distance) / degree * 3600;
    const MapGrid grid = grid_of(options, particles, counted, view, arcseconds);
    const MapRequest request = request_of(options, grid, arcseconds);
    MapRows rows = map_rows(request, particles, counted, time);
    try {
        SkyMap map = sky_map(request, particles, rows, view, grid);
        return {std::move(map), request, std::move(rows), std::move(state), view, time, arcseconds};
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

}  // namespace milkomeda
