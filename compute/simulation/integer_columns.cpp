#include "compute/simulation/integer_columns.hpp"

#include <cmath>
#include <vector>

namespace milkomeda {
namespace {

constexpr std::size_t integer_group = 64;
// result of the kernels if all bodies are inside the domain; larger than any row index
constexpr cl_uint no_row = 0xffff'ffff;

cl_float power_of_two(int exponent) { return static_cast<cl_float>(std::ldexp(1.0, exponent)); }

}  // namespace

IntegerColumns::IntegerColumns(const KernelContext& context, std::size_t bodies)
    : context_{context}, bodies_{bodies}, outside_{no_row} {}

IntegerColumns::Kernels IntegerColumns::build(const KernelContext& context, int bits) {
    const cl::Program program = context.build({"kernels/step/fixed_point.cl"}, bits == 64 ? "-DWIDE" : "");
    return {{program, "show_rows"},
            {program, "kick_integers"},
            {program, "drift_integers"},
            {program, "kick_external_integers"},
            {program, "damp_integers"}};
}

void IntegerColumns::reload(const ReadAsset& read) {
    KernelContext context = context_;
    context.read = read;
    if (built_bits_ > 0) kernels_ = build(context, built_bits_);
    context_ = context;
}

void IntegerColumns::get_ready(const FixedPoint& format) {
    if (format.bits == built_bits_) return;
    kernels_ = build(context_, format.bits);
    const std::size_t bytes = 3 * bodies_ * format.bytes_per_number();
    positions_ = context_.buffer<std::byte>(bytes);
    velocities_ = context_.buffer<std::byte>(bytes);
    first_ = context_.buffer<cl_uint>(1);
    built_bits_ = format.bits;
}

void IntegerColumns::hold(const FixedPoint& format) {
    get_ready(format);
    context_.queue.enqueueWriteBuffer(first_, CL_TRUE, 0, sizeof no_row, &no_row);
    outside_.start(context_.queue) = no_row;
    outside_.mark_complete();
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
    enqueue(context_.queue, kernels_.show, bodies_, integer_group, positions_, power_of_two(format_->position_exponent),
            particles.positions(), bodies_);
    enqueue(context_.queue, kernels_.show, bodies_, integer_group, velocities_,
            power_of_two(format_->velocity_exponent), particles.velocities(), bodies_);
}

IntegerRows IntegerColumns::read() const {
    const std::size_t bytes = 3 * bodies_ * format_->bytes_per_number();
    return {*format_, read_items<std::byte>(context_.queue, positions_, bytes),
            read_items<std::byte>(context_.queue, velocities_, bytes)};
}

// Enqueues a kernel that kicks or drifts the bodies. Its arguments are `arguments`, followed by the limit of the
// integers (with the type of the integers), the first row, and the number of bodies.
template <typename... Arguments>
void IntegerColumns::move(cl::Kernel& kernel, const Arguments&... arguments) {
    const auto bodies = static_cast<cl_uint>(bodies_);
    if (format_->bits == 64)
        enqueue(context_.queue, kernel, bodies_, integer_group, arguments..., cl_long{format_->limit()}, first_,
                bodies);
    else
        enqueue(context_.queue, kernel, bodies_, integer_group, arguments..., static_cast<cl_int>(format_->limit()),
                first_, bodies);
}

void IntegerColumns::kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
                          Direction direction, double /*damping*/) {
    const int exponent = format_->velocity_exponent;
    move(kernels_.kick, velocities_, particles.velocities(), power_of_two(exponent), accelerations,
         std::ldexp(dt, -exponent), cl_int{sign_of(direction)});
}

void IntegerColumns::drift(const ParticleBuffers& particles, const cl::Buffer& /*accelerations*/, double dt,
                           Direction direction, double /*b*/) {
    const int exponent = format_->position_exponent;
    move(kernels_.drift, positions_, particles.positions(), power_of_two(exponent), velocities_,
         std::ldexp(dt, format_->velocity_exponent - exponent), cl_int{sign_of(direction)});
}

void IntegerColumns::kick_external(const ParticleBuffers& particles, const ExternalMass& mass, double gravity,
                                   double dt, Direction direction) {
    const int exponent = format_->velocity_exponent;
    move(kernels_.kick_external, velocities_, particles.velocities(), power_of_two(exponent), particles.positions(),
         float4_of(mass.position, mass.mass), mass.radius * mass.radius, std::ldexp(gravity * dt, -exponent),
         cl_int{sign_of(direction)});
}

void IntegerColumns::damp(const ParticleBuffers& particles, double factor) {
    enqueue(context_.queue, kernels_.damp, bodies_, integer_group, velocities_, particles.velocities(),
            power_of_two(format_->velocity_exponent), factor, bodies_);
}

void IntegerColumns::ask() {
    context_.queue.enqueueReadBuffer(first_, CL_FALSE, 0, sizeof no_row, &outside_.start(context_.queue));
}

std::optional<std::size_t> IntegerColumns::row_outside() {
    outside_.mark_complete();
    if (*outside_ == no_row) return std::nullopt;
    return *outside_;
}

}  // namespace milkomeda
