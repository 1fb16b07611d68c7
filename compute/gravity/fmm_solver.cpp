#include "compute/gravity/fmm_solver.hpp"

#include "compute/fmm/fmm.hpp"
#include "compute/kernels/device_traits.hpp"

namespace milkomeda {
namespace {

FmmPlace fmm_place(const Workplace& place, const ExpansionOrders& orders, FmmForm form) {
    const ReadAsset read = [files = place.read, text = expansion_source(orders)](std::string_view name) {
        return name == "kernels/fmm/expansions.h" ? text : files(name);
    };
    const DeviceTraits traits{place.device};
    return {place.context, place.device, place.queue,
            read,          form,         form == FmmForm::vectors ? traits.vector_width : 1};
}

class FmmSolver final : public Solver {
  public:
    FmmSolver(const Workplace& place, const FmmSettings& settings, FmmForm form)
        : fmm_{fmm_place(place, settings.orders, form), settings, place.bodies} {}

    using Solver::begin;
    void begin(const cl::Buffer& positions, const Force& force, const Share&) override {
        fmm_.begin(positions, force.gravity, force.softening);
    }
    double enqueue_slice(double pairs) override { return fmm_.enqueue_slice(pairs); }
    double done() const override { return fmm_.done(); }
    const cl::Buffer& accelerations() const override { return fmm_.accelerations(); }
    void forget() override { fmm_.forget(); }
    std::string description() const override {
        const ExpansionOrders& orders = fmm_.settings().orders;
        return "fmm, orders " + std::to_string(orders.locals) + '/' + std::to_string(orders.moments);
    }

  private:
    Fmm fmm_;
};

}  // namespace

std::unique_ptr<Solver> make_fmm_solver(const Workplace& place, const FmmSettings& settings, FmmForm form) {
    return std::make_unique<FmmSolver>(place, settings, form);
}

std::unique_ptr<Solver> make_fmm_solver(const Workplace& place, const FmmSettings& settings) {
    return make_fmm_solver(place, settings,
                           DeviceTraits{place.device}.wants_vectors ? FmmForm::vectors : FmmForm::lanes);
}

}  // namespace milkomeda
