#include "compute/gravity/sharing_devices.hpp"

#include <fmt/format.h>

#include "compute/device/particle_buffers.hpp"
#include "compute/gravity/direct_forms.hpp"

namespace milkomeda {
namespace {

bool same_model(const Device& a, const Device& b) { return a.platform == b.platform && a.name == b.name; }

std::unique_ptr<Solver> make_one_sided(const SolverContext& context, const KernelChoice& choice) {
    return make_one_sided_solver(context, *choice.variant,
                                 complete(*choice.variant, choice.settings, context.device, context.bodies), {});
}

// Creates symmetric solvers with equal block sizes for all devices. Returns an empty string, or the reason
// why a device cannot have such a solver.
std::string make_symmetric(std::vector<SharingDevice>& devices, KernelChoice kernel) {
    const SolverContext& first = devices[0].context;
    kernel.settings = complete(*kernel.variant, kernel.settings, first.device, first.bodies);
    const std::size_t block = block_of(kernel.settings);
    for (SharingDevice& sharing : devices) {
        const Device& device = sharing.context.device;
        const auto choice =
            same_model(device, first.device) ? kernel : symmetric_in_blocks(device, first.bodies, block);
        if (!choice) return fmt::format("{} does not support blocks of {} bodies", device.name, block);
        sharing.solver = make_symmetric_solver(sharing.context, *choice->variant, choice->settings);
        if (!sharing.solver) return fmt::format("{} has too little memory for partial sums", device.name);
    }
    return {};
}

}  // namespace

std::vector<SharingDevice> sharing_devices(const SolverContext& context) {
    std::vector<SharingDevice> devices;
    devices.push_back({.context = context});
    for (const Device& device : context.secondary) {
        require_memory(device, context.bodies);
        const cl::Context own{handle_of(device)};
        devices.push_back({.context = {{own, device, {own, handle_of(device)}, context.read}, context.bodies}});
        devices.back().positions = devices.back().context.buffer<Float4>(context.bodies);
    }
    return devices;
}

std::string make_solvers(std::vector<SharingDevice>& devices, KernelChoice kernel) {
    const SolverContext& first = devices[0].context;
    if (!kernel.variant) kernel = {&default_variant(first.device, first.bodies), {}};
    std::string why;
    if (kernel.variant->form == KernelForm::symmetric) {
        why = make_symmetric(devices, kernel);
        if (why.empty()) return {};
        kernel = {&default_one_sided_variant(first.device), {}};
        why = fmt::format(" (one-sided, because {})", why);
    }
    for (SharingDevice& sharing : devices) {
        const Device& device = sharing.context.device;
        sharing.solver = make_one_sided(sharing.context, same_model(device, first.device)
                                                             ? kernel
                                                             : KernelChoice{&default_one_sided_variant(device), {}});
    }
    return why;
}

}  // namespace milkomeda
