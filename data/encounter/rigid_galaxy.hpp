// The models of rigid galaxies in restricted encounters.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

// The potential and the friction of both galaxies of an encounter. `archive` and `fortran` are the two published
// variants of the code SPAM, which differ in softening and friction: `archive` is the code of the web page of Galaxy
// Zoo: Mergers, with which the published models were made; `fortran` is the Fortran code, which users cannot choose.
// `milky_way` is the program's own galaxy (milky_way_spec()).
enum class RigidGalaxy { archive, milky_way, fortran };
template <>
inline constexpr std::array<std::string_view, 3> names<RigidGalaxy>{"spam", "milky-way", "spam-fortran"};

// The names of the models that users can choose; they are the first values of RigidGalaxy.
inline constexpr std::array<std::string_view, 2> offered_rigid_galaxies{"spam", "milky-way"};

// Returns the model with an offered name. Throws std::invalid_argument that names the offered models.
RigidGalaxy rigid_galaxy_named(const std::string& name);

}  // namespace milkomeda
