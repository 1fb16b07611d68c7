// Text of a row, shared by the writers of tables.
#pragma once

#include <string>

#include "data/particles/particles.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

// Returns mass, position and velocity of a row, with just enough digits to identify the numbers. Positions are in the
// coordinates of the source: floats if ParticleSet::origin is 0, otherwise doubles.
inline std::string row_text(const ParticleSet& particles, std::size_t row, char separator) {
    const Float4 &p = particles.positions[row], &v = particles.velocities[row];
    std::string text = exact_number(p.w);
    const auto add = [&](auto number) { (text += separator) += exact_number(number); };
    const glm::dvec3 x = source_position(particles, row);
    for (const double coordinate : {x.x, x.y, x.z})
        particles.origin == glm::dvec3{0} ? add(static_cast<float>(coordinate)) : add(coordinate);
    for (const float velocity : {v.x, v.y, v.z}) add(velocity);
    return text;
}

}  // namespace milkomeda
