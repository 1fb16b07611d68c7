// The models of rigid galaxies in restricted encounters.
#pragma once

#include <array>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

// The two published variants of SPAM differ in softening and friction. `fortran` is the Fortran code; `archive` is the
// code of the web page of Galaxy Zoo: Mergers, with which the published models were made.
enum class RigidGalaxy { fortran, archive };
template <>
inline constexpr std::array<std::string_view, 2> names<RigidGalaxy>{"fortran", "archive"};

}  // namespace milkomeda
