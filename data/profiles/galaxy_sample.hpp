// The bodies of a galaxy, in coordinates that move with the galaxy and whose z axis is its spin axis.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/particles/structure.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

// Origin and directions of the coordinates of a galaxy, in the coordinates of the run, in model units.
struct GalaxyFrame {
    glm::dvec3 center;    // center_of_galaxy()
    glm::dvec3 velocity;  // velocity_of_center()
    DiskAxes axes;        // axes.z: spin axis of the disk, or of all bodies of a galaxy without a disk

    glm::dvec3 position(const glm::dvec3& in_run) const { return rotated(in_run - center); }
    glm::dvec3 rotated(const glm::dvec3& v) const {
        return {glm::dot(v, axes.x), glm::dot(v, axes.y), glm::dot(v, axes.z)};
    }
    // Returns the direction `v` of the galaxy's coordinates in the coordinates of the run.
    glm::dvec3 in_run(const glm::dvec3& v) const { return v.x * axes.x + v.y * axes.y + v.z * axes.z; }
};

// A body in the coordinates of its galaxy, in model units.
struct SampledBody {
    glm::dvec3 position, velocity;
    double mass;
    double sound_square;  // square of the speed of sound of gas; NaN if unknown, and for other bodies
};

// Returns true if the bodies of a component with this name are stars.
inline bool is_stellar(const std::string& component) { return component != "halo" && component != "gas"; }

// The bodies of a galaxy, grouped by component. Young stars (young_stars.hpp) are a component of their own. Components
// with equal names are one component. Perturbers do not belong to the sample.
struct GalaxySample {
    struct Group {
        std::string component;
        std::size_t first, count;
    };
    GalaxyFrame frame;
    std::vector<SampledBody> bodies;  // all stars come first
    std::vector<Group> groups;        // in the order of the components

    std::span<const SampledBody> bodies_of(const Group& group) const {
        return std::span{bodies}.subspan(group.first, group.count);
    }
    std::span<const SampledBody> stars() const {
        std::size_t count = 0;
        for (const Group& group : groups)
            if (is_stellar(group.component)) count += group.count;
        return std::span{bodies}.first(count);
    }
};

// The gas of a run: the parameters, and the values of each row, which may be empty.
struct GasOfRun {
    GasParameters parameters;
    std::span<const GasValues> values = {};

    // Returns the square of the speed of sound of the gas in a row, in model units: isothermal, of the gas temperature;
    // adiabatic, gamma (gamma - 1) times the internal energy. NaN if the energy is unknown, or if gas moves like stars.
    double sound_square(std::size_t row) const;
};

// Returns the sample of a galaxy whose core_of_galaxy() has at least one body.
GalaxySample sample_galaxy(const BodyRows& rows, const std::string& galaxy, const GasOfRun& gas);

}  // namespace milkomeda
