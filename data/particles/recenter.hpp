// The center of mass, put to rest at the origin.
#pragma once

#include "data/particles/particles.hpp"

namespace milkomeda {

// Shifts positions and velocities by their means, weighted by mass as long as there is any.
void recenter(ParticleSet& particles);

}  // namespace milkomeda
