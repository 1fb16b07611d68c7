// What this machine gives to a run: the device, the tier, and how many bodies that carries.
#pragma once

#include "app/options.hpp"
#include "app/start.hpp"
#include "assets/assets.hpp"
#include "compute/placement.hpp"
#include "compute/simulation.hpp"

namespace milkomeda {

// The device that the options choose, in the best tier proven for it, and the others as its helpers. Throws
// UsageError (unknown device) and std::runtime_error (a tier that cannot be had).
Placement find_placement(const Options& options, const GlSide& gl);
// Which device and tier a run has, and why. Commands say so once nothing more can be wrong with their input,
// so that an error is the only line.
void log_placement(const Placement& placement);
// How several devices divide a simulation's forces, once it is made; nothing for one device.
void log_shares(const Simulation& simulation);
// Placement found and logged.
Placement equip(const Options& options, const GlSide& gl);

// The devices that the options choose, or with --full all. Throws as find_placement().
std::vector<Device> bench_devices(const Options& options);

BodiesLimit bodies_limit(const Placement& placement);

// What the device does smoothly at the scene's timestep and pace, between 8,192 and 81,920.
std::size_t smooth_bodies(const Placement& placement, const SimulationParameters& parameters,
                          const Assets& assets);

// For commands that nobody waits for in front of.
inline constexpr std::size_t default_bodies = 16384;

}  // namespace milkomeda
