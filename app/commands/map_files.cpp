#include "app/commands/map_files.hpp"

#include <fmt/format.h>

#include "app/cli/program_version.hpp"
#include "app/io/output_file.hpp"
#include "data/base/units.hpp"
#include "data/field/npy.hpp"
#include "data/maps/fits_image.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

// The keys of the header that say how the light was collected.
void append_telescope_keys(std::vector<FitsKey>& keys, const ObservedMap& observed, const MapCommandOptions& options) {
    const MapRequest& request = observed.request;
    if (options.telescope.instrument)
        keys.push_back({"INSTRUME", std::string{options.telescope.instrument->name}, "properties of this instrument"});
    if (request.band) keys.push_back({"BAND", std::string{name_of(*request.band)}, "photometric band"});
    if (request.smooth > 0)
        keys.push_back({"SMOOTH", static_cast<double>(request.smooth), "neighbor that sets the width of a body"});
    const PointSpread& spread = request.point_spread;
    keys.push_back(
        {"PSFFWHM", spread.width * observed.arcseconds_per_length, "[arcsec] FWHM of the point spread function"});
    if (spread.width > 0)
        keys.push_back({"PSFSHAPE", std::string{name_of(spread.shape)}, "shape of the point spread function"});
    if (spread.width > 0 && spread.shape == PsfShape::moffat)
        keys.push_back({"PSFBETA", spread.beta, "exponent of the Moffat function"});
    if (request.quantity == MapQuantity::cube && request.line_spread > 0)
        keys.push_back({"LINESIG", request.line_spread * km_s_per_velocity, "[km/s] sigma of the line spread"});
    if (request.quantity == MapQuantity::h3 || request.quantity == MapQuantity::h4)
        keys.push_back({"GHMETHOD", "moments", "h3 from the skewness, h4 from the kurtosis"});
    if (!request.exposure) return;
    keys.push_back({"EXPTIME", request.exposure->seconds, "[s] exposure time"});
    keys.push_back({"SKYMAG", request.exposure->sky, "[mag/arcsec2] sky, already subtracted"});
    keys.push_back({"ZEROPT", request.exposure->zero_point, "magnitude of one photon per second"});
    keys.push_back({"SEED", static_cast<double>(request.exposure->seed), "seed of the photon noise"});
}

std::vector<FitsKey> keys_of(const ObservedMap& observed, const MapCommandOptions& options) {
    std::vector<FitsKey> keys{{"ORIGIN", program_version(), "program"},
                              {"OBJECT", options.galaxy.value_or(options.scene.source), ""},
                              {"QUANTITY", std::string{name_of(options.quantity)}, "quantity of the pixel values"},
                              {"TIME", observed.time * myr_per_time, "[Myr] time in the run"},
                              {"DISTANCE", options.distance, "[Mpc] distance of the observer"},
                              {"PIXSIZE", observed.map.grid.width / double(observed.map.grid.columns) * kpc_per_length,
                               "[kpc] width of a pixel"},
                              {"BODIES", static_cast<double>(observed.map.bodies), "number of bodies in the map"}};
    if (options.incline) keys.push_back({"INCLINE", *options.incline, "[deg] inclination of the disk"});
    if (options.position_angle)
        keys.push_back({"POSANGLE", *options.position_angle, "[deg] direction of the receding major axis"});
    append_telescope_keys(keys, observed, options);
    return keys;
}

}  // namespace

void require_map_files(const MapCommandOptions& options) {
    const std::filesystem::path extension = options.output.extension();
    if (extension != ".fits" && extension != ".npy" && extension != ".png")
        throw UsageError(
            fmt::format("-o {}: the name of a map must end in .fits, .npy or .png", options.output.string()));
    if (extension == ".png" && options.quantity == MapQuantity::cube)
        throw UsageError(fmt::format("-o {}: a cube is no picture; use .fits or .npy", options.output.string()));
    require_replaceable(options.output);
    if (options.table.empty()) return;
    if (options.table.extension() != ".fits")
        throw UsageError(fmt::format("--table {}: the name of a table must end in .fits", options.table.string()));
    require_replaceable(options.table);
}

void write_map_fits(const ObservedMap& observed, const MapCommandOptions& options) {
    const MapGrid& grid = observed.map.grid;
    const double degrees = observed.arcseconds_per_length / 3600;
    const auto middle = [](std::size_t size) { return (static_cast<double>(size) + 1) / 2; };
    FitsImage image{
        .axes = {{"RA---TAN", "deg", grid.columns, middle(grid.columns), 0,
                  -degrees * grid.width / double(grid.columns)},
                 {"DEC--TAN", "deg", grid.rows, middle(grid.rows), 0, degrees * grid.height / double(grid.rows)}},
        .unit = std::string{unit_of(options.quantity)},
        .keys = keys_of(observed, options),
        .numbers = observed.map.values};
    if (options.quantity == MapQuantity::cube) {
        const double step = grid.channel_width() * km_s_per_velocity;
        image.axes.push_back(
            {"VELO", "km/s", grid.channels, 1, grid.least_velocity * km_s_per_velocity + step / 2, step});
    }
    write_fits_image(options.output, image);
}

void write_map_array(const ObservedMap& observed, const MapCommandOptions& options) {
    const MapGrid& grid = observed.map.grid;
    std::vector<std::size_t> sizes{grid.rows, grid.columns};
    if (options.quantity == MapQuantity::cube) sizes.insert(sizes.begin(), grid.channels);
    write_npy(options.output, std::vector<float>(observed.map.values.begin(), observed.map.values.end()), sizes);
}

void write_map_table(const ObservedMap& observed, const MapCommandOptions& options) {
    const ParticleSet& particles = observed.state.particles;
    std::vector<std::int64_t> ids;
    std::vector<double> x, y, velocity, mass, age;
    std::vector<std::string> component, galaxy;
    for (const Component& part : particles.components)
        for (std::size_t row = part.first; row < part.first + part.count; ++row) {
            const glm::dvec3 place = observed.view.place(vector_of(particles.positions[row]));
            const double receding = observed.view.receding(vector_of(particles.velocities[row]));
            if (!(observed.rows.weights[row] > 0) || !pixel_of(place, receding, observed.map.grid)) continue;
            const bool is_star = is_gas(part) && is_young_star(particles.velocities[row]);
            ids.push_back(std::int64_t{particles.ids[row]} + 1);  // some programs treat id 0 as missing
            x.push_back(place.x * observed.arcseconds_per_length);
            y.push_back(place.y * observed.arcseconds_per_length);
            velocity.push_back(receding * km_s_per_velocity);
            mass.push_back(particles.positions[row].w * solar_masses_per_mass);
            age.push_back(age_of(part, particles.velocities[row], observed.time));
            component.push_back(is_star ? std::string{young_stars_name} : part.name);
            galaxy.push_back(part.galaxy);
        }
    write_fits_table(options.table, {.columns = {{"id", "", ids},
                                                 {"x", "arcsec", x},
                                                 {"y", "arcsec", y},
                                                 {"velocity", "km s-1", velocity},
                                                 {"mass", "solMass", mass},
                                                 {"age", "Myr", age},
                                                 {"component", "", component},
                                                 {"galaxy", "", galaxy}},
                                     .keys = keys_of(observed, options)});
}

}  // namespace milkomeda
