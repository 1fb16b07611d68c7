// The parts of a run that users show and hide by their names: components, and the young stars of components of gas.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/particles/particles.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

// Bodies with a common name. Stars that a file contains as the component young_stars_name, and stars that form from the
// gas of the same galaxy during the run, are one part.
struct ShownPart {
    struct Rows {
        std::size_t component = 0;        // index of the component that contains the bodies
        ShownBodies bodies = all_bodies;  // the bodies of this component that belong to the part
    };
    Component names;  // name, galaxy and perturber of the part
    std::vector<Rows> rows;

    bool is_shown(std::span<const ShownBodies> shown) const;
    void show(bool on, std::span<ShownBodies> shown) const;
};

// Returns the parts in the order of their components. Young stars follow the gas of their galaxy.
std::vector<ShownPart> shown_parts(const std::vector<Component>& components);

// Returns a digit for each component: 0 for no bodies, 1 for all bodies, 2 for gas alone, 3 for young stars alone.
std::string digits_of(std::span<const ShownBodies> shown);
// Returns the visibility that digits_of() has written. Throws std::invalid_argument if `digits` has other letters.
std::vector<ShownBodies> shown_of_digits(std::string_view digits);

}  // namespace milkomeda
