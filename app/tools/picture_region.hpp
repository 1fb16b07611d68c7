// The bodies in a region of the picture: their numbers, masses, velocities and origins.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "data/base/range.hpp"
#include "data/particles/particles.hpp"
#include "render/camera/projection.hpp"
#include "render/look/particle_group.hpp"
#include "render/particles/particle_renderer.hpp"

namespace milkomeda {

// A circle, a band of constant width, or the inside of a closed line. Positions are in pixels of the view.
struct PictureRegion {
    enum class Shape { circle, band, outline } shape;
    // circle: center and a point of the edge; band: both ends of its middle line; outline: corners
    std::vector<glm::vec2> points;
    float width = 0;  // of a band

    bool contains(const glm::vec2& pixel) const;
    // Returns the position of a pixel along the middle line of a band, in pixels from its first point.
    float along(const glm::vec2& pixel) const;
};

// Bodies of one component in a region; young stars are counted apart from the gas of their component.
struct RegionOrigin {
    std::size_t component = 0;
    bool young_stars = false;
    std::size_t bodies = 0;
    double mass = 0;
};

// The shown bodies in a region, in model units. Velocities are those along the lines of sight, positive away from the
// camera.
struct RegionContent {
    std::size_t bodies = 0;
    double mass = 0;
    double median_velocity = 0, velocity_dispersion = 0;  // 0 without bodies
    std::vector<RegionOrigin> origins;                    // most massive first
    // Columns with one element for each body: row, mass, velocity along the line of sight, position and velocity in
    // space, and in a band the position in pixels along the band.
    std::vector<std::uint32_t> rows;
    std::vector<double> masses, velocities, places;
    std::vector<glm::vec3> positions, motions;
    std::vector<bool> is_young;  // true for young stars
};

// The shown bodies of a run at a moment. Bodies are at position + velocity * `time_offset`.
struct ShownRows {
    const ParticleRows& rows;
    float time_offset = 0;
    const std::vector<Component>& components;
    const std::vector<ShownBodies>& shown;  // one element for each component
};

RegionContent content_of(const PictureRegion& region, const View& view, const ShownRows& bodies);

// Mean velocities of mass along a slit, and how the mass is distributed over position and velocity. Positions are in
// kpc, velocities in km/s, masses in solar masses.
struct SlitDiagram {
    static constexpr std::size_t columns = 48, rows = 36;
    Range places, velocities;   // ranges of the cells
    std::vector<double> cells;  // mass in each cell; columns vary fastest, then rows from low to high velocities
    // For each column: its middle, mean and standard deviation of the velocities; NaN in columns without bodies.
    std::vector<double> middles = {}, means = {}, dispersions = {};
};

// Returns the diagram of the bodies in a slit of `length` (model units), which is `pixels` long in the picture. The
// range of velocities contains all but the fastest 0.5 % on each side.
SlitDiagram slit_diagram(const RegionContent& content, double length, double pixels);

// Returns the table position_kpc, velocity_km_s, mass_msun of the cells of the diagram as CSV.
std::string csv_of(const SlitDiagram& diagram);

// Returns a table of the bodies as CSV: id, galaxy, component, mass, position, velocity and velocity along the line of
// sight, and the position at the start of the run, whose bodies are `start`; in solar masses, kpc and km/s.
std::string csv_of(const RegionContent& content, const ParticleSet& start);

}  // namespace milkomeda
