// Feedback of young stars on dense gas: the effective pressure of a medium of cold clouds and hot gas.
#pragma once

#include <array>
#include <cstddef>

namespace milkomeda {

// In dense gas, supernovae heat hot gas between cold clouds, which cools and evaporates clouds. In equilibrium the
// medium has an effective pressure that grows faster than the density (Springel & Hernquist 2003, MNRAS 339, 289). All
// functions use the parameters of that article (section 3.1) and gas without heavy elements, of which 76 % is hydrogen.

// Returns the density above which the medium exists, in hydrogen atoms per cubic centimeter (eq. 23): 0.128.
double multiphase_threshold();
// Returns the temperature at which ionized gas would have the pressure of the medium, in kelvin, for a density of
// `excess` times the threshold (eqs. 11, 18 and 19). `excess` must be at least 1.
double multiphase_temperature(double excess);

// Returns the threshold in model units.
double multiphase_threshold_in_model_units();

// Number of elements of a table of squares of the isothermal speed of sound. Element k belongs to 2^k times the
// threshold.
inline constexpr std::size_t multiphase_doublings = 16;
// Returns this table, in model units: the mean of `isothermal`, the square of the gas without feedback, and of the
// square of the medium, which has the weight `feedback` from 0 to 1 (Springel, Di Matteo & Hernquist 2005, MNRAS 361,
// 776, section 3.2). No element is smaller than `isothermal`.
std::array<double, multiphase_doublings> multiphase_squares(double isothermal, double feedback);
// Returns the square for a density of `excess` times the threshold, at least 1, by interpolation between logarithms.
double multiphase_square(const std::array<double, multiphase_doublings>& squares, double excess);

}  // namespace milkomeda
