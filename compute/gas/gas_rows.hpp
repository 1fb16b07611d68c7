// The rows of the gas on the device.
#pragma once

#include "compute/device/opencl.hpp"

namespace milkomeda {

// State of a particle of the gas that lasts from one substep to the next.
struct GasCondition {
    cl_float energy = 0;      // internal energy per unit mass
    cl_float length = 0;      // smoothing length: radius that contains GasSettings::neighbors neighbors
    cl_float viscosity = 0;   // coefficient of viscosity
    cl_float divergence = 0;  // divergence of the velocity
};

// Change of a particle by pressure and viscosity.
struct GasRate {
    cl_float x = 0, y = 0, z = 0;  // acceleration
    cl_float heating = 0;          // change of the internal energy per unit mass and time
};

struct GasMeasure {
    cl_float density = 0, pressure = 0;
    cl_float signal_speed = 0;  // largest speed at which a neighbor's signals approach
    cl_float neighbors = 0;     // number of neighbors within the smoothing length
};

struct GasRows {
    std::size_t count = 0;
    cl::Buffer positions, velocities;  // x, y, z, mass; vx, vy, vz, smoothing length if known
    cl::Buffer conditions;             // GasCondition
    cl::Buffer rates, measures;        // GasRate, GasMeasure
};

}  // namespace milkomeda
