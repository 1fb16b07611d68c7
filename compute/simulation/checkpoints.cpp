#include "compute/simulation/checkpoints.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "compute/simulation/checkpoint_transfer.hpp"
#include "compute/simulation/step_executor.hpp"
#include "compute/states/snapshot_columns.hpp"

namespace milkomeda {

Checkpoints::Checkpoints(StepExecutor* executor, std::shared_ptr<const ParticleSet> initial)
    : executor_{executor}, initial_{std::move(initial)} {
    if (executor_)
        transfer_ = std::make_unique<CheckpointTransfer>(*executor_->device_context.context, executor_->queue,
                                                         initial_->size());
}

Checkpoints::~Checkpoints() = default;

void Checkpoints::require_between_steps(const char* function) const {
    if (executor_->stage != StepExecutor::Stage::between_steps)
        throw std::logic_error(std::string{function} + "() in the middle of a step");
}

ParticleSet Checkpoints::read() const {
    ParticleSet now = *initial_;
    if (!executor_) return now;
    require_between_steps("read");
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    executor_->particles.read(now.positions, now.velocities);
    lease.end();
    now.time = executor_->time;
    return now;
}

std::vector<Float4> Checkpoints::positions(std::size_t first, std::size_t count) const {
    require_between_steps("positions");
    std::vector<Float4> rows(count);
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    executor_->queue.enqueueReadBuffer(executor_->particles.positions(), CL_TRUE, first * sizeof(Float4),
                                       count * sizeof(Float4), rows.data());
    lease.end();
    return rows;
}

Checkpoint Checkpoints::take() const {
    ParticleSet now = read();
    Checkpoint checkpoint;
    if (executor_) checkpoint = executor_->checkpoint(true);
    checkpoint.time = now.time;
    checkpoint.positions = std::move(now.positions);
    checkpoint.velocities = std::move(now.velocities);
    return checkpoint;
}

void Checkpoints::begin_transfer(bool with_integrator_state) {
    if (!executor_) return;
    require_between_steps("begin_transfer");
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    transfer_->begin(executor_->particles, executor_->checkpoint(with_integrator_state));
    lease.end();
}

bool Checkpoints::continue_transfer(Checkpoint& checkpoint) {
    return executor_ && transfer_->move_into(checkpoint);
}

DeviceSnapshot Checkpoints::store() {
    if (!executor_) return {};
    require_between_steps("store");
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    DeviceSnapshot snapshot = executor_->store();
    lease.end();
    return snapshot;
}

void Checkpoints::store_every(long steps) {
    if (executor_) executor_->store_every = steps;
}

std::vector<DeviceSnapshot> Checkpoints::take_stored() {
    return executor_ ? std::exchange(executor_->stored, {}) : std::vector<DeviceSnapshot>{};
}

bool Checkpoints::move_to_host(const DeviceSnapshot& snapshot) {
    return snapshot.columns->move_to_host(executor_->queue);
}

std::size_t Checkpoints::device_room() const {
    if (!executor_) return 0;
    const auto all = handle_of(*executor_->device_context.device).getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    const std::size_t used = initial_->size() * bytes_per_body;
    return all > used ? (all - used) / 4 : 0;
}

void Checkpoints::restore(const Checkpoint& checkpoint) {
    if (!executor_) return;
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    executor_->queue.finish();
    executor_->particles.write(checkpoint.positions, checkpoint.velocities);
    executor_->go_on_from(checkpoint);
    lease.end();
}

void Checkpoints::restore(const DeviceSnapshot& snapshot) {
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    executor_->go_back_to(snapshot);
    lease.end();
}

}  // namespace milkomeda
