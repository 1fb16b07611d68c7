#include "app/equipment.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "app/log.hpp"

namespace milkomeda {

Placement find_placement(const Options& options, const GlSide& gl) {
    const std::vector<Device> devices = list_devices();
    std::vector<Device> chosen;
    try {
        chosen = choose_devices(devices, options.device);
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string{"--device: "} + error.what());
    }
    Placement placement = place(chosen.empty() ? nullptr : &chosen.front(), gl, options.interop);
    if (placement.tier != Tier::none) placement.helpers.assign(chosen.begin() + 1, chosen.end());
    return placement;
}

void log_placement(const Placement& placement) {
    std::string line = "tier " + std::string{name_of(placement.tier)} + ": " + placement.reason;
    if (placement.device) line = device_names(placement) + ", " + line;
    log_info(line);
}

void log_shares(const Simulation& simulation) {
    const SimulationStatus status = simulation.status();
    if (!status.shares.empty()) log_info(status.solver + ": " + status.shares);
}

Placement equip(const Options& options, const GlSide& gl) {
    Placement placement = find_placement(options, gl);
    log_placement(placement);
    return placement;
}

std::vector<Device> bench_devices(const Options& options) {
    std::vector<Device> devices = list_devices();
    if (devices.empty()) throw std::runtime_error("no OpenCL device; install a driver, e.g. pocl-opencl-icd");
    if (options.bench_full && options.device.empty()) return devices;
    try {
        return choose_devices(devices, options.device);
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

BodiesLimit bodies_limit(const Placement& placement) {
    // The host holds a set of particles up to four times: as loaded, as selected, as drawn, as started from.
    constexpr std::size_t host_bytes_per_body = 4 * (2 * sizeof(Float4) + sizeof(std::uint32_t));
    const auto memory =
        static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
    BodiesLimit host{memory / host_bytes_per_body, "this machine's memory"};
    if (!placement.device) return host;
    BodiesLimit limit = host;
    const auto consider = [&limit](const Device& device, bool with_helpers) {
        if (const std::size_t most = most_bodies(device, with_helpers); most < limit.bodies)
            limit = {most, "the memory of " + device.name};
    };
    consider(*placement.device, !placement.helpers.empty());
    for (const Device& helper : placement.helpers) consider(helper, false);
    return limit;
}

std::size_t smooth_bodies(const Placement& placement, const SimulationParameters& parameters,
                          const Assets& assets) {
    constexpr std::size_t least = 8192, most = 81920;
    constexpr double share_of_time =
        0.35;  // the rest is for drawing, on the same cores where there is no GPU
    if (placement.tier == Tier::none) return default_bodies;
    const double steps_per_second = parameters.time_per_second / parameters.timestep;
    const auto read = [&assets](std::string_view name) { return assets.read(name); };
    const auto affordable = [&](std::size_t bodies) {
        const double pairs = measure_pairs_per_second(placement, read, bodies) * share_of_time /
                             steps_per_second * parameters.fraction_denominator;
        return std::clamp(static_cast<std::size_t>(std::sqrt(pairs)), least, most);
    };
    // A large device is not busy with few bodies, so what it affords is measured again with that many.
    std::size_t bodies = affordable(least);
    if (bodies > 2 * least) bodies = affordable(bodies);
    return bodies;
}

}  // namespace milkomeda
