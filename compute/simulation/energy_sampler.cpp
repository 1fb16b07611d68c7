#include "compute/simulation/energy_sampler.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "compute/gravity/direct_solver.hpp"
#include "compute/gravity/timing_cloud.hpp"
#include "data/base/clock.hpp"
#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

// The sampler does not divide the sources into parts, because partial sums need memory and save only milliseconds.
constexpr KernelSettings whole_sums{.split = 1};

}  // namespace

Energies energies_of(const EnergySample& state) {
    Energies sum;
    for (std::size_t i = 0; i < state.positions.size(); ++i) {
        const Float4& v = state.velocities[i];
        sum.kinetic += 0.5 * state.positions[i].w * (double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z);
    }
    for (std::size_t i = 0; i < state.fields.size(); ++i)
        sum.potential += 0.5 * state.positions[i].w * state.fields[i].w;
    if (state.fields.empty()) sum.potential = std::numeric_limits<double>::quiet_NaN();
    if (state.gas.is_adiabatic) sum.heat = state.gas.internal_energy;
    return sum;
}

EnergySampler::EnergySampler(const KernelContext& context, std::size_t bodies,
                             std::span<const float> softenings_of_perturbers)
    : context_{context, bodies - softenings_of_perturbers.size()},
      softenings_{softenings_of_perturbers.begin(), softenings_of_perturbers.end()} {}

// Builds the solver and runs its kernel once on dummy bodies. Drivers compile a kernel when it first runs,
// and no frame should wait for the compilation.
std::unique_ptr<Solver> EnergySampler::build(const SolverContext& context) {
    auto solver = make_direct_solver(context, {&default_one_sided_variant(context.device), whole_sums});
    solver->begin(dummy_bodies(context, context.bodies), {.with_potential = true});
    solver->enqueue_slice(0);
    context.queue.finish();
    return solver;
}

bool EnergySampler::has_solver() {
    if (solver_) return true;
    if (!building_.valid()) building_ = in_background([context = context_] { return build(context); });
    if (!is_ready(building_)) return false;
    solver_ = building_.get();
    return true;
}

void EnergySampler::begin(ParticleBuffers& particles, const Moment& moment, const cl::Buffer* known) {
    constexpr std::size_t columns = 3;
    discard();
    if (!rows_ || rows_.use_count() > 1)
        rows_ = std::make_shared<HostColumns>(context_.context, context_.queue, rows(), columns);
    particles.read(rows_->positions(), rows_->velocities());
    const std::span<Float4> fields = rows_->column(2);
    state_ = EnergySample{
        moment.time, moment.steps, rows_->positions(), rows_->velocities(), moment.gravity, moment.softening,
        fields,      rows_,        moment.gas};
    if (known) {
        context_.queue.enqueueReadBuffer(*known, CL_TRUE, 0, field_body_rows().size_bytes(), fields.data());
        return add_perturbers();
    }
    if (!positions_()) positions_ = context_.buffer<cl_float4>(context_.bodies);
    context_.queue.enqueueCopyBuffer(particles.positions(), positions_, 0, 0, context_.bodies * sizeof(cl_float4));
    force_ = {.gravity = moment.gravity, .softening = moment.softening, .with_potential = true};
    summing_ = true;
    begun_ = false;
}

double EnergySampler::enqueue_slice(double pairs) {
    if (!has_solver()) return 0;
    if (!std::exchange(begun_, true)) solver_->begin(positions_, force_);
    const double enqueued = solver_->enqueue_slice(pairs);
    if (solver_->done() < 1) return enqueued;
    const std::span<Float4> fields = field_body_rows();
    context_.queue.enqueueReadBuffer(solver_->accelerations(), CL_TRUE, 0, fields.size_bytes(), fields.data());
    add_perturbers();
    summing_ = false;
    return enqueued;
}

// Adds the potentials of the perturbers: with softening between a perturber and a field body, and without softening
// between two perturbers.
void EnergySampler::add_perturbers() {
    const std::span<const Float4> positions = rows_->positions();
    const std::span<Float4> fields = rows_->column(2);
    const auto distance_squared = [&](std::size_t i, std::size_t j) {
        const double x = double{positions[i].x} - positions[j].x, y = double{positions[i].y} - positions[j].y,
                     z = double{positions[i].z} - positions[j].z;
        return x * x + y * y + z * z;
    };
    for (std::size_t p = 0; p < softenings_.size(); ++p) {
        const std::size_t row = context_.bodies + p;
        const double softening = softenings_[p];
        double potential = 0;
        for (std::size_t i = 0; i < context_.bodies; ++i) {
            const double nearness = state_->gravity / std::sqrt(distance_squared(i, row) + softening * softening);
            fields[i].w = static_cast<float>(fields[i].w - positions[row].w * nearness);
            potential -= positions[i].w * nearness;
        }
        for (std::size_t q = context_.bodies; q < rows(); ++q)
            if (q != row) potential -= state_->gravity * positions[q].w / std::sqrt(distance_squared(q, row));
        fields[row].w = static_cast<float>(potential);
    }
}

void EnergySampler::finish() {
    // A slice of this size takes a GPU a few milliseconds, so that the display of this GPU stays responsive.
    constexpr double pairs_per_slice = 1e9;
    if (summing_ && !solver_) solver_ = building_.valid() ? building_.get() : build(context_);
    while (summing_) enqueue_slice(pairs_per_slice);
}

std::optional<EnergySample> EnergySampler::take() {
    return summing_ ? std::nullopt : std::exchange(state_, std::nullopt);
}

void EnergySampler::discard() {
    state_.reset();
    summing_ = false;
}

void EnergySampler::begin_within_budget(ParticleBuffers& particles, const Moment& moment, const cl::Buffer* known) {
    const Clock::time_point start = Clock::now();
    begin(particles, moment, known);
    budget_.spend(seconds_since(start));
}

void EnergySampler::sum_within_budget() {
    // seconds per slice; short, because the steps of the run already fill the frame
    constexpr double longest_seconds = 0.003;
    if (!summing_ || !budget_.is_due()) return;
    const Clock::time_point start = Clock::now();
    const double pairs = enqueue_slice(rate_.pairs_per_second() * longest_seconds);
    context_.queue.finish();
    if (pairs > 0) rate_.note(pairs, seconds_since(start));
    budget_.spend(seconds_since(start));
}

void EnergySampler::reload(const ReadAsset& read) {
    discard();
    context_.read = read;
    solver_.reset();
    building_ = {};
}

}  // namespace milkomeda
