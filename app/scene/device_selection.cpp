#include "app/scene/device_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/io/log.hpp"
#include "data/system/memory.hpp"
#include "data/text/text.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/native_gl.hpp"

namespace milkomeda {

GlSide current_gl_side() {
    const NativeGl native = current_native_gl();
    if (native.api == NativeGl::Api::none) return {};
    const auto probe = std::make_shared<ProbeBuffer>();
    return {.api = native.api == NativeGl::Api::glx ? GlSide::Api::glx : GlSide::Api::egl,
            .display = native.display,
            .context = native.context,
            .finish = [] { glFinish(); },
            .probe_buffer = probe->name(),
            .probe_bytes = ProbeBuffer::size_bytes,
            .read_probe = [probe] { return probe->read(); }};
}

DeviceContext find_device_context(const DeviceOptions& options, const GlSide& gl) {
    std::vector<std::string> broken;
    const std::vector<Device> devices = list_devices([&](const std::string& platform) { broken.push_back(platform); });
    std::vector<Device> chosen;
    try {
        chosen = choose_devices(devices, options.names);
    } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("--device: {}", error.what()));
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
    const std::string devices = device_context.device ? device_names(device_context) + ", " : "";
    log_info(fmt::format("{}tier {}: {}", devices, name_of(device_context.tier), device_context.reason));
}

void log_shares(const SimulationStatus& status) {
    if (status.shares.empty()) return;
    const bool has_idle = status.shares.find(" none (no gain)") != std::string::npos;
    log_info(fmt::format(
        "{}: {}{}", status.solver, status.shares,
        has_idle ? "; devices marked \"none\" get no work, because forces are faster without these devices" : ""));
}

void log_undivided(const DeviceContext& device_context, const std::string& task) {
    if (device_context.secondary.empty()) return;
    log_info(fmt::format("{0} gets no work: only one device, {2}, computes {1}",
                         join(device_context.secondary, &Device::name), task, device_context.device->name));
}

void log_division(const DeviceContext& device_context, const ParticleSource& source) {
    if (source.box())
        log_undivided(device_context, "a box of mixed particles");
    else
        log_shares(source.frames().status());
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
    // The host stores up to seven particle sets: the initial bodies, the drawn bodies, the bodies read back, the bodies
    // being saved, and for recovery the newest checkpoint, the next checkpoint and the bodies for the next checkpoint.
    constexpr std::size_t host_bytes_per_body = 7 * (2 * sizeof(Float4) + sizeof(std::uint32_t));
    BodiesLimit limit{memory_of_machine() / host_bytes_per_body, "this machine's memory"};
    if (!device_context.device) return limit;
    const auto consider = [&limit](const Device& device, bool with_secondary) {
        if (const std::size_t most = most_bodies(device, with_secondary); most < limit.bodies)
            limit = {most, "the memory of " + device.name};
    };
    consider(*device_context.device, !device_context.secondary.empty());
    for (const Device& secondary_device : device_context.secondary) consider(secondary_device, false);
    return limit;
}

BodyBudget smooth_bodies(const DeviceContext& device_context, const SimulationParameters& parameters, bool has_gas,
                         const SolverType& solver, const Assets& assets) {
    constexpr double share_of_time = 0.35;  // the remaining time is for drawing, which without a GPU uses all cores
    constexpr std::size_t fewest = 8192, most = 1'000'000;
    if (device_context.tier == Tier::none) return {default_bodies};
    const double affordable_seconds =
        share_of_time * parameters.timestep / parameters.time_per_second * parameters.fraction_denominator;
    const auto measured = [&](std::size_t bodies, std::size_t gas) {
        return measure_step_seconds(device_context, assets.reader(), bodies, gas, {.type = &solver}, parameters);
    };
    const auto seconds = [&](std::size_t bodies) {
        if (!has_gas) return measured(bodies, 0);
        // The gas of the measurement needs one substep, but colliding gas needs two or more.
        constexpr double usual_substeps = 2;
        const double without = measured(bodies, 0), with = measured(bodies, bodies / 5);
        return without + usual_substeps * std::max(0.0, with - without);
    };
    double first = seconds(fewest);
    if (has_gas && first > affordable_seconds) {
        has_gas = false;
        first = seconds(fewest);
    }
    // Few bodies do not use a large device fully, so the measurement is repeated with more and more bodies.
    constexpr double most_growth = 8;
    std::size_t bodies = fewest;
    // affordable duration of a step divided by its measured duration
    double reserve = affordable_seconds / first;
    while (reserve > 1.2 && bodies < most) {
        const std::size_t before = bodies;
        bodies = std::min(most, static_cast<std::size_t>(static_cast<double>(bodies) * std::min(reserve, most_growth)));
        const double reserve_before = std::exchange(reserve, affordable_seconds / seconds(bodies));
        if (reserve >= 1) continue;
        // `bodies` is too large: interpolate between the last two measurements, assuming that the duration of a
        // step grows as a power of the number of bodies.
        const double power = std::log(reserve_before / reserve) / std::log(double(bodies) / double(before));
        bodies = static_cast<std::size_t>(double(before) * std::pow(reserve_before, 1 / std::max(power, 1.0)));
    }
    return {std::clamp(bodies, fewest, most), has_gas};
}

}  // namespace milkomeda
