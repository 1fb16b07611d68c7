#include "compute/simulation/energy_meter.hpp"

#include <vector>

#include "compute/gravity/direct_solver.hpp"

namespace milkomeda {
namespace {

// It sums over all sources at once: partial sums would take memory to save a few milliseconds.
constexpr KernelSettings whole_sums{.split = 1};

}  // namespace

EnergyMeter::EnergyMeter(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                         std::size_t bodies, const ReadAsset& read)
    : place_{context, device, queue, bodies, read} {}

Energies EnergyMeter::measure(const ParticleBuffers& particles, double gravity, double softening) {
    constexpr double pairs_per_slice = 1e9;  // a few milliseconds of a GPU that may drive a display
    if (!solver_)
        solver_ = make_direct_solver(place_, {&default_one_sided_variant(place_.device), whole_sums});
    Force force{gravity, softening};
    force.with_potential = true;
    solver_->begin(particles.positions(), force);
    while (solver_->done() < 1) solver_->enqueue_slice(pairs_per_slice);
    return measure(particles, solver_->accelerations());
}

Energies EnergyMeter::measure(const ParticleBuffers& particles, const cl::Buffer& potentials) {
    constexpr std::size_t work_group = 64;
    if (!energies_())
        energies_ =
            cl::Kernel{build_program(place_.context, place_.device, place_.read, {"kernels/step/energy.cl"}),
                       "energies"};
    const cl::Buffer shares{place_.context, CL_MEM_WRITE_ONLY, particles.size() * sizeof(cl_float2)};
    enqueue(place_.queue, energies_, particles.size(), work_group, particles.positions(),
            particles.velocities(), potentials, shares, cl_uint(particles.size()));
    std::vector<cl_float2> bodies(particles.size());
    place_.queue.enqueueReadBuffer(shares, CL_TRUE, 0, bodies.size() * sizeof(cl_float2), bodies.data());

    Energies sum;
    for (const cl_float2& body : bodies) {
        sum.kinetic += body.s[0];
        sum.potential += body.s[1];
    }
    return sum;
}

}  // namespace milkomeda
