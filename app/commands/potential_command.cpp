// milkomeda potential: writes the potential of all bodies at the points of a lattice to a file.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/commands/headless_run.hpp"
#include "app/io/json_text.hpp"
#include "app/io/output_file.hpp"
#include "app/io/picture_file.hpp"
#include "app/io/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/tools/plane_picture.hpp"
#include "compute/potential/potential_map.hpp"
#include "data/field/npy.hpp"
#include "data/hdf5/hdf5_lattice.hpp"
#include "data/particles/young_stars.hpp"
#include "data/series/series.hpp"

namespace milkomeda {
namespace {

// A map of the potential, with the parameters of the computation and the number of bodies.
struct ComputedMap {
    Lattice lattice;
    glm::dvec3 center;  // center of the lattice in the coordinates of the source
    std::vector<float> potentials;
    double time, gravity, softening;
    std::size_t bodies;
};

std::vector<double> list_of(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

void write_map_npy(const std::filesystem::path& file, const ComputedMap& map) {
    write_npy(file, map.potentials, std::array{map.lattice.counts[2], map.lattice.counts[1], map.lattice.counts[0]});
}

void write_map_hdf5(const std::filesystem::path& file, const ComputedMap& map) {
    write_hdf5_lattice(file, {.name = "Potential",
                              .sizes = {map.lattice.counts[2], map.lattice.counts[1], map.lattice.counts[0]},
                              .numbers = map.potentials,
                              .attributes = {{"Center", list_of(map.center)},
                                             {"Extent", list_of(map.lattice.extent)},
                                             {"Time", {map.time}},
                                             {"Softening", {map.softening}},
                                             {"GravitationalConstant", {map.gravity}}}});
}

// Writes the middle layer of the lattice as a picture.
void write_map_png(const std::filesystem::path& file, const ComputedMap& map) {
    const auto& [columns, rows, layers] = map.lattice.counts;
    const std::span<const float> layer{map.potentials.data() + layers / 2 * columns * rows, columns * rows};
    write_picture(file, plane_picture({columns, rows, layer}, ColorMap::viridis));
}

struct MapFormat {
    std::string_view extension;
    void (*write)(const std::filesystem::path& file, const ComputedMap& map);
};
constexpr std::array<MapFormat, 4> map_formats{
    {{".npy", write_map_npy}, {".hdf5", write_map_hdf5}, {".h5", write_map_hdf5}, {".png", write_map_png}}};

const MapFormat& format_of_map(const std::filesystem::path& file) {
    for (const MapFormat& format : map_formats)
        if (file.extension() == format.extension) return format;
    throw UsageError(fmt::format("-o {}: the name of a potential map must end in .npy, .hdf5 or .png", file.string()));
}

// Throws UsageError if a layer of the lattice has more points than a picture may have pixels.
void require_layer_of_pixels(const PotentialOptions& options) {
    const auto& [columns, rows, layers] = options.lattice.counts;
    if (std::cmp_greater(columns * rows, most_pixels))
        throw UsageError(fmt::format(
            "-o {}: a layer of {}x{} points is too large for a picture, which may have {} pixels; use .npy or .hdf5",
            options.output.string(), columns, rows, most_pixels));
}

// Returns the lattice of the command line. The default lattice is a cube around all bodies that pictures show.
Lattice lattice_of(const LatticeOptions& wanted, const ParticleSet& particles, const std::vector<ShownBodies>& shown) {
    glm::dvec3 least{std::numeric_limits<double>::infinity()}, most = -least;
    for (std::size_t c = 0; c < particles.components.size(); ++c) {
        const Component& component = particles.components[c];
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            if (!shown[c].shows(is_young_star(particles.velocities[row]))) continue;
            const Float4& body = particles.positions[row];
            const glm::dvec3 at{body.x, body.y, body.z};
            least = glm::min(least, at);
            most = glm::max(most, at);
        }
    }
    const glm::dvec3 size = most - least;
    double edge = std::max({size.x, size.y, size.z});
    if (!(edge > 0)) edge = 1;  // `edge` is 0 for a single body, negative if no body is shown
    const bool none = !(size.x >= 0);
    const glm::dvec3 center = none ? glm::dvec3{0} : 0.5 * (least + most);
    return {.counts = wanted.counts,
            .center = wanted.center ? *wanted.center - particles.origin : center,
            .extent = wanted.extent.value_or(glm::dvec3{edge})};
}

// Throws std::runtime_error if a potential is not finite. The square of a distance over 1e19 exceeds single precision.
void require_finite(const ComputedMap& map) {
    if (std::ranges::all_of(map.potentials, [](float number) { return std::isfinite(number); })) return;
    throw std::runtime_error(
        "the potential at some points exceeds single precision, because bodies or points are too far from each other; "
        "try a nearer --center and a smaller --extent, or a smaller --position-scale");
}

ComputedMap make_map(const PotentialOptions& options, const Assets& assets, const DeviceContext& device_context) {
    const auto initial = std::make_shared<const SceneSetup>(load_scene_setup(
        options.scene, assets, [](const SimulationParameters&, bool) { return BodyBudget{default_bodies}; },
        bodies_limit(device_context)));
    if (initial->mixed)
        throw UsageError(
            fmt::format("{} has no potential, because its particles do not attract each other", options.scene.source));
    const double time = options.scene.times.at.value_or(initial->particles.time);
    if (time < initial->particles.time) throw UsageError("--at lies before the start of the source");
    PotentialMap map{device_context, assets.reader()};
    log_device_context(device_context);
    log_undivided(device_context, "a map of the potential");
    const auto [particles, shown] = state_at(time, initial, options.device, options.program, device_context, assets);
    const Lattice lattice = lattice_of(options.lattice, particles, shown);
    ComputedMap computed{.lattice = lattice,
                         .center = lattice.center + particles.origin,
                         .potentials = {},
                         .time = time,
                         .gravity = initial->parameters.gravity,
                         .softening = initial->parameters.softening,
                         .bodies = particles.size()};
    constexpr double slice_seconds = 0.25;
    Progress progress{"summing", "%", 100};
    map.begin(particles.positions, computed.lattice, computed.gravity, computed.softening);
    while (!map.advance(slice_seconds)) {
        map.wait();
        progress.update(100 * map.done());
    }
    computed.potentials = map.potentials();
    require_finite(computed);
    return computed;
}

}  // namespace

void potential(const PotentialOptions& options, const Assets& assets) {
    const MapFormat& format = format_of_map(options.output);
    if (format.write == write_map_png) require_layer_of_pixels(options);
    require_replaceable(options.output);
    refuse_encounter(options.scene.source, "potential");
    if (is_series(options.scene.source))
        throw UsageError(fmt::format("potential takes one file, but {} may be several files; name a single file",
                                     options.scene.source));
    const DeviceContext device_context = find_device_context(options.device, GlSide{});
    if (device_context.tier == Tier::none)
        throw std::runtime_error("cannot compute the potential: " + device_context.reason);
    const ComputedMap map = make_map(options, assets, device_context);
    format.write(options.output, map);
    if (!options.json) return;
    const auto [least, most] = std::ranges::minmax(map.potentials);
    const double mean =
        std::accumulate(map.potentials.begin(), map.potentials.end(), 0.0) / static_cast<double>(map.potentials.size());
    std::cout << json_line({{"file", options.output.string()},
                            {"device", device_context.device->name},
                            {"bodies", map.bodies},
                            {"time", map.time},
                            {"lattice", map.lattice.counts},
                            {"center", list_of(map.center)},
                            {"extent", list_of(map.lattice.extent)},
                            {"softening", map.softening},
                            {"least", least},
                            {"most", most},
                            {"mean", mean}})
              << '\n';
}

}  // namespace milkomeda
