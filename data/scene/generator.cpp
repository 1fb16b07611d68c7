// Generation of the initial conditions of scenes.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>

#include "data/base/apportion.hpp"
#include "data/base/units.hpp"
#include "data/galaxies/galaxy_sampler.hpp"
#include "data/particles/row_order.hpp"
#include "data/particles/selection.hpp"
#include "data/scene/orbit.hpp"
#include "data/scene/scene.hpp"
#include "data/scene/scene_check.hpp"
#include "data/scene/scene_galaxy.hpp"

namespace milkomeda {
namespace {

constexpr std::array<std::string_view, 5> kinds{"disk", "bulge", "halo", "stars", "gas"};
constexpr std::size_t disk_kind = 0, gas_kind = 4;

// A component of a galaxy: `galaxy` and `kind` are indices into Scene::galaxies and `kinds`.
struct Part {
    std::size_t galaxy, kind;
    const Spheroid* spheroid;  // model of a spheroid; null for a disk or gas
    std::size_t bodies;
};

// Returns the default weight of a component other than gas in the division of bodies. With few bodies the halo gets a
// larger weight, because its bodies would otherwise be heavy and heat the disk.
double usual_share(std::size_t kind, std::size_t all_bodies) {
    constexpr std::size_t few = 40'000;
    constexpr std::array few_shares{0.3, 0.1, 0.6, 1.0}, many_shares{0.4, 0.2, 0.4, 1.0};
    return (all_bodies < few ? few_shares : many_shares)[kind];
}

// Returns the weight in the scene of a component other than gas.
std::optional<double> wanted_share(const GalaxySpec& spec, std::size_t kind) {
    if (kind == disk_kind) return spec.disk->bodies;
    return (kind == 1 ? spec.bulge : kind == 2 ? spec.halo : spec.stars)->bodies;
}

std::vector<Part> parts_of(const Scene& scene, std::size_t index, const GalaxyModel& model, std::size_t bodies,
                           std::size_t all_bodies) {
    std::vector<Part> parts;
    if (model.disk) parts.push_back({index, disk_kind, nullptr, 0});
    for (const Spheroid& spheroid : model.spheroids) {
        const auto kind = std::ranges::find(kinds, spheroid.name) - kinds.begin();
        parts.push_back({index, static_cast<std::size_t>(kind), &spheroid, 0});
    }
    const SceneGalaxy& galaxy = scene.galaxies[index];
    std::vector<double> weights;
    for (const Part& part : parts)
        weights.push_back(wanted_share(galaxy.model, part.kind).value_or(usual_share(part.kind, all_bodies)));
    if (model.gas) {
        constexpr double gas_to_others = 0.25;  // a fifth of the bodies is gas
        const double others = std::reduce(weights.begin(), weights.end());
        parts.push_back({index, gas_kind, nullptr, 0});
        weights.push_back(galaxy.model.gas->bodies.value_or(gas_to_others * others));
    }
    if (bodies < parts.size())
        throw std::invalid_argument(fmt::format("{} bodies are too few: {} has {} components, but would get {} bodies",
                                                all_bodies, galaxy.name, parts.size(), bodies));
    const std::vector<std::size_t> counts = apportion(bodies, weights);
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].bodies = counts[i];
    return parts;
}

void append(ParticleSet& particles, const std::vector<Body>& bodies, Component component, double mass,
            const GalaxyPlacement& placement) {
    const double each = placement.mass_scale * mass / static_cast<double>(bodies.size());
    component.first = particles.size();
    component.count = bodies.size();
    component.mass = static_cast<float>(each) * static_cast<double>(bodies.size());
    particles.components.push_back(std::move(component));
    for (const Body& body : bodies) {
        const glm::dvec3 position = placement.length_scale * (placement.rotation * body.position) + placement.center;
        const glm::dvec3 velocity =
            placement.velocity_scale * (placement.rotation * body.velocity) + placement.velocity;
        particles.positions.push_back(float4_of(position, each));
        particles.velocities.push_back(float4_of(velocity, 0));
    }
}

// The following functions return values in the units of the galaxy's model, which are those of the scene without the
// galaxy's scale factors.
double softening(const Scene& scene, const GalaxyPlacement& placement) {
    return scene.simulation.softening / placement.length_scale;
}

double temperature_of(const GasSpec& gas, const Scene& scene) {
    return gas.temperature.value_or(scene.simulation.gas.temperature);
}

GasPressure gas_pressure(const Scene& scene, const GasSpec& spec, const GalaxyPlacement& placement,
                         double particle_mass) {
    const GasParameters& gas = scene.simulation.gas;
    const double speed = isothermal_sound_speed(temperature_of(spec, scene)), unit = placement.velocity_scale;
    GasPressure pressure{speed / unit, gas.jeans_particles() * particle_mass,
                         gas.jeans_length(scene.simulation.softening) / placement.length_scale,
                         softening(scene, placement)};
    if (gas.feedback > 0) {
        pressure.dense =
            multiphase_threshold_in_model_units() * std::pow(placement.length_scale, 3) / placement.mass_scale;
        std::ranges::transform(multiphase_squares(speed * speed, gas.feedback), pressure.dense_squares.begin(),
                               [unit](double square) { return square / (unit * unit); });
    }
    return pressure;
}

// Returns the clouds in which the gas of a galaxy starts. They correspond to the superclouds of atomic hydrogen in
// spiral galaxies, which have about 10 million solar masses and a size of 1 to 2 kpc (Elmegreen & Elmegreen 1987,
// ApJ 320, 182), and from which spiral arms grow (D'Onghia, Vogelsberger & Hernquist 2013, ApJ 766, 34). If the
// particles are so heavy that a cloud would have fewer than two, the gas is spread evenly.
Clouds clouds_of(const GalaxyModel& model, const GalaxyPlacement& placement, std::size_t particles) {
    constexpr double cloud_mass = 1e7 / solar_masses_per_mass, size = 0.6 / kpc_per_length;
    const auto usual = static_cast<std::size_t>(std::lround(model.gas_mass() * placement.mass_scale / cloud_mass));
    const std::size_t count = model.gas->clouds.value_or(usual);
    return {particles < 2 * count ? 0 : count, size / placement.length_scale};
}

// Bodies of a component, and their total mass without the galaxy's scale factors.
struct Sample {
    std::vector<Body> bodies;
    double mass;
};

Sample sample_of(const Part& part, const Scene& scene, const GalaxyModel& model, const GalaxyPlacement& placement,
                 std::uint64_t seed, const ReportProgress& report) {
    constexpr std::size_t collisionless_kinds = 4, streams_of_gas = 1 << 20;
    const bool is_of_gas = part.kind == gas_kind;
    const Random random(seed, is_of_gas ? streams_of_gas + part.galaxy : collisionless_kinds * part.galaxy + part.kind);
    if (part.spheroid)
        return {sample_spheroid(model, *part.spheroid, softening(scene, placement), part.bodies, random, report),
                part.spheroid->mass};
    if (!is_of_gas)
        return {sample_disk(model, softening(scene, placement), part.bodies, random, report),
                model.stellar_share() * model.disk->mass()};
    const GasDisk gas{model,
                      gas_pressure(scene, *model.gas, placement, model.gas_mass() / static_cast<double>(part.bodies))};
    return {sample_gas(gas, clouds_of(model, placement, part.bodies), part.bodies, random, report), model.gas_mass()};
}

ParticleSet chosen_of_file(const Scene& scene, const SceneGalaxy& galaxy, const ParticleSet& file,
                           std::size_t bodies) try {
    return select(file, {.bodies = bodies});
} catch (const std::invalid_argument& error) {
    const std::string key = "galaxy." + galaxy.name;
    throw std::invalid_argument(fmt::format("{0}: {1}.file: {2}; change --bodies or {1}.bodies",
                                            origin_of(scene, key + ".file", scene.name), key, error.what()));
}

// Sets the internal energies of the last `count` bodies, which are the gas of a model galaxy.
void append_energies(ParticleSet& particles, std::size_t count, const GasSpec& gas, const Scene& scene) {
    const double speed = isothermal_sound_speed(temperature_of(gas, scene)),
                 energy = speed * speed / (scene.simulation.gas.adiabatic_index - 1);
    particles.gas.resize(particles.size() - count);  // the values of the preceding bodies may be unknown
    particles.gas.resize(particles.size(), {.energy = static_cast<float>(energy)});
}

// Appends the values of gas of these rows of a galaxy's particle file. Must be called after the rows are appended to
// the other columns.
void append_gas(ParticleSet& particles, const ParticleSet& file, const SourceRows& rows,
                const GalaxyPlacement& placement) {
    if (file.gas.empty()) return;
    particles.gas.resize(particles.size() - rows.count);  // the values of the preceding bodies may be unknown
    const double speed = placement.velocity_scale, length = placement.length_scale;
    for (const GasValues& gas : std::span{file.gas}.subspan(rows.first, rows.count))
        particles.gas.push_back(scaled(gas, speed * speed, placement.mass_scale / (length * length * length)));
}

// Appends bodies of a galaxy's particle file: the perturbers if `perturbers` is true, otherwise all bodies that are not
// perturbers.
void append_file(ParticleSet& particles, const ParticleSet& file, bool perturbers, const std::string& galaxy,
                 const GalaxyPlacement& placement) {
    for (Component component : file.components) {
        if (component.perturber.has_value() != perturbers) continue;
        const std::size_t from = std::exchange(component.first, particles.size());
        component.mass *= placement.mass_scale;
        if (component.galaxy.empty()) component.galaxy = galaxy;
        if (perturbers) component.perturber->softening *= static_cast<float>(placement.length_scale);
        for (std::size_t row = from; row < from + component.count; ++row) {
            const Float4 p = file.positions[row], v = file.velocities[row];
            const glm::dvec3 position = placement.length_scale * (placement.rotation * vector_of(p)) + placement.center;
            const glm::dvec3 velocity =
                placement.velocity_scale * (placement.rotation * vector_of(v)) + placement.velocity;
            particles.positions.push_back(float4_of(position, placement.mass_scale * p.w));
            particles.velocities.push_back(float4_of(velocity, scaled_length(v.w, placement.length_scale)));
        }
        append_gas(particles, file, {from, component.count}, placement);
        particles.components.push_back(std::move(component));
    }
}

void append_perturbers(ParticleSet& particles, const Scene& scene, const std::vector<GalaxyPlacement>& placements) {
    if (scene.perturbers.empty()) return;
    // place_galaxies() has shifted all galaxies so that their center of mass rests at the origin. Perturbers outside
    // galaxies get the same shift as the galaxies.
    const SceneGalaxy& first = scene.galaxies.front();
    const glm::dvec3 shift = placements.front().center - vector_of(first.position),
                     drift = placements.front().velocity - vector_of(first.velocity);
    for (const ScenePerturber& perturber : scene.perturbers) {
        glm::dvec3 position = vector_of(perturber.position), velocity = vector_of(perturber.velocity);
        if (!perturber.galaxy) position += shift, velocity += drift;
        for (std::size_t i = 0; i < placements.size(); ++i)
            if (perturber.galaxy == scene.galaxies[i].name) {
                position += placements[i].center;
                velocity += placements[i].velocity;
            }
        const auto color = [&](std::size_t i) { return static_cast<float>(perturber.color[i]); };
        particles.components.push_back(
            {perturber.name, perturber.galaxy.value_or(""), particles.size(), 1, static_cast<float>(perturber.mass),
             Perturber{static_cast<float>(perturber.softening), {color(0), color(1), color(2)}}});
        particles.positions.push_back(float4_of(position, perturber.mass));
        particles.velocities.push_back(float4_of(velocity, 0));
    }
    recenter(particles);
}

void require_bodies(std::size_t bodies, std::size_t galaxies) {
    if (bodies < galaxies)
        throw std::invalid_argument(fmt::format("{} bodies are too few: the scene has {} galaxies", bodies, galaxies));
    if (bodies > std::numeric_limits<std::uint32_t>::max())
        throw std::invalid_argument(
            fmt::format("{} bodies are too many; the largest possible number is 4294967295", bodies));
}

// Throws std::invalid_argument with the name of `key` if the rows from `first` on contain a number that is not finite.
// `key` must be the table of the scene file from which these rows were generated.
void require_finite(const ParticleSet& particles, std::size_t first, const Scene& scene, const std::string& key) {
    if (first_invalid_row(particles, first) < particles.size())
        throw std::invalid_argument(fmt::format("{}: {}: a mass, length or velocity is too large for single precision",
                                                origin_of(scene, key, scene.name), key));
}

// Checks the total numbers of components and perturbers of the scene, including those from particle files.
void require_few(const ParticleSet& particles, const Scene& scene) {
    const auto require = [&](std::size_t count, std::size_t most, const char* what) {
        if (count > most)
            throw std::invalid_argument(fmt::format("{}: the galaxies together have {} {}, but at most {} are allowed",
                                                    scene.name, count, what, most));
    };
    require(particles.components.size(), most_components, "components");
    require(perturber_count(particles.components), most_perturbers, "perturbers");
}

// Checks that no two perturbers have the same position. In `particles`, the perturbers of particle files precede the
// perturbers of the scene.
void require_apart(const ParticleSet& particles, const Scene& scene) {
    const std::size_t count = perturber_count(particles.components), of_files = count - scene.perturbers.size();
    const auto places = std::span{particles.positions}.last(count);
    const auto components = std::span{particles.components}.last(count);
    for (std::size_t second = 0; second < count; ++second)
        for (std::size_t other = 0; other < second; ++other) {
            const Float4 &a = places[other], &b = places[second];
            if (a.x != b.x || a.y != b.y || a.z != b.z) continue;
            const std::string where =
                second < of_files ? scene.name + ": the position of the perturber '" + components[second].name + "'"
                                  : scene.perturbers[second - of_files].origin + ": perturber.position";
            throw std::invalid_argument(
                fmt::format("{} equals the position of '{}' in single precision; move one of these perturbers", where,
                            components[other].name));
        }
}

// Throws an exception for a galaxy so far from the origin that single precision cannot resolve its structure.
void require_resolved(const Scene& scene, const std::vector<GalaxyContent>& contents,
                      const std::vector<GalaxyPlacement>& placements) {
    for (std::size_t i = 0; i < contents.size(); ++i) {
        if (!contents[i].model || is_resolved(contents[i].half_mass_radius, placements[i].center)) continue;
        const std::string key = scene.orbit ? "orbit.separation" : "galaxy." + scene.galaxies[i].name + ".position";
        throw std::invalid_argument(
            fmt::format("{}: {} places {} so far from the origin that single precision cannot resolve the galaxy; "
                        "reduce the distance",
                        origin_of(scene, key, scene.name), key, scene.galaxies[i].name));
    }
}

}  // namespace

ParticleSet place_box(const Scene& scene, const MixedBox& box, std::uint64_t seed) try {
    return place_mixed(box, seed);
} catch (const MixedMisfit& error) {
    throw std::invalid_argument(origin_of(scene, "mixed." + error.fault.key, scene.name) + ": mixed." + error.what());
}

ParticleSet generate(const Scene& scene, std::size_t bodies, std::uint64_t seed, const ReportProgress& report) {
    if (scene.mixed) {  // in this case `bodies` is the number of small particles
        const MixedBox& box = *scene.mixed;
        return used_rows(place_box(scene, with_numbers(box, bodies, box.dynamic + box.fixed), seed));
    }
    require_bodies(bodies, scene.galaxies.size());
    const std::vector<GalaxyContent> contents = galaxy_contents(scene);
    std::vector<double> masses, weights;
    for (const GalaxyContent& content : contents) masses.push_back(content.mass);
    for (const SceneGalaxy& galaxy : scene.galaxies) weights.push_back(galaxy.bodies);
    const std::vector<GalaxyPlacement> placements = place_galaxies(scene, masses);
    require_resolved(scene, contents, placements);
    const std::vector<std::size_t> counts = apportion(bodies, weights);

    std::vector<Part> parts;
    for (std::size_t i = 0; i < contents.size(); ++i)
        if (contents[i].model) {
            const std::vector<Part> own = parts_of(scene, i, *contents[i].model, counts[i], bodies);
            parts.insert(parts.end(), own.begin(), own.end());
        }
    std::ranges::stable_sort(parts, {}, &Part::kind);

    ParticleSet particles;
    particles.positions.reserve(bodies);
    particles.velocities.reserve(bodies);
    for (const Part& part : parts) {
        const GalaxyModel& model = *contents[part.galaxy].model;
        const std::string& galaxy = scene.galaxies[part.galaxy].name;
        const std::size_t first = particles.size();
        const ReportProgress progress = [&](std::size_t done) {
            if (report) report(particles.size() + done);
        };
        const GalaxyPlacement& placement = placements[part.galaxy];
        const Sample sample = sample_of(part, scene, model, placement, seed, progress);
        append(particles, sample.bodies, {std::string(kinds[part.kind]), galaxy}, sample.mass, placement);
        if (part.kind == gas_kind && model.gas->temperature)
            append_energies(particles, sample.bodies.size(), *model.gas, scene);
        require_finite(particles, first, scene, "galaxy." + galaxy + "." + std::string(kinds[part.kind]));
    }
    std::vector<ParticleSet> files(contents.size());
    for (std::size_t i = 0; i < contents.size(); ++i)
        if (!contents[i].model) files[i] = chosen_of_file(scene, scene.galaxies[i], contents[i].file, counts[i]);
    for (const bool perturbers : {false, true})  // perturbers are appended after all other bodies
        for (std::size_t i = 0; i < files.size(); ++i) {
            const std::size_t first = particles.size();
            append_file(particles, files[i], perturbers, scene.galaxies[i].name, placements[i]);
            require_finite(particles, first, scene, "galaxy." + scene.galaxies[i].name);
        }
    append_perturbers(particles, scene, placements);
    if (!particles.gas.empty()) particles.gas.resize(particles.size());
    require_few(particles, scene);
    require_apart(particles, scene);
    particles.ids.resize(particles.size());
    std::iota(particles.ids.begin(), particles.ids.end(), 0u);
    return particles;
}

}  // namespace milkomeda
