// Extinction of light by dust as a function of wavelength.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

// Returns the extinction at a wavelength of 0.3 to 3.3 micrometers, relative to the V band, from the mean
// curve of the Milky Way (Cardelli, Clayton & Mathis 1989, ApJ 345, 245, with R_V = 3.1).
float extinction(float micrometers);

// Returns the extinction of red, green and blue relative to the V band. The three colors correspond to a
// photograph composed of plates in R, V and B (Bessell 1990, PASP 102, 1181).
glm::vec3 photographic_extinction();

}  // namespace milkomeda
