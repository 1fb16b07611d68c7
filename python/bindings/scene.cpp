#include "python/bindings/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "app/commands/profile_tables.hpp"
#include "app/io/json_text.hpp"
#include "app/io/output_file.hpp"
#include "app/io/profile_columns.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/scene/table_source.hpp"
#include "data/formats/formats.hpp"
#include "data/particles/row_order.hpp"
#include "data/scene/scene.hpp"
#include "data/series/series.hpp"

namespace milkomeda::python {
namespace {

void take_components(const py::object& components, ParticleSet& particles) {
    if (components.is_none()) return add_component(particles, "all", "", particles.size());
    const char* const wanted = "components: a list of tuples (galaxy, name, number of bodies) is required";
    if (!py::isinstance<py::iterable>(components)) throw UsageError(wanted);
    std::size_t rows = 0;
    for (const py::handle& each : components) {
        std::tuple<std::string, std::string, std::size_t> component;
        try {
            component = each.cast<decltype(component)>();
        } catch (const py::cast_error&) {
            throw UsageError(wanted);
        }
        const auto& [galaxy, name, count] = component;
        rows += count;
        if (count == 0 || rows > particles.size()) break;
        add_component(particles, name, galaxy, count);
    }
    if (rows != particles.size() || particles.components.size() > most_components)
        throw UsageError(
            fmt::format("components: the components have {} bodies, but the arrays have {} rows; each "
                        "component needs at least one body",
                        rows, particles.size()));
}

// Throws UsageError that names two rows with equal ids, if there are such rows.
void refuse_repeated(std::span<const std::uint32_t> ids) {
    if (repeated_ids(ids) == 0) return;
    std::vector<std::size_t> rows(ids.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return ids[row]; });
    const auto first = std::ranges::adjacent_find(rows, {}, [&](std::size_t row) { return ids[row]; });
    throw UsageError(
        fmt::format("ids: rows {} and {} both contain {}; give each body its own number, or leave out ids "
                    "to number the bodies by rows",
                    first[0], first[1], ids[*first]));
}

void take_ids(const py::object& ids, ParticleSet& particles) {
    particles.ids.resize(particles.size());
    if (ids.is_none()) return std::iota(particles.ids.begin(), particles.ids.end(), 0u);
    if (!py::isinstance<py::array>(ids)) throw UsageError("ids: an array of numpy is required");
    const auto array = py::reinterpret_borrow<py::array>(ids);
    if (array.dtype().kind() != 'u' && array.dtype().kind() != 'i')
        throw UsageError("ids: an array of integers is required");
    const auto numbers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
    if (numbers.ndim() != 1 || static_cast<std::size_t>(numbers.size()) != particles.size())
        throw UsageError(fmt::format("ids: the array has {} numbers, but must have one for each of the {} bodies",
                                     numbers.size(), particles.size()));
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const std::int64_t id = numbers.data()[i];
        if (id < 0 || id > std::numeric_limits<std::uint32_t>::max())
            throw UsageError(fmt::format("ids: row {} contains {}; ids must be from 0 to 4294967295", i, id));
        particles.ids[i] = static_cast<std::uint32_t>(id);
    }
    refuse_repeated(particles.ids);
}

// Sums the masses of the components.
void weigh_components(ParticleSet& particles) {
    for (Component& component : particles.components)
        component.mass = mass_of(std::span{particles.positions}.subspan(component.first, component.count));
}

void refuse_unusual(const SceneSetup& setup, const std::string& source) {
    if (setup.mixed) throw UsageError(fmt::format("{} is a mixed box; the module simulates only galaxies", source));
    if (setup.snapshots) throw UsageError(fmt::format("{} is a series; name a single file", source));
}

}  // namespace

Snapshot snapshot_of(const SnapshotArrays& arrays) {
    require_numbers(arrays.positions, "positions", {-1, 3});
    const py::ssize_t bodies = arrays.positions.shape(0);
    require_numbers(arrays.velocities, "velocities", {bodies, 3});
    require_numbers(arrays.masses, "masses", {bodies});
    const auto positions = in_double(arrays.positions), velocities = in_double(arrays.velocities),
               masses = in_double(arrays.masses);
    if (!std::isfinite(arrays.time)) throw UsageError(fmt::format("time: {} is not a finite time", arrays.time));
    ParticleSet particles;
    particles.time = arrays.time;
    particles.positions.resize(static_cast<std::size_t>(bodies));
    particles.velocities.resize(particles.size());
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const double *x = positions.data() + 3 * i, *v = velocities.data() + 3 * i, mass = masses.data()[i];
        if (mass < 0) throw UsageError(fmt::format("masses: row {} contains {}; masses must not be negative", i, mass));
        particles.positions[i] = float4_of({x[0], x[1], x[2]}, mass);
        particles.velocities[i] = float4_of({v[0], v[1], v[2]}, 0);
    }
    if (const std::size_t row = first_invalid_row(particles); row < particles.size())
        throw UsageError(fmt::format("row {} is too large for single precision", row));
    take_ids(arrays.ids, particles);
    take_components(arrays.components, particles);
    weigh_components(particles);
    return {std::make_shared<const ParticleSet>(std::move(particles))};
}

SceneOptions with_content(SceneOptions options, const Snapshot& snapshot) {
    ParticleFile content;
    content.particles = *snapshot.particles;
    options.content = std::make_shared<const ParticleFile>(std::move(content));
    options.source = "the snapshot";
    return options;
}

LoadedSource load(const Words& words, const std::optional<Snapshot>& snapshot) {
    SimulateOptions options = parse<SimulateOptions>(words);
    LoadedSource loaded{
        std::make_shared<const Assets>(options.program.assets), options.scene, options.device, options.program, {}};
    SceneOptions& scene = loaded.scene;
    if (snapshot) {
        scene = with_content(std::move(scene), *snapshot);
    } else {
        if (is_encounter(scene.source)) refuse_encounter(scene.source, "the module");
        use_assigned_columns(scene.source, *loaded.assets, column_memory(options.program.saved_settings),
                             scene.reading);
        require_source(scene.source, *loaded.assets);
    }
    loaded.setup = std::make_shared<const SceneSetup>(load_scene_setup(scene, *loaded.assets, {}, bodies_limit({})));
    refuse_unusual(*loaded.setup, scene.source);
    return loaded;
}

Snapshot read(const Words& words) {
    InfoOptions options = parse<InfoOptions>(words);
    const Assets assets;
    use_assigned_columns(*options.file, assets, column_memory(true), options.reading);
    return {std::make_shared<const ParticleSet>(
        read_particle_file(particle_file(*options.file, assets), options.reading).particles)};
}

void write(const std::string& file, const Snapshot& snapshot, const std::string& format) {
    require_particle_output(file, format);
    write_particles(file, *snapshot.particles, format);
}

std::string profile(const Words& words, const Snapshot& snapshot) {
    const ProfileCommandOptions options = parse<ProfileCommandOptions>(words);
    const ParticleSet& particles = *snapshot.particles;
    const SimulationParameters parameters =
        with_overrides(snapshot.setup ? snapshot.setup->parameters : SimulationParameters{}, options.scene.parameters);
    validate(parameters);
    ProfileOptions wanted = options.profile;
    if (wanted.aperture) *wanted.aperture -= glm::dvec4{particles.origin, 0};
    const std::vector<GalaxyProfile> galaxies =
        galaxy_profiles(particles, {parameters.gravity, parameters.softening, {parameters.gas, particles.gas}}, wanted);
    return json_line({{"bins", bin_table(galaxies, wanted)},
                      {"components", component_table(galaxies)},
                      {"galaxies", galaxy_table(galaxies, particles.origin)}});
}

std::string scene_list() {
    const Assets assets;
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const std::string& name : scene_names(assets)) {
        const Scene scene = load_scene(name, assets);
        list.push_back({{"name", name}, {"title", scene.title}, {"watch", scene.watch}});
    }
    return json_line(list);
}

std::string device_list() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Device& device : list_devices())
        list.push_back(
            {{"index", device.index}, {"name", device.name}, {"type", device.type}, {"platform", device.platform}});
    return json_line(list);
}

}  // namespace milkomeda::python
