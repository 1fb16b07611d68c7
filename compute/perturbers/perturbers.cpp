#include "compute/perturbers/perturbers.hpp"

#include <algorithm>
#include <stdexcept>

#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t work_group = 64;

std::vector<float> softenings_of(const ParticleSet& particles) {
    std::vector<float> softenings;
    for (const Component& component : particles.components)
        if (component.perturber)
            softenings.push_back(component.perturber->softening);
        else if (!softenings.empty())
            throw std::runtime_error("perturbers must be the last bodies of the particle set");
    if (!softenings.empty() && softenings.size() >= particles.size())
        throw std::runtime_error("all bodies are perturbers; add at least one body that is not a perturber");
    return softenings;
}

std::vector<double> masses_of(std::span<const Float4> rows) {
    std::vector<double> masses;
    for (const Float4& row : rows) masses.push_back(row.w);
    return masses;
}

}  // namespace

Perturbers::Perturbers(const KernelContext& context, const ParticleSet& particles)
    : context_{context},
      softenings_{softenings_of(particles)},
      orbits_{masses_of(std::span{particles.positions}.last(softenings_.size()))} {
    field_bodies_ = particles.size() - size();
    if (!any()) return;
    // The number of work-items is at most most_items, so that the host can add up their results quickly. This number is
    // large enough to keep a device busy.
    constexpr std::size_t most_items = 4096, bodies_of_each = 16;
    items_ = round_up(std::clamp<std::size_t>(field_bodies_ / bodies_of_each, 1, most_items), work_group);
    perturb_ = build(context.read);
    std::vector<float> squares;
    for (const float softening : softenings_) squares.push_back(softening * softening);
    softenings_squared_ = cl::Buffer{context.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                     squares.size() * sizeof(float), squares.data()};
    attraction_buffer_ = context.buffer<cl_float4>(size() * items_);
    attraction_ = AsyncReadback{std::vector<cl_float4>(size() * items_)};
    accelerations_.resize(size(), glm::dvec3{0});
}

cl::Kernel Perturbers::build(const ReadAsset& read) const {
    return {build_program(context_.context, context_.device, read, {"kernels/perturbers/perturbers.cl"},
                          definitions({{"PERTURBERS", size()}})),
            "perturb"};
}

void Perturbers::reload(const ReadAsset& read) {
    if (any()) perturb_ = build(read);
}

void Perturbers::discard_moves() {
    moves_.clear();
    before_.clear();
}

void Perturbers::take(ParticleBuffers& particles) {
    if (!any()) return;
    discard_moves();
    std::vector<Float4> positions(particles.size()), velocities(particles.size());
    particles.read(positions, velocities);
    orbits_.take(positions, velocities);
}

void Perturbers::hold(const ParticleBuffers& particles, const IntegerRows& rows, const PerturberClock& clock) {
    if (!any()) return;
    discard_moves();
    orbits_.hold(rows, clock);
    show(particles, {});
}

void Perturbers::add_accelerations(const ParticleBuffers& particles, const cl::Buffer& accelerations, double gravity) {
    if (!any()) return;
    take_result();  // the result of the previous call is discarded
    gravity_ = gravity;
    enqueue(context_.queue, perturb_, items_, work_group, particles.positions(), accelerations, softenings_squared_,
            gravity, field_bodies_, attraction_buffer_);
    context_.queue.enqueueReadBuffer(attraction_buffer_, CL_FALSE, 0, size() * items_ * sizeof(cl_float4),
                                     attraction_.start(context_.queue).data(), nullptr, &attraction_is_read_);
}

// Waits for the device's result and adds up the sums of all work-items. The result is the field bodies'
// attraction on each perturber.
void Perturbers::take_result() {
    if (!attraction_is_read_()) return;
    context_.queue.flush();
    attraction_is_read_.wait();
    attraction_is_read_ = {};
    attraction_.mark_complete();
    for (std::size_t p = 0; p < size(); ++p) {
        glm::dvec3 sum{0};
        for (const cl_float4& share : std::span{*attraction_}.subspan(p * items_, items_))
            sum += glm::dvec3{share.s[0], share.s[1], share.s[2]};
        accelerations_[p] = gravity_ * sum;
    }
}

void Perturbers::kick(double dt, double damping) {
    if (!any()) return;
    moves_.emplace_back([this, dt, damping](long) {
        orbits_.kick(accelerations_, dt);
        if (damping != 1) orbits_.damp(damping);
        return true;
    });
}

void Perturbers::shift(double half_dt_squared) {
    if (!any()) return;
    moves_.emplace_back([=, this](long) {
        orbits_.shift(accelerations_, half_dt_squared);
        return true;
    });
}

void Perturbers::drift(double gravity, double dt, const PerturberRestart& restart) {
    if (!any()) return;
    moves_.emplace_back([=, this](long) {
        orbits_.begin_drift(gravity, dt, restart);
        return true;
    });
    moves_.emplace_back([this](long most_steps) { return orbits_.drift_on(most_steps); });
}

void Perturbers::kick_external(const ExternalMass& body, double gravity, double dt) {
    if (!any()) return;
    moves_.emplace_back([=, this](long) {
        std::vector<glm::dvec3> accelerations;
        for (std::size_t i = 0; i < size(); ++i) {
            const glm::dvec3 displacement = body.position - orbits_.position(i);
            const double nearness = 1 / std::sqrt(glm::dot(displacement, displacement) + body.radius * body.radius);
            accelerations.push_back(gravity * body.mass * nearness * nearness * nearness * displacement);
        }
        orbits_.kick(accelerations, dt);
        return true;
    });
}

bool Perturbers::settle(const ParticleBuffers& particles, std::optional<double> shown_since, double seconds) {
    constexpr long steps_between_looks = 256;  // number of perturber steps between two checks of the time limit
    if (moves_.empty()) return true;
    take_result();
    const bool begins = !is_moving();
    for (std::size_t i = 0; begins && i < size(); ++i) before_.push_back(orbits_.position(i));
    const Clock::time_point start = Clock::now();
    for (; !moves_.empty(); moves_.pop_front())
        while (!moves_.front()(steps_between_looks))
            if (seconds_since(start) > seconds) {
                if (begins) write(particles, before_, std::vector<glm::dvec3>(size(), glm::dvec3{0}));
                return false;
            }
    show(particles, shown_since);
    before_.clear();
    return true;
}

// Writes positions and velocities of the perturbers into the particle buffers. If `since` is set, it must be the
// duration of the completed moves in model time; the written velocities are then the mean velocities during the moves.
void Perturbers::show(const ParticleBuffers& particles, std::optional<double> since) {
    std::vector<glm::dvec3> positions, velocities;
    for (std::size_t i = 0; i < size(); ++i) {
        positions.push_back(orbits_.position(i));
        velocities.push_back(since ? (positions[i] - before_[i]) / *since : orbits_.velocity(i));
    }
    write(particles, positions, velocities);
}

void Perturbers::write(const ParticleBuffers& particles, std::span<const glm::dvec3> at,
                       std::span<const glm::dvec3> with) {
    auto& staged = staged_.start(context_.queue);
    std::vector<Float4>&positions = staged.emplace_back(), &velocities = staged.emplace_back();
    for (std::size_t i = 0; i < size(); ++i) {
        positions.push_back(float4_of(at[i], orbits_.mass(i)));
        velocities.push_back(float4_of(with[i], 0));
    }
    const std::size_t place = field_bodies_ * sizeof(Float4), bytes = size() * sizeof(Float4);
    context_.queue.enqueueWriteBuffer(particles.positions(), CL_FALSE, place, bytes, positions.data());
    context_.queue.enqueueWriteBuffer(particles.velocities(), CL_FALSE, place, bytes, velocities.data());
}

}  // namespace milkomeda
