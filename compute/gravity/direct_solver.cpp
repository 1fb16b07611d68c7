#include "compute/gravity/direct_solver.hpp"

#include "compute/gravity/direct_forms.hpp"

namespace milkomeda {

std::string build_options(const KernelSettings& settings) {
    return definitions({{"WORK_GROUP", settings.work_group},
                        {"PER_ITEM", settings.per_item},
                        {"UNROLL", settings.unroll},
                        {"WIDTH", settings.width}});
}

std::unique_ptr<Solver> make_direct_solver(const SolverContext& context, const KernelChoice& kernel) {
    if (!context.secondary.empty()) return make_multi_device_solver(context, kernel);
    const KernelVariant& variant = kernel.variant ? *kernel.variant : default_variant(context.device, context.bodies);
    const KernelSettings settings = complete(variant, kernel.settings, context.device, context.bodies);
    if (variant.form == KernelForm::one_sided) return make_one_sided_solver(context, variant, settings, {});
    if (auto solver = make_symmetric_solver(context, variant, settings)) return solver;
    const KernelVariant& other = default_one_sided_variant(context.device);
    return make_one_sided_solver(context, other, complete(other, {}, context.device, context.bodies), {});
}

}  // namespace milkomeda
