// The contact force between particles of the mixed box, computed on the host in double precision. The
// device's version is kernels/mixed/mixed.h.
#pragma once

#include <algorithm>

#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

// Returns the contact force on a particle per unit of reduced mass. `way` is the vector from the touched
// particle or wall to this particle, `velocity` the relative velocity, and `reach` the sum of the radii.
// Returns 0 if the distance is at least `reach`.
inline glm::dvec3 contact_force(const MixedContact& contact, const glm::dvec3& way, const glm::dvec3& velocity,
                                double reach) {
    const double distance_squared = glm::dot(way, way);
    if (!(distance_squared < reach * reach) || distance_squared == 0) return {};
    const double away = std::sqrt(distance_squared);
    const glm::dvec3 normal = way / away;
    const double parting = glm::dot(velocity, normal);
    const double push = std::max(contact.stiffness * (reach - away) - contact.damping * parting, 0.0);
    const glm::dvec3 across = velocity - parting * normal;
    const double speed = glm::length(across);
    const double drag = std::min(contact.friction * speed, contact.friction_coefficient * push);
    return speed > 0 ? push * normal - drag / speed * across : push * normal;
}

}  // namespace milkomeda
