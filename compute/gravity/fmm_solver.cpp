#include "compute/gravity/fmm_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "compute/fmm/fmm_team.hpp"
#include "compute/gravity/device_shares.hpp"
#include "compute/gravity/sharing_devices.hpp"
#include "compute/gravity/timing_cloud.hpp"

namespace milkomeda {
namespace {

FmmContext fmm_context(const SolverContext& context, const ExpansionOrders& orders, FmmForm form) {
    const ReadAsset read = [files = context.read, text = expansion_source(orders)](std::string_view name) {
        return name == "kernels/fmm/expansions.h" ? text : files(name);
    };
    return {{context.context, context.device, context.queue, read}, form, vector_width(context.device, form)};
}

// Returns a context for the first device and a context for each secondary device.
std::vector<FmmContext> fmm_contexts(const SolverContext& context, const ExpansionOrders& orders, FmmForm form) {
    std::vector<FmmContext> contexts;
    for (const SharingDevice& sharing : sharing_devices(context))
        contexts.push_back(
            fmm_context(sharing.context, orders, contexts.empty() ? form : form_for(sharing.context.device)));
    return contexts;
}

// Runs each kernel once on a few bodies. CPU drivers compile a kernel at its first launch, which takes up to
// a second for the largest kernels, and no frame of the animation should wait for the compilation.
void launch_all(const FmmContext& context, const FmmSettings& settings) {
    constexpr std::size_t few = 2048;
    const cl::Buffer positions = timing_sphere_in(context.context, few);
    Fmm fmm{context, settings, few};
    fmm.begin(positions, ForceSpec{}.gravity, ForceSpec{}.softening);
    while (fmm.done() < 1) fmm.enqueue_slice(std::numeric_limits<double>::infinity());
    context.queue.finish();
}

class FmmSolver final : public Solver {
  public:
    FmmSolver(const SolverContext& context, FmmForm form, const std::optional<FmmSettings>& settings)
        : context_{context}, form_{form}, fixed_settings_{settings} {
        use(context.accuracy);
    }

    void begin(const cl::Buffer& positions, const ForceSpec& force, const WorkRange&) override {
        if (force.accuracy != accuracy_) use(force.accuracy);
        fmm_->use_tolerance(settings().tolerance * force.tolerance_scale);
        fraction_is_asked_ = force.fraction_denominator > 1;
        fmm_->begin(positions, force.gravity, force.softening);
    }
    double enqueue_slice(double pairs) override { return fmm_->enqueue_slice(pairs); }
    double done() const override { return fmm_->done(); }
    const cl::Buffer& accelerations() const override { return fmm_->accelerations(); }
    void finish() override { fmm_->finish(); }
    bool holds_potentials() const override { return true; }
    bool takes_fractions() const override { return false; }
    double target_error() const override { return milkomeda::target_error(accuracy_aimed_at()); }
    void note_seconds(double seconds) override { fmm_->note_seconds(seconds); }
    void forget() override { fmm_->forget(); }
    std::vector<TreeCell> cells(std::size_t most) const override { return fmm_->cells(most); }
    std::string description() const override {
        const ExpansionOrders& orders = fmm_->settings().orders;
        return fmt::format(
            "fmm, orders {}/{}{}{}", orders.locals, orders.moments,
            accuracy_ == Accuracy::exact ? "; only the direct sum is exact, so the accuracy 'fine' is used" : "",
            fraction_is_asked_ ? "; the fraction is ignored, because only the direct sum supports fractions" : "");
    }

    std::string shares() const override {
        if (context_.secondary.empty()) return {};
        std::string text = fmt::format("{} {}", context_.device.name, percent(fmm_->shares().front()));
        for (std::size_t i = 0; i < context_.secondary.size(); ++i) {
            const double share = fmm_->shares()[i + 1];
            text += fmt::format(", {} {}", context_.secondary[i].name, share > 0 ? percent(share) : "none (no gain)");
        }
        return text;
    }

  private:
    Accuracy accuracy_aimed_at() const { return std::min(accuracy_, Accuracy::fine); }
    FmmSettings settings() const { return fixed_settings_.value_or(fmm_settings(accuracy_)); }

    void use(Accuracy accuracy) {
        accuracy_ = accuracy;
        if (fmm_ && fmm_->settings().orders == settings().orders) return;
        fmm_.reset();  // frees the old method's memory first, because the memory might not suffice for two methods
        const std::vector<FmmContext> contexts = fmm_contexts(context_, settings().orders, form_);
        for (const FmmContext& context : contexts) launch_all(context, settings());
        fmm_.emplace(contexts, settings(), context_.bodies);
        if (context_.secondary.empty()) return;
        fmm_->divide_by_time(timing_sphere_in(context_.context, context_.bodies), ForceSpec{}.softening);
    }

    SolverContext context_;
    FmmForm form_;
    std::optional<FmmSettings> fixed_settings_;
    Accuracy accuracy_ = Accuracy::standard;
    std::optional<FmmTeam> fmm_;
    bool fraction_is_asked_ = false;
};

}  // namespace

std::unique_ptr<Solver> make_fmm_solver(const SolverContext& context) {
    return std::make_unique<FmmSolver>(context, form_for(context.device), std::nullopt);
}

Fmm make_fmm(const SolverContext& context, const FmmSettings& settings) {
    return {fmm_context(context, settings.orders, form_for(context.device)), settings, context.bodies};
}

std::unique_ptr<Solver> make_fmm_solver(const SolverContext& context, FmmForm form, const FmmSettings& settings) {
    return std::make_unique<FmmSolver>(context, form, settings);
}

}  // namespace milkomeda
