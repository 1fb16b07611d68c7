// How two that touch push each other, on the host in double precision: the twin of kernels/mixed/mixed.h.
#pragma once

#include <algorithm>

#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

// The force, for each unit of reduced mass, on what lies `way` from what it touches if that is less than
// `reach`, and moves so relative to it.
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
