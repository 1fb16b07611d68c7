// Stars that have formed from gas during a run. They keep the rows and ids of the gas. The fourth number of the
// velocity of a row of gas tells what the row is: its smoothing length if it is positive, 0 if the row is gas with an
// unknown length, and a number below 0 if the row is a star: the time of its birth minus latest_birth.
#pragma once

#include <string_view>

#include "data/base/formation.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

inline constexpr std::string_view young_stars_name = "young-stars";

inline bool is_young_star(const Float4& velocity) { return velocity.w < 0; }
inline bool is_young_star(const glm::vec4& velocity) { return velocity.w < 0; }
// Returns the time of birth of a young star.
inline double birth_time(const Float4& velocity) { return double{velocity.w} + latest_birth; }

// Returns the fourth number of the velocity of a star with this time of birth, or NaN if the time is not finite or not
// before latest_birth.
float number_of_birth(double birth);

// Returns true if `component` has the name young_stars_name and all its births are known.
bool has_births(const ParticleSet& particles, const Component& component);

// Returns the number of young stars among the rows of gas.
std::size_t count_young_stars(const ParticleSet& particles);

// Returns the particles with the young stars in components of their own with the name young_stars_name, behind the gas
// of their galaxy. The rows change; the ids and the fourth numbers of the velocities stay.
ParticleSet with_young_stars(ParticleSet particles);
// Returns the particles with the young stars behind the gas of their galaxy, in the same component: the inverse of
// with_young_stars(). The stars of a galaxy without gas become a component of gas. Components without has_births()
// stay.
ParticleSet with_young_stars_in_gas(ParticleSet particles);

}  // namespace milkomeda
