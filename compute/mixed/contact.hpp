// The contact force of mixed particles on the host, in double precision; kernels/mixed/mixed.h is the
// device's version.
#pragma once

#include <algorithm>

#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

// Returns the contact force per unit of reduced mass on a particle at distance vector `way` from what it
// touches, with relative velocity `velocity`; 0 if the distance is at least `reach`, the sum of the radii.
inline Vector3 contact_force(const MixedContact& contact, const Vector3& way, const Vector3& velocity,
                             double reach) {
    const double distance_squared = dot(way, way);
    if (!(distance_squared < reach * reach) || distance_squared == 0) return {};
    const double away = std::sqrt(distance_squared);
    const Vector3 normal = way / away;
    const double parting = dot(velocity, normal);
    const double push = std::max(contact.stiffness * (reach - away) - contact.damping * parting, 0.0);
    const Vector3 across = velocity - parting * normal;
    const double speed = length(across);
    const double drag = std::min(contact.friction * speed, contact.friction_coefficient * push);
    return speed > 0 ? push * normal - drag / speed * across : push * normal;
}

}  // namespace milkomeda
