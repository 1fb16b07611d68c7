// Particle sets: columns of rows, grouped into components of galaxies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace milkomeda {

// Layout of OpenCL's float4 and OpenGL's vec4, so that columns can be copied to devices unchanged.
struct Float4 {
    float x = 0, y = 0, z = 0, w = 0;
};

// Properties of a perturber: a massive body, such as a black hole or a cluster, that the CPU integrates in
// double precision beside the field bodies of the device. Its component has one row.
struct Perturber {
    // Plummer's epsilon towards field bodies; perturbers attract each other unsoftened.
    float softening = 0.05f;
    std::array<float, 3> color{1, 1, 1};  // color of its mark: red, green, blue from 0 to 1

    bool operator==(const Perturber&) const = default;
};

// Consecutive rows that belong together: the disk, bulge or halo of one galaxy.
struct Component {
    std::string name;    // disk, bulge, halo; "all" if the source has no names
    std::string galaxy;  // milky-way, andromeda; empty if the source has no names
    std::size_t first = 0;
    std::size_t count = 0;
    double mass = 0;  // total mass in model units
    std::optional<Perturber> perturber{};
};

// Limits: scenes with the maximum number of galaxies need fewer components. The force of every perturber on
// every field body is summed directly.
inline constexpr std::size_t most_components = 4096, most_perturbers = 16;

// Bodies in model units (data/base/units.hpp), G = 1. All columns have the same length.
struct ParticleSet {
    std::vector<Float4> positions;      // x, y, z; the mass in w
    std::vector<Float4> velocities;     // vx, vy, vz; w is the radius of particles that have a radius, else 0
    std::vector<std::uint32_t> ids;     // row in the source; files are written in this order
    std::vector<Component> components;  // cover all rows in order without gaps; perturbers are last
    double time = 0;

    std::size_t size() const { return positions.size(); }
};

// Number of perturbers: the last rows, one component each.
std::size_t perturber_count(std::span<const Component> components);
std::vector<std::string> perturber_names(std::span<const Component> components);

// Returns the name as users read and type it: "milky-way disk", or "all".
std::string full_name(const Component& component);

// Returns a galaxy's display name: "Milky Way" for "milky-way", "NGC 4038" for "ngc-4038".
std::string title_of(const std::string& galaxy);
// Returns a component's display name: "Milky Way disk"; without a galaxy, the component's name alone.
std::string title_of(const Component& component);

// Returns the first row, from `from` on, with a number that is infinite or NaN; size() if all rows are valid.
std::size_t first_invalid_row(const ParticleSet& particles, std::size_t from = 0);

// Summed in double precision.
double mass_of(std::span<const Float4> positions);
double total_mass(const ParticleSet& particles);
std::array<double, 3> center_of_mass(const ParticleSet& particles);

}  // namespace milkomeda
