#include "compute/simulation/finite_check.hpp"

namespace milkomeda {
namespace {

constexpr cl_uint none = 0xffff'ffff;  // result of the kernel if all rows are finite; larger than any row index

}  // namespace

FiniteCheck::FiniteCheck(const KernelContext& context, const cl::Program& step)
    : queue_{context.queue}, find_{step, "find_non_finite"}, first_{context.buffer<Rows>(1)} {
    restart();
}

void FiniteCheck::ask(const ParticleBuffers& particles) {
    constexpr std::size_t work_group = 64;
    enqueue(queue_, find_, particles.size(), work_group, particles.positions(), particles.velocities(), first_,
            particles.size());
    queue_.enqueueReadBuffer(first_, CL_FALSE, 0, sizeof(Rows), found_.start(queue_).data());
}

std::optional<std::size_t> FiniteCheck::non_finite_row() {
    found_.mark_complete();
    for (const cl_uint row : *found_)
        if (row != none) return row;
    return std::nullopt;
}

void FiniteCheck::restart() {
    found_.start(queue_).fill(none);
    queue_.enqueueWriteBuffer(first_, CL_TRUE, 0, sizeof(Rows), found_->data());
    found_.mark_complete();
}

}  // namespace milkomeda
