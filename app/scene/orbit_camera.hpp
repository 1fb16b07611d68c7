// A camera that looks onto the orbit of the galaxies.
#pragma once

#include "data/particles/particles.hpp"
#include "render/camera/camera.hpp"

namespace milkomeda {

// Returns `camera` at the same distance from its target, on the axis of the galaxies' orbit. The axis has the direction
// of the galaxies' angular momentum about their common center of mass, or the opposite direction if this is nearer to
// the former position. Returns `camera` unchanged for fewer than two galaxies, and for galaxies that move along a
// straight line, because their orbit has no axis.
Camera on_orbital_axis(const Camera& camera, const ParticleSet& particles);

}  // namespace milkomeda
