// Chooses a run's device and its tier: how OpenCL and OpenGL share the bodies. Limits the number of bodies.
#pragma once

#include "app/cli/option_parts.hpp"
#include "app/scene/scene_setup.hpp"
#include "assets/assets.hpp"
#include "compute/device/device_context.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

// Returns the device that the options choose, in the fastest tier that works on it, with the other chosen
// devices as secondary devices. Throws UsageError for an unknown device, and std::runtime_error for a tier
// that is not available.
DeviceContext find_device_context(const DeviceOptions& options, const GlSide& gl);
// Logs the device and the tier of a run, and the reason for the choice. Call this after all checks of the
// input, so that an input error prints only its own message.
void log_device_context(const DeviceContext& device_context);
void log_tier(Tier tier, const std::string& reason);
// Logs how several devices divide the forces, and which devices get no work. Logs nothing for one device.
void log_shares(const SimulationStatus& status);
// Logs that only the first device computes, because `task` (such as "a map of the potential") cannot be
// divided. Logs nothing for one device.
void log_undivided(const DeviceContext& device_context, const std::string& task);
// Finds the device context and logs it.
DeviceContext select_device(const DeviceOptions& options, const GlSide& gl);

// Returns the devices that `names` chooses. If `names` is empty, returns all devices if `all` is true, else
// the default device. Throws UsageError for an unknown device, std::runtime_error if there is no device.
std::vector<Device> bench_devices(const std::string& names, bool all);

BodiesLimit bodies_limit(const DeviceContext& device_context);

// Returns the largest number of bodies that the device moves smoothly with this solver, at the timestep and
// pace of the scene. Measures the duration of steps.
inline constexpr std::size_t fewest_smooth_bodies = 8192, most_smooth_bodies = 1'000'000;
std::size_t smooth_bodies(const DeviceContext& device_context, const SimulationParameters& parameters,
                          const SolverType& solver, const Assets& assets);

// Number of bodies for commands without an interactive window.
inline constexpr std::size_t default_bodies = 16384;

}  // namespace milkomeda
