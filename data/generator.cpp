#include "data/generator.hpp"

#include <array>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "data/apportion.hpp"
#include "data/dubinski.hpp"
#include "data/galaxy_sampler.hpp"
#include "data/scene.hpp"

namespace milkomeda {
namespace {

enum Kind { disk, bulge, halo };
constexpr std::array<std::string_view, 3> kind_names{"disk", "bulge", "halo"};

// How a galaxy of the model's size and orientation becomes one of the scene's.
struct Placement {
    std::string_view galaxy;
    double length_scale, velocity_scale, mass_scale;
    std::array<Vector3, 3> rotation;  // rows
    Vector3 centre, velocity;

    Vector3 rotated(Vector3 v) const {
        return {dot(rotation[0], v), dot(rotation[1], v), dot(rotation[2], v)};
    }
};

struct Galaxy {
    std::array<std::vector<Body>, 3> bodies;
    std::array<double, 3> masses;
};

// Few bodies: more of them in the halo, whose heavy bodies otherwise stir the disk.
std::vector<double> shares(std::size_t all_bodies) {
    constexpr std::size_t few = 40'000;
    return all_bodies < few ? std::vector{0.3, 0.1, 0.6} : std::vector{0.4, 0.2, 0.4};
}

Galaxy sample_galaxy(const GalaxyModel& model, const DiskKinematics& kinematics,
                     const std::vector<std::size_t>& counts, std::uint64_t seed, std::uint64_t first_stream) {
    return {{sample_disk(model, kinematics, counts[disk], Random(seed, first_stream + disk)),
             sample_bulge(model, counts[bulge], Random(seed, first_stream + bulge)),
             sample_halo(model, counts[halo], Random(seed, first_stream + halo))},
            {ExponentialDisk::mass, model.bulge_mass.last_y(), model.halo_mass.last_y()}};
}

Float4 as_float4(Vector3 v, double w) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), static_cast<float>(w)};
}

void append(Particles& particles, const Galaxy& galaxy, Kind kind, const Placement& placement) {
    const std::vector<Body>& bodies = galaxy.bodies[kind];
    const double mass = placement.mass_scale * galaxy.masses[kind] / static_cast<double>(bodies.size());
    particles.components.push_back({std::string(kind_names[kind]), std::string(placement.galaxy),
                                    particles.size(), bodies.size(),
                                    static_cast<float>(mass) * static_cast<double>(bodies.size())});
    for (const Body& body : bodies) {
        const Vector3 position = placement.length_scale * placement.rotated(body.position) + placement.centre;
        const Vector3 velocity =
            placement.velocity_scale * placement.rotated(body.velocity) + placement.velocity;
        particles.positions.push_back(as_float4(position, mass));
        particles.velocities.push_back(as_float4(velocity, 0));
    }
}

void require_bodies(std::size_t bodies, std::size_t components) {
    if (bodies < components)
        throw std::invalid_argument(std::to_string(bodies) + " bodies are too few: the scene has " +
                                    std::to_string(components) + " components");
    if (bodies > std::numeric_limits<std::uint32_t>::max())
        throw std::invalid_argument(std::to_string(bodies) + " bodies are more than 32 bits can number");
}

void number_rows(Particles& particles) {
    particles.ids.resize(particles.size());
    std::iota(particles.ids.begin(), particles.ids.end(), 0u);
}

constexpr std::array<Vector3, 3> identity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

// Measured on the dataset: Andromeda is the Milky Way rotated and scaled; both disks are turned over.
constexpr double andromeda_length = 1.5, andromeda_velocity = 260.0 / 220.0;
constexpr double andromeda_mass =
    andromeda_length * andromeda_velocity * andromeda_velocity;  // virial theorem
constexpr std::array<Vector3, 3> turned_over{{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
constexpr std::array<Vector3, 3> turned_over_and_rotated{
    {{0.66832, 0.59670, -0.44419}, {0.06189, -0.63966, -0.76617}, {-0.74130, 0.48455, -0.46442}}};
// Andromeda minus Milky Way, at the start.
constexpr Vector3 separation{-2.57885, 28.12572, -10.04035}, relative_velocity{0.63678, -1.26523, 0.55825};

}  // namespace

Particles generate_encounter(std::size_t bodies, std::uint64_t seed) {
    require_bodies(bodies, dubinski::parts.size());
    const GalaxyModel model;
    const DiskKinematics kinematics(model);
    const std::vector<std::size_t> halves = apportion(bodies, {1, 1});
    const Galaxy first = sample_galaxy(model, kinematics, apportion(halves[0], shares(bodies)), seed, 0);
    const Galaxy second = sample_galaxy(model, kinematics, apportion(halves[1], shares(bodies)), seed, 3);

    const double first_share = 1 / (1 + andromeda_mass), second_share = 1 - first_share;
    const Placement milky_way{dubinski::milky_way,
                              1,
                              1,
                              1,
                              turned_over,
                              -second_share * separation,
                              -second_share * relative_velocity};
    const Placement andromeda{dubinski::andromeda,
                              andromeda_length,
                              andromeda_velocity,
                              andromeda_mass,
                              turned_over_and_rotated,
                              first_share * separation,
                              first_share * relative_velocity};
    Particles particles;
    for (const Kind kind : {disk, bulge, halo}) {
        append(particles, first, kind, milky_way);
        append(particles, second, kind, andromeda);
    }
    number_rows(particles);
    return particles;
}

Particles generate_milky_way(std::size_t bodies, std::uint64_t seed) {
    require_bodies(bodies, kind_names.size());
    const GalaxyModel model;
    const DiskKinematics kinematics(model);
    const Galaxy galaxy = sample_galaxy(model, kinematics, apportion(bodies, shares(bodies)), seed, 0);
    Particles particles;
    for (const Kind kind : {disk, bulge, halo})
        append(particles, galaxy, kind, {dubinski::milky_way, 1, 1, 1, identity, {}, {}});
    number_rows(particles);
    return particles;
}

Particles generate(const Scene& scene, std::size_t bodies, std::uint64_t seed) {
    if (scene.generator == "milky-way-andromeda") return generate_encounter(bodies, seed);
    if (scene.generator == "milky-way") return generate_milky_way(bodies, seed);
    throw std::invalid_argument("there is no generator '" + scene.generator +
                                "'; there are: milky-way-andromeda, milky-way");
}

}  // namespace milkomeda
