#include "compute/simulation/integer_columns.hpp"

#include <cmath>
#include <vector>

namespace milkomeda {
namespace {

constexpr std::size_t integer_group = 64;
constexpr cl_uint no_row = 0xffff'ffff;  // marks "all bodies are inside"; larger than any row index

cl_float power_of_two(int exponent) { return static_cast<cl_float>(std::ldexp(1.0, exponent)); }

}  // namespace

IntegerColumns::IntegerColumns(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                               std::size_t bodies, const ReadAsset& read)
    : context_{context}, device_{device}, queue_{queue}, bodies_{bodies}, read_{read}, outside_{no_row} {}

IntegerColumns::Kernels IntegerColumns::build(const ReadAsset& read, int bits) const {
    const cl::Program program =
        build_program(context_, device_, read, {"kernels/step/fixed_point.cl"}, bits == 64 ? "-DWIDE" : "");
    return {{program, "show_rows"},
            {program, "kick_integers"},
            {program, "drift_integers"},
            {program, "kick_external_integers"},
            {program, "damp_integers"}};
}

void IntegerColumns::reload(const ReadAsset& read) {
    if (built_bits_ > 0) kernels_ = build(read, built_bits_);
    read_ = read;
}

void IntegerColumns::get_ready(const FixedPoint& format) {
    if (format.bits == built_bits_) return;
    kernels_ = build(read_, format.bits);
    const std::size_t bytes = 3 * bodies_ * format.bytes_per_number();
    positions_ = cl::Buffer{context_, CL_MEM_READ_WRITE, bytes};
    velocities_ = cl::Buffer{context_, CL_MEM_READ_WRITE, bytes};
    first_ = cl::Buffer{context_, CL_MEM_READ_WRITE, sizeof no_row};
    built_bits_ = format.bits;
}

void IntegerColumns::use(const FixedPoint& format) {
    get_ready(format);
    queue_.enqueueWriteBuffer(first_, CL_TRUE, 0, sizeof no_row, &no_row);
    outside_.start(queue_) = no_row;
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

// Blocks like ParticleBuffers::write(), so that the host memory stays valid during the transfer.
void IntegerColumns::write(const ParticleBuffers& particles, const IntegerRows& rows) {
    use(rows.format);
    queue_.enqueueWriteBuffer(positions_, CL_TRUE, 0, rows.positions.size(), rows.positions.data());
    queue_.enqueueWriteBuffer(velocities_, CL_TRUE, 0, rows.velocities.size(), rows.velocities.data());
    enqueue(queue_, kernels_.show, bodies_, integer_group, positions_, power_of_two(format_->position_exponent),
            particles.positions(), cl_uint(bodies_));
    enqueue(queue_, kernels_.show, bodies_, integer_group, velocities_, power_of_two(format_->velocity_exponent),
            particles.velocities(), cl_uint(bodies_));
}

IntegerRows IntegerColumns::read() const {
    const std::size_t bytes = 3 * bodies_ * format_->bytes_per_number();
    IntegerRows rows{*format_, std::vector<std::byte>(bytes), std::vector<std::byte>(bytes)};
    queue_.enqueueReadBuffer(positions_, CL_TRUE, 0, bytes, rows.positions.data());
    queue_.enqueueReadBuffer(velocities_, CL_TRUE, 0, bytes, rows.velocities.data());
    return rows;
}

// Enqueues a move with the last arguments of all moves; the type of `limit` must match the integers.
template <typename... Arguments>
void IntegerColumns::move(cl::Kernel& kernel, const Arguments&... arguments) {
    const auto bodies = static_cast<cl_uint>(bodies_);
    if (format_->bits == 64)
        enqueue(queue_, kernel, bodies_, integer_group, arguments..., cl_long{format_->limit()}, first_, bodies);
    else
        enqueue(queue_, kernel, bodies_, integer_group, arguments..., static_cast<cl_int>(format_->limit()), first_,
                bodies);
}

void IntegerColumns::kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
                          Direction direction, double /*damping*/) {
    const int exponent = format_->velocity_exponent;
    move(kernels_.kick, velocities_, particles.velocities(), power_of_two(exponent), accelerations,
         static_cast<cl_float>(std::ldexp(dt, -exponent)), cl_int{sign_of(direction)});
}

void IntegerColumns::drift(const ParticleBuffers& particles, const cl::Buffer& /*accelerations*/, double dt,
                           Direction direction, double /*b*/) {
    const int exponent = format_->position_exponent;
    move(kernels_.drift, positions_, particles.positions(), power_of_two(exponent), velocities_,
         static_cast<cl_float>(std::ldexp(dt, format_->velocity_exponent - exponent)), cl_int{sign_of(direction)});
}

void IntegerColumns::kick_external(const ParticleBuffers& particles, const ExternalMass& mass, double gravity,
                                   double dt, Direction direction) {
    const int exponent = format_->velocity_exponent;
    const cl_float4 place{{static_cast<cl_float>(mass.position.x), static_cast<cl_float>(mass.position.y),
                           static_cast<cl_float>(mass.position.z), static_cast<cl_float>(mass.mass)}};
    move(kernels_.kick_external, velocities_, particles.velocities(), power_of_two(exponent), particles.positions(),
         place, static_cast<cl_float>(mass.radius * mass.radius),
         static_cast<cl_float>(std::ldexp(gravity * dt, -exponent)), cl_int{sign_of(direction)});
}

void IntegerColumns::damp(const ParticleBuffers& particles, double factor) {
    enqueue(queue_, kernels_.damp, bodies_, integer_group, velocities_, particles.velocities(),
            power_of_two(format_->velocity_exponent), static_cast<cl_float>(factor), cl_uint(bodies_));
}

void IntegerColumns::ask() { queue_.enqueueReadBuffer(first_, CL_FALSE, 0, sizeof no_row, &outside_.start(queue_)); }

std::optional<std::size_t> IntegerColumns::row_outside() {
    outside_.mark_complete();
    if (*outside_ == no_row) return std::nullopt;
    return *outside_;
}

}  // namespace milkomeda
