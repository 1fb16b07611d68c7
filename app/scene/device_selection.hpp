// Chooses what a run works on: the device, the tier, and how many bodies they carry.
#pragma once

#include "app/cli/option_parts.hpp"
#include "app/scene/scene_setup.hpp"
#include "assets/assets.hpp"
#include "compute/device/device_context.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

// The device that the options choose, in the best tier proven for it, and the others as secondary ones.
// Throws UsageError (unknown device) and std::runtime_error (a tier that cannot be had).
DeviceContext find_device_context(const DeviceOptions& options, const GlSide& gl);
// Which device and tier a run has, and why. Commands say so once nothing more can be wrong with their input,
// so that an error is the only line.
void log_device_context(const DeviceContext& device_context);
void log_tier(Tier tier, const std::string& reason);
// Logs how several devices divide a simulation's forces, and which devices get no work and why. Logs nothing
// for one device.
void log_shares(const SimulationStatus& status);
// Logs that only the first device works, because `task` (such as "a map of the potential") cannot be divided.
// Logs nothing for one device.
void log_undivided(const DeviceContext& device_context, const std::string& task);
// The device context, found and logged.
DeviceContext select_device(const DeviceOptions& options, const GlSide& gl);

// Returns the devices that `names` chooses. Without names: all devices if `all` is true, else the default
// device. Throws as find_device_context().
std::vector<Device> bench_devices(const std::string& names, bool all);

BodiesLimit bodies_limit(const DeviceContext& device_context);

// The number of bodies that the device moves smoothly with this solver at the scene's timestep and pace, as
// timed.
inline constexpr std::size_t fewest_smooth_bodies = 8192, most_smooth_bodies = 1'000'000;
std::size_t smooth_bodies(const DeviceContext& device_context, const SimulationParameters& parameters,
                          const SolverType& solver, const Assets& assets);

// For commands that nobody waits for in front of.
inline constexpr std::size_t default_bodies = 16384;

}  // namespace milkomeda
