// Settings of the gas: equation of state, viscosity, and the numbers of the scheme. docs/gas.md explains them.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "compute/device/opencl.hpp"

namespace milkomeda {

enum class EquationOfState { adiabatic, isothermal };

// Viscosity is an artificial friction between approaching particles that makes shocks possible.
enum class GasViscosity {
    constant,  // the same coefficient everywhere
    balsara,   // reduced in shear (Balsara 1995)
    switched,  // follows shocks, and reduced in shear (Cullen & Dehnen 2010)
};

struct GasSettings {
    EquationOfState equation_of_state = EquationOfState::isothermal;
    double sound_speed = 0.2;  // of isothermal gas, model units
    double gamma = 5.0 / 3;    // adiabatic index
    double neighbors = 64;     // number of neighbors within the smoothing length
    GasViscosity viscosity = GasViscosity::switched;
    double viscosity_coefficient = 2;  // of `switched`: the largest coefficient, in strong shocks
    double conduction = 0;             // coefficient of the conduction of heat; 0: none
    double courant = 0.2;              // Courant number: a substep is at most 2 courant H / signal velocity
    // Whether particles that need no short substeps make longer ones. This is faster, but pairs of particles with
    // different substeps conserve momentum and energy less exactly.
    bool has_own_substeps = false;
    double jeans_particles = 0;  // pressure floor: smallest Jeans mass, in masses of a particle; 0: none
    double jeans_length = 0;     // pressure floor: smallest Jeans length, model units; 0: none
    double feedback = 0;         // weight of the effective pressure of isothermal gas (multiphase_gas.hpp)
    double longest_smoothing = std::numeric_limits<float>::max();  // largest smoothing length, model units
    // Periods of a periodic box that begins at the origin; empty for a direction without period.
    std::array<std::optional<double>, 3> periods{};

    bool operator==(const GasSettings&) const = default;
    bool is_periodic() const { return periods[0] || periods[1] || periods[2]; }
};

// The settings as the kernels read them; mirrors GasConstants in kernels/gas/gas.h.
struct GasConstants {
    cl_float4 period, inverse_period;
    cl_float neighbors, isothermal, gamma, jeans_particles, jeans_length;
    cl_float most_viscosity, has_switch, conduction, courant, longest, self_excess, dense;
};

GasConstants constants_of(const GasSettings& settings);

}  // namespace milkomeda
