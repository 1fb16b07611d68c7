#include "compute/gravity/direct_solver.hpp"

#include "compute/gravity/direct_forms.hpp"
#include "compute/gravity/multi_device_solver.hpp"

namespace milkomeda {

std::string build_options(const KernelSettings& settings) {
    std::string options;
    const auto define = [&options](const char* name, unsigned value) {
        if (value > 0) options += std::string{" -D"} + name + '=' + std::to_string(value);
    };
    define("WORK_GROUP", settings.work_group);
    define("PER_ITEM", settings.per_item);
    define("UNROLL", settings.unroll);
    define("WIDTH", settings.width);
    return options;
}

std::unique_ptr<TunableSolver> make_direct_solver(const SolverContext& place, const KernelChoice& kernel) {
    if (!place.secondary.empty()) return make_multi_device_solver(place, kernel);
    const KernelVariant& variant =
        kernel.variant ? *kernel.variant : default_variant(place.device, place.bodies);
    const KernelSettings settings = complete(variant, kernel.settings, place.device, place.bodies);
    if (variant.form == KernelForm::one_sided) return make_one_sided_solver(place, variant, settings, {});
    if (auto solver = make_symmetric_solver(place, variant, settings)) return solver;
    const KernelVariant& other = default_one_sided_variant(place.device);
    return make_one_sided_solver(place, other, complete(other, {}, place.device, place.bodies), {});
}

}  // namespace milkomeda
