// What this machine gives to a run: the device, the tier, and how many bodies that carries.
#pragma once

#include "app/options.hpp"
#include "app/start.hpp"
#include "assets/assets.hpp"
#include "compute/kernel_variants.hpp"
#include "compute/placement.hpp"
#include "compute/simulation.hpp"

namespace milkomeda {

// The device that the options choose, in the best tier proven for it, and the others as its helpers. Throws
// UsageError (unknown device) and std::runtime_error (a tier that cannot be had).
Placement find_placement(const Options& options, const GlSide& gl);
// Which device and tier a run has, and why. Commands say so once nothing more can be wrong with their input,
// so that an error is the only line.
void log_placement(const Placement& placement);
// What a simulation computes with, once it is made: shares of several devices, a kernel that was asked for.
void log_solver(const Simulation& simulation, const KernelChoice& kernel);
// Placement found and logged.
Placement equip(const Options& options, const GlSide& gl);

// The kernel that the options name, without a variant when they leave it to the device. Throws UsageError.
KernelChoice find_kernel(const Options& options, const Placement& placement);

BodiesLimit bodies_limit(const Placement& placement);

// What the device does smoothly at the scene's timestep and pace, between 8,192 and 81,920.
std::size_t smooth_bodies(const Placement& placement, const SimulationParameters& parameters,
                          const Assets& assets);

// For commands that nobody waits for in front of.
inline constexpr std::size_t default_bodies = 16384;

}  // namespace milkomeda
