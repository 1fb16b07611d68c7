// Chooses the device of a run and its tier (how OpenCL and OpenGL share the bodies), and the number of bodies.
#pragma once

#include "app/playback/particle_source.hpp"
#include "app/scene/scene_setup.hpp"

namespace milkomeda {

// Describes the current OpenGL context for the library `compute`, which does not use the library `render`. The
// description contains a small buffer, with which `compute` tests the sharing of buffers. Empty if there is no context.
GlSide current_gl_side();

// Returns the first device that the options choose, in the fastest tier that works on this device. All further
// devices become secondary devices. Throws UsageError for an unknown device, and std::runtime_error for a tier
// that is not available.
DeviceContext find_device_context(const DeviceOptions& options, const GlSide& gl);
// Logs the device of a run, its tier (how it shares buffers with OpenGL), and the reason for the choice. Call this
// after all checks of the input, so that an input error prints only its own message.
void log_device_context(const DeviceContext& device_context);
// Logs how several devices divide the force computation, and which devices get no work. Logs nothing for one device.
void log_shares(const SimulationStatus& status);
// Logs that only the first device computes, because `task` (such as "a map of the potential") cannot be
// divided. Logs nothing for one device.
void log_undivided(const DeviceContext& device_context, const std::string& task);
// Logs how several devices divide the force computation of a simulation, or that only one device computes a mixed box.
void log_division(const DeviceContext& device_context, const ParticleSource& source);

// Returns the devices that `names` chooses. If `names` is empty, returns all devices if `all` is true, else
// the default device. Throws UsageError for an unknown device, std::runtime_error if there is no device.
std::vector<Device> bench_devices(const std::string& names, bool all);

// Returns the largest number of bodies that fits into the host's memory and into the memory of every device.
BodiesLimit bodies_limit(const DeviceContext& device_context);

// Returns the largest number of bodies (8192 to 1,000,000) for which the device and this solver compute steps fast
// enough for the timestep and pace of the scene. If `has_gas` is true, a fifth of the bodies is gas, unless the device
// is too slow for 8192 bodies with gas. Measures the duration of steps.
BodyBudget smooth_bodies(const DeviceContext& device_context, const SimulationParameters& parameters, bool has_gas,
                         const SolverType& solver, const Assets& assets);

// Default number of bodies for commands without a window, and for a window without a device.
inline constexpr std::size_t default_bodies = 16384;

}  // namespace milkomeda
