#include "app/scene/device_selection.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/io/log.hpp"
#include "data/system/memory.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

std::string tier_line(Tier tier, const std::string& reason) {
    return "tier " + std::string{name_of(tier)} + ": " + reason;
}

}  // namespace

DeviceContext find_device_context(const DeviceOptions& options, const GlSide& gl) {
    std::vector<std::string> broken;
    const std::vector<Device> devices = list_devices([&](const std::string& platform) { broken.push_back(platform); });
    std::vector<Device> chosen;
    try {
        chosen = choose_devices(devices, options.names);
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string{"--device: "} + error.what());
    }
    if (chosen.empty() && !broken.empty() && options.interop != Interop::none) {
        const std::string reason = "no OpenCL device: " + join(broken);
        if (options.interop != Interop::automatic) throw std::runtime_error(reason);
        return {.reason = reason, .device = {}, .context = {}};
    }
    for (const std::string& platform : broken) log_warning(platform);
    DeviceContext device_context = make_device_context(chosen.empty() ? nullptr : &chosen.front(), gl, options.interop);
    if (device_context.tier != Tier::none) device_context.secondary.assign(chosen.begin() + 1, chosen.end());
    return device_context;
}

void log_device_context(const DeviceContext& device_context) {
    const std::string line = tier_line(device_context.tier, device_context.reason);
    log_info(device_context.device ? device_names(device_context) + ", " + line : line);
}

void log_tier(Tier tier, const std::string& reason) { log_info(tier_line(tier, reason)); }

void log_shares(const SimulationStatus& status) {
    if (status.shares.empty()) return;
    const bool has_idle = status.shares.find(" none (no gain)") != std::string::npos;
    log_info(status.solver + ": " + status.shares +
             (has_idle ? "; devices marked \"none\" get no work, because forces are faster without them" : ""));
}

void log_undivided(const DeviceContext& device_context, const std::string& task) {
    if (device_context.secondary.empty()) return;
    log_info(join(device_context.secondary, &Device::name) + ": no work, because " + task +
             " is computed by one device, " + device_context.device->name);
}

DeviceContext select_device(const DeviceOptions& options, const GlSide& gl) {
    DeviceContext device_context = find_device_context(options, gl);
    log_device_context(device_context);
    return device_context;
}

std::vector<Device> bench_devices(const std::string& names, bool all) {
    std::vector<Device> devices = list_devices(log_warning);
    if (devices.empty()) throw std::runtime_error("no OpenCL device; install a driver, e.g. pocl-opencl-icd");
    if (all && names.empty()) return devices;
    try {
        return choose_devices(devices, names);
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

BodiesLimit bodies_limit(const DeviceContext& device_context) {
    // The host holds up to seven sets of particles: the start, the drawn rows, the rows read back, the rows
    // being saved, and for a lost device the newest checkpoint, the incoming checkpoint and its source.
    constexpr std::size_t host_bytes_per_body = 7 * (2 * sizeof(Float4) + sizeof(std::uint32_t));
    BodiesLimit host{memory_of_machine() / host_bytes_per_body, "this machine's memory"};
    if (!device_context.device) return host;
    BodiesLimit limit = host;
    const auto consider = [&limit](const Device& device, bool with_secondary) {
        if (const std::size_t most = most_bodies(device, with_secondary); most < limit.bodies)
            limit = {most, "the memory of " + device.name};
    };
    consider(*device_context.device, !device_context.secondary.empty());
    for (const Device& secondary_device : device_context.secondary) consider(secondary_device, false);
    return limit;
}

std::size_t smooth_bodies(const DeviceContext& device_context, const SimulationParameters& parameters,
                          const SolverType& solver, const Assets& assets) {
    constexpr double share_of_time =
        // share of the time for simulation; the rest is for drawing, which without a GPU uses the same cores
        0.35;
    if (device_context.tier == Tier::none) return default_bodies;
    const double affordable =
        share_of_time * parameters.timestep / parameters.time_per_second * parameters.fraction_denominator;
    const auto seconds = [&](std::size_t bodies) {
        return measure_step_seconds(device_context, assets.reader(), bodies, {.type = &solver}, parameters);
    };
    // Few bodies do not use a large device fully, so the measurement is repeated with more and more bodies.
    constexpr double most_growth = 8;
    std::size_t bodies = fewest_smooth_bodies;
    double room = affordable / seconds(bodies);
    while (room > 1.2 && bodies < most_smooth_bodies) {
        const std::size_t before = bodies;
        bodies = std::min(most_smooth_bodies,
                          static_cast<std::size_t>(static_cast<double>(bodies) * std::min(room, most_growth)));
        const double room_before = std::exchange(room, affordable / seconds(bodies));
        if (room >= 1) continue;
        // `bodies` is too large: interpolate between the last two measurements, assuming that the time grows
        // as a power of the number of bodies.
        const double power = std::log(room_before / room) / std::log(double(bodies) / double(before));
        bodies = static_cast<std::size_t>(double(before) * std::pow(room_before, 1 / std::max(power, 1.0)));
    }
    return std::clamp(bodies, fewest_smooth_bodies, most_smooth_bodies);
}

}  // namespace milkomeda
