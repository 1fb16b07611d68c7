#include "compute/simulation/integer_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace milkomeda {
namespace {

constexpr std::size_t integer_group = 64;
// result of the kernels if no body is found; larger than any row index
constexpr cl_uint no_row = 0xffff'ffff;

cl_float power_of_two(int exponent) { return static_cast<cl_float>(std::ldexp(1.0, exponent)); }

}  // namespace

IntegerColumns::IntegerColumns(const KernelContext& context, const cl::Program& step, std::size_t bodies)
    : context_{context},
      bodies_{bodies},
      external_increments_{step, "external_increments"},
      found_{context.buffer<Found>(1)} {}

IntegerColumns::Kernels IntegerColumns::build(const KernelContext& context, int bits) {
    const cl::Program program = context.build({"kernels/step/fixed_point.cl"}, bits == 64 ? "-DWIDE" : "");
    return {{program, "show_rows"},     {program, "kick_integers"}, {program, "drift_integers"},
            {program, "damp_integers"}, {program, "find_outside"},  {program, "change_size"}};
}

IntegerColumns::Kernels& IntegerColumns::kernels(int bits) {
    const auto built = kernels_.find(bits);
    return built != kernels_.end() ? built->second : kernels_[bits] = build(context_, bits);
}

void IntegerColumns::reload(const ReadAsset& read, const cl::Program& step) {
    KernelContext context = context_;
    context.read = read;
    KernelSets rebuilt;
    for (const auto& [bits, old] : kernels_) rebuilt[bits] = build(context, bits);
    external_increments_ = {step, "external_increments"};
    kernels_ = std::move(rebuilt);
    context_ = context;
}

void IntegerColumns::allocate(int bits) {
    kernels(bits);
    if (column_bits_ == bits) return;
    positions_ = new_column(bits);
    velocities_ = new_column(bits);
    column_bits_ = bits;
}

void IntegerColumns::get_ready(const FixedPoint& format) {
    if (!holds()) allocate(format.bits);
}

void IntegerColumns::hold(const FixedPoint& format) {
    allocate(format.bits);
    answer_.start(context_.queue).fill(no_row);
    context_.queue.enqueueWriteBuffer(found_, CL_TRUE, 0, sizeof(Found), answer_->data());
    answer_.mark_complete();
    is_asked_ = false;
    format_ = format;
}

bool IntegerColumns::take(ParticleBuffers& particles) {
    std::vector<Float4> positions(bodies_), velocities(bodies_);
    particles.read(positions, velocities);
    const auto rows = to_integers(positions, velocities, choose_fixed_point(positions, velocities));
    if (rows) write(particles, *rows);
    return rows.has_value();
}

// The writes block, as in ParticleBuffers::write(), so that the host memory stays valid during the transfer.
void IntegerColumns::write(const ParticleBuffers& particles, const IntegerRows& rows) {
    hold(rows.format);
    context_.queue.enqueueWriteBuffer(positions_, CL_TRUE, 0, rows.positions.size(), rows.positions.data());
    context_.queue.enqueueWriteBuffer(velocities_, CL_TRUE, 0, rows.velocities.size(), rows.velocities.data());
    enqueue(context_.queue, kernels().show, bodies_, integer_group, positions_,
            power_of_two(format_->position_exponent), particles.positions(), bodies_);
    enqueue(context_.queue, kernels().show, bodies_, integer_group, velocities_,
            power_of_two(format_->velocity_exponent), particles.velocities(), bodies_);
}

IntegerRows IntegerColumns::read() const {
    const std::size_t bytes = 3 * bodies_ * format_->bytes_per_number();
    return {*format_, read_items<std::byte>(context_.queue, positions_, bytes),
            read_items<std::byte>(context_.queue, velocities_, bytes)};
}

void IntegerColumns::kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
                          Direction direction, double /*damping*/) {
    const int exponent = format_->velocity_exponent;
    enqueue(context_.queue, kernels().kick, bodies_, integer_group, velocities_, particles.velocities(),
            power_of_two(exponent), accelerations, std::ldexp(dt, -exponent), cl_int{sign_of(direction)}, found_,
            bodies_);
}

void IntegerColumns::drift(const ParticleBuffers& particles, const cl::Buffer& /*accelerations*/, double dt,
                           Direction direction, double /*b*/) {
    const int exponent = format_->position_exponent;
    enqueue(context_.queue, kernels().drift, bodies_, integer_group, positions_, particles.positions(),
            power_of_two(exponent), velocities_, std::ldexp(dt, format_->velocity_exponent - exponent),
            cl_int{sign_of(direction)}, found_, bodies_);
}

// Computes the increments by one kernel for both sizes of integers. If each size had its own kernel, the compiler could
// round the increments differently, and the steps would depend on the size.
void IntegerColumns::kick_external(const ParticleBuffers& particles, const ExternalMass& mass, double gravity,
                                   double dt, Direction direction) {
    const int exponent = format_->velocity_exponent;
    if (!increments_()) increments_ = context_.buffer<cl_float4>(bodies_);
    enqueue(context_.queue, external_increments_, bodies_, integer_group, particles.positions(),
            float4_of(mass.position, mass.mass), mass.radius * mass.radius, std::ldexp(gravity * dt, -exponent),
            increments_, bodies_);
    kick(particles, increments_, format_->velocity_unit(), direction, 1);
}

void IntegerColumns::damp(const ParticleBuffers& particles, double factor) {
    enqueue(context_.queue, kernels().damp, bodies_, integer_group, velocities_, particles.velocities(),
            power_of_two(format_->velocity_exponent), factor, bodies_);
}

void IntegerColumns::ask() {
    constexpr cl_long last_limit = cl_long{1} << 62;  // largest integer in the domain of 64-bit integers
    context_.queue.enqueueFillBuffer(found_, no_row, sizeof no_row, 2 * sizeof no_row);
    enqueue(context_.queue, kernels().find_outside, bodies_, integer_group, positions_, velocities_,
            cl_long{format_->limit()}, last_limit, found_, bodies_);
    context_.queue.enqueueReadBuffer(found_, CL_FALSE, 0, sizeof(Found), answer_.start(context_.queue).data());
    is_asked_ = true;
}

std::optional<IntegerColumns::Departure> IntegerColumns::settle(bool may_narrow) {
    if (!std::exchange(is_asked_, false)) return {};
    answer_.mark_complete();
    const auto [overflowed, outside, outside_last] = *answer_;
    if (const cl_uint row = std::min(overflowed, outside_last); row != no_row) {
        drop();
        return Departure{row, false};
    }
    if (outside != no_row && format_->bits == 32) {
        change_bits(64);
        return Departure{outside, true};
    }
    if (outside == no_row && format_->is_widened && may_narrow) change_bits(32);
    return {};
}

void IntegerColumns::widen() {
    if (format_->bits == 32) change_bits(64);
}

void IntegerColumns::change_bits(int bits) {
    std::array<cl::Buffer, 2> changed;
    for (std::size_t i = 0; i < changed.size(); ++i) {
        changed[i] = new_column(bits);
        enqueue(context_.queue, kernels(bits).change_size, 3 * bodies_, integer_group, columns()[i], changed[i],
                3 * bodies_);
    }
    positions_ = changed[0];
    velocities_ = changed[1];
    format_->bits = column_bits_ = bits;
    format_->is_widened = bits == 64;
}

}  // namespace milkomeda
