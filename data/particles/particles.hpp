// What a set of particles is: columns of rows, grouped into components of galaxies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace milkomeda {

// Laid out as OpenCL's float4 and OpenGL's vec4, so that columns go to devices as they are.
struct Float4 {
    float x = 0, y = 0, z = 0, w = 0;
};

// What a component is whose one row is a perturber: a heavy body, such as a black hole or a cluster, that the
// CPU moves in double precision among the light ones.
struct Perturber {
    float softening = 0.05f;              // Plummer's epsilon towards light bodies; none towards each other
    std::array<float, 3> color{1, 1, 1};  // of its mark, red green blue from 0 to 1

    bool operator==(const Perturber&) const = default;
};

// A run of rows that belong together: the disk, bulge or halo of one galaxy.
struct Component {
    std::string name;    // disk, bulge, halo; "all" where the source says nothing
    std::string galaxy;  // milky-way, andromeda; empty where the source says nothing
    std::size_t first = 0;
    std::size_t count = 0;
    double mass = 0;  // total, model units
    std::optional<Perturber> perturber{};
};

// A scene of as many galaxies as there may be has fewer; every light body is pulled by every perturber.
inline constexpr std::size_t most_components = 4096, most_perturbers = 16;

// Model units (data/base/units.hpp), G = 1. All columns have the same length.
struct ParticleSet {
    std::vector<Float4> positions;      // x y z, mass in w
    std::vector<Float4> velocities;     // vx vy vz; w is a radius where they have one, else 0
    std::vector<std::uint32_t> ids;     // the row in the source, which files are written back in
    std::vector<Component> components;  // cover all rows, in order, without gaps; perturbers come last
    double time = 0;

    std::size_t size() const { return positions.size(); }
};

// How many there are: so many rows at the end, each a component.
std::size_t perturber_count(std::span<const Component> components);
std::vector<std::string> perturber_names(std::span<const Component> components);

// The name that a person reads and types: "milky-way disk", or "all".
std::string full_name(const Component& component);

// A galaxy's name for people: "Milky Way" for "milky-way", "NGC 4038" for "ngc-4038".
std::string title_of(const std::string& galaxy);
// "Milky Way disk"; the name alone where it is of no galaxy.
std::string title_of(const Component& component);

// The first row that has a number which is infinite or none; size() if there is none.
std::size_t first_invalid_row(const ParticleSet& particles, std::size_t from = 0);

// Sums in double precision.
double mass_of(std::span<const Float4> positions);
double total_mass(const ParticleSet& particles);
std::array<double, 3> center_of_mass(const ParticleSet& particles);

}  // namespace milkomeda
