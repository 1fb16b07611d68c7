#include "compute/gravity/fmm_solver.hpp"

#include <optional>

#include "compute/fmm/fmm.hpp"
#include "compute/kernels/device_traits.hpp"

namespace milkomeda {
namespace {

FmmPlace fmm_place(const Workplace& place, const ExpansionOrders& orders, FmmForm form) {
    const ReadAsset read = [files = place.read, text = expansion_source(orders)](std::string_view name) {
        return name == "kernels/fmm/expansions.h" ? text : files(name);
    };
    const unsigned width = form == FmmForm::vectors ? DeviceTraits{place.device}.vector_width : 1;
    return {place.context, place.device, place.queue, read, form, width};
}

class FmmSolver final : public Solver {
  public:
    FmmSolver(const Workplace& place, FmmForm form, const std::optional<FmmSettings>& settings)
        : place_{place}, form_{form}, fixed_settings_{settings} {
        use(settings.value_or(fmm_settings(Accuracy::standard)));
    }

    using Solver::begin;
    void begin(const cl::Buffer& positions, const Force& force, const Share&) override {
        if (!fixed_settings_) use(fmm_settings(force.accuracy));
        fraction_is_asked_ = force.fraction_denominator > 1;
        fmm_->begin(positions, force.gravity, force.softening);
    }
    double enqueue_slice(double pairs) override { return fmm_->enqueue_slice(pairs); }
    double done() const override { return fmm_->done(); }
    const cl::Buffer& accelerations() const override { return fmm_->accelerations(); }
    bool holds_potentials() const override { return true; }
    void forget() override { fmm_->forget(); }
    std::string description() const override {
        const FmmSettings& settings = fmm_->settings();
        return "fmm, orders " + std::to_string(settings.orders.locals) + '/' +
               std::to_string(settings.orders.moments) +
               (fraction_is_asked_ ? "; the fraction is the direct sum's, all bodies pull" : "");
    }

  private:
    // The old one goes first: two might not fit.
    void use(const FmmSettings& settings) {
        if (fmm_ && fmm_->settings() == settings) return;
        fmm_.reset();
        fmm_.emplace(fmm_place(place_, settings.orders, form_), settings, place_.bodies);
    }

    Workplace place_;
    FmmForm form_;
    std::optional<FmmSettings> fixed_settings_;
    std::optional<Fmm> fmm_;
    bool fraction_is_asked_ = false;
};

}  // namespace

std::unique_ptr<Solver> make_fmm_solver(const Workplace& place) {
    const FmmForm form = DeviceTraits{place.device}.wants_vectors ? FmmForm::vectors : FmmForm::lanes;
    return std::make_unique<FmmSolver>(place, form, std::nullopt);
}

std::unique_ptr<Solver> make_fmm_solver(const Workplace& place, FmmForm form, const FmmSettings& settings) {
    return std::make_unique<FmmSolver>(place, form, settings);
}

}  // namespace milkomeda
