// Particle sets: columns with one row per body, grouped into components of galaxies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace milkomeda {

// Four floats with the memory layout of OpenCL's float4 and OpenGL's vec4, so that columns can be copied to
// devices unchanged.
struct Float4 {
    float x = 0, y = 0, z = 0, w = 0;
};
// Returns x, y and z in double precision.
inline glm::dvec3 vector_of(const Float4& row) { return {row.x, row.y, row.z}; }
// Rounds a vector and a fourth number to single precision.
inline Float4 float4_of(const glm::dvec3& v, double w) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), static_cast<float>(w)};
}

// Properties of a perturber: a massive body, such as a black hole or a cluster. The CPU integrates perturbers in double
// precision, while the device integrates all other bodies (field bodies). A perturber's component has one row.
struct Perturber {
    // Plummer softening length for the attraction of field bodies; not used between perturbers.
    float softening = 0.05f;
    std::array<float, 3> color{1, 1, 1};  // color of the perturber's mark: red, green and blue from 0 to 1

    bool operator==(const Perturber&) const = default;
};

// Component: consecutive rows of one kind of body, such as the disk, bulge or halo of a galaxy.
struct Component {
    std::string name;    // disk, bulge, halo, ...; "all" if the file does not name components
    std::string galaxy;  // milky-way, andromeda, ...; empty if the file does not name galaxies
    std::size_t first = 0;
    std::size_t count = 0;
    double mass = 0;  // total mass in model units
    std::optional<Perturber> perturber{};
};

// Returns true for a component whose bodies are particles of gas: a component with the name "gas".
inline bool is_gas(const Component& component) { return component.name == "gas"; }
// Returns true if the galaxy of `component` has a component of gas in `components`.
bool has_gas(const Component& component, std::span<const Component> components);
// Returns the number of bodies in the components of gas.
std::size_t gas_count(std::span<const Component> components);

// Limits of a particle set. Even a scene with the maximum number of galaxies has fewer than most_components components.
// The number of perturbers is limited because the forces of all perturbers on all field bodies are summed directly.
inline constexpr std::size_t most_components = 4096, most_perturbers = 16;

// Internal energy per unit mass and density of a particle of gas.
struct GasValues {
    float energy = -1;  // negative if unknown
    float density = 0;  // 0 if unknown

    bool operator==(const GasValues&) const = default;
};

// Multiplies the known values by these factors.
inline GasValues scaled(const GasValues& gas, double energy_factor, double density_factor) {
    return {gas.energy < 0 ? gas.energy : static_cast<float>(energy_factor * gas.energy),
            static_cast<float>(density_factor * gas.density)};
}

// Multiplies the fourth number of a velocity by this factor if it is a length. Numbers below 0 are times of birth
// (data/particles/young_stars.hpp).
inline float scaled_length(float number, double factor) {
    return number > 0 ? static_cast<float>(factor * number) : number;
}

// Bodies in model units (data/base/units.hpp) with G = 1. All columns have equal length.
struct ParticleSet {
    std::vector<Float4> positions;  // position in x, y, z; mass in w
    // velocity in x, y, z; in w the radius of a particle of a mixed box, the smoothing length of a particle of gas, or
    // 0 for other bodies and for unknown smoothing lengths
    std::vector<Float4> velocities;
    // one row per body, of which only rows of gas have known values; empty if no value and no smoothing length of gas
    // is known
    std::vector<GasValues> gas;
    // number of each body, usually its row in the source; files are written in the order of ids
    std::vector<std::uint32_t> ids;
    // components cover all rows in order without gaps; perturbers are last
    std::vector<Component> components;
    double time = 0;
    // position of the coordinate origin of `positions` in the coordinates of the source, in model units. Readers move
    // the origin to bodies that lie far from the source's origin, because floats are precise only near 0.
    glm::dvec3 origin{0};

    std::size_t size() const { return positions.size(); }
};

// Returns the number of perturbers, which are the last rows, with one component each.
std::size_t perturber_count(std::span<const Component> components);
std::vector<std::string> perturber_names(std::span<const Component> components);

// Returns the component's name as users read and type it: "milky-way disk" or "all".
std::string full_name(const Component& component);

// Returns a galaxy's display name: "Milky Way" for "milky-way", "NGC 4038" for "ngc-4038".
std::string title_of(const std::string& galaxy);
// Returns a component's display name: "Milky Way young stars" for "milky-way young-stars"; without a galaxy, the
// component's name alone.
std::string title_of(const Component& component);

// Returns true if the user's text `typed` is the name `name` or its display name, without regard to case: "milky-way",
// "Milky Way" and "milky way" for "milky-way".
bool is_typed_name(std::string_view typed, std::string_view name);
// Returns the name that the user's text `typed` denotes: the equal name, or else the first name for which
// is_typed_name() is true. Returns an empty optional if no name matches.
std::optional<std::string> find_typed_name(const std::string& typed, std::span<const std::string> names);

// Returns the first row from row `from` on that contains an infinite number or NaN; size() if there is no such row.
std::size_t first_invalid_row(const ParticleSet& particles, std::size_t from = 0);

// The sums are computed in double precision.
double mass_of(std::span<const Float4> positions);
double total_mass(const ParticleSet& particles);
std::array<double, 3> center_of_mass(const ParticleSet& particles);

// Converts a position relative to the origin to the coordinates of the source. If the origin is 0, the result is
// exactly `x`.
inline glm::dvec3 in_source(const ParticleSet& particles, const glm::dvec3& x) {
    return particles.origin == glm::dvec3{0} ? x : particles.origin + x;  // the sum -0.0 + 0.0 would lose the sign
}
// Returns the position of a row in the coordinates of the source.
inline glm::dvec3 source_position(const ParticleSet& particles, std::size_t row) {
    return in_source(particles, vector_of(particles.positions[row]));
}
// The smallest and the largest coordinates of all bodies along each axis, and their center of mass, in the coordinates
// of the source.
struct SourceExtent {
    glm::dvec3 least, most, center_of_mass;
};
SourceExtent source_extent(const ParticleSet& particles);
// Makes the positions relative to another origin, so that source_position() stays the same except for rounding.
void set_origin(ParticleSet& particles, const glm::dvec3& origin);

// Multiplies the origin and the columns of positions, velocities and masses by these factors. The columns of gas, and
// the lengths in the fourth numbers of the velocities, get the factors of their dimensions.
void scale(ParticleSet& particles, double positions, double velocities, double masses);

// Subtracts the mean position and velocity. The means are weighted by mass unless the total mass is 0. The positions
// are then relative to the center of mass, and the origin is 0.
void recenter(ParticleSet& particles);

}  // namespace milkomeda
