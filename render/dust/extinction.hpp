// How much light of each colour dust takes away.
#pragma once

#include <glm/glm.hpp>

namespace milkomeda {

// The extinction at a wavelength from 0.3 to 3.3 micrometres, in magnitudes for each magnitude in V: the mean
// curve of the Milky Way (Cardelli, Clayton & Mathis 1989, ApJ 345, 245, with R_V = 3.1).
float extinction(float micrometres);

// The same for red, green and blue of a photograph that is made of plates in R, V and B (Bessell 1990, PASP
// 102, 1181).
glm::vec3 photographic_extinction();

}  // namespace milkomeda
