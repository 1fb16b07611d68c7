// Transformation to the frame in which the center of mass rests at the origin.
#pragma once

#include "data/particles/particles.hpp"

namespace milkomeda {

// Subtracts the mean position and velocity. The means are weighted by mass unless the total mass is 0.
void recenter(ParticleSet& particles);

}  // namespace milkomeda
