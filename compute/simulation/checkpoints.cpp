#include "compute/simulation/checkpoints.hpp"

#include <utility>

#include "compute/simulation/checkpoint_transfer.hpp"
#include "compute/simulation/step_executor.hpp"
#include "compute/states/snapshot_columns.hpp"

namespace milkomeda {

Checkpoints::Checkpoints(DeviceRun* run, std::shared_ptr<const ParticleSet> initial)
    : run_{run}, initial_{std::move(initial)} {
    if (run_)
        transfer_ = std::make_unique<CheckpointTransfer>(run_->parts.device.context, run_->parts.device.queue,
                                                         initial_->size());
}

Checkpoints::~Checkpoints() = default;

ParticleSet Checkpoints::read() const {
    ParticleSet now = *initial_;
    if (!run_) return now;
    run_->between_steps("read", [&] { run_->parts.device.particles.read(now.positions, now.velocities); });
    now.time = run_->executor.position().time;
    return now;
}

std::vector<Float4> Checkpoints::positions(std::size_t first, std::size_t count) const {
    std::vector<Float4> rows(count);
    const RunDevice& device = run_->parts.device;
    run_->between_steps("positions", [&] {
        device.queue.enqueueReadBuffer(device.particles.positions(), CL_TRUE, first * sizeof(Float4),
                                       count * sizeof(Float4), rows.data());
    });
    return rows;
}

Checkpoint Checkpoints::take() const {
    ParticleSet now = read();
    Checkpoint checkpoint;
    if (run_) checkpoint = run_->executor.checkpoint(true);
    checkpoint.time = now.time;
    checkpoint.positions = std::move(now.positions);
    checkpoint.velocities = std::move(now.velocities);
    return checkpoint;
}

void Checkpoints::begin_transfer(bool with_integrator_state) {
    if (!run_) return;
    run_->between_steps("begin_transfer", [&] {
        transfer_->begin(run_->parts.device.particles, run_->executor.checkpoint(with_integrator_state));
    });
}

bool Checkpoints::continue_transfer(Checkpoint& checkpoint) { return run_ && transfer_->move_into(checkpoint); }

DeviceSnapshot Checkpoints::store() {
    if (!run_) return {};
    return run_->between_steps("store", [&] { return run_->executor.store(); });
}

void Checkpoints::store_every(long steps) {
    if (run_) run_->parts.snapshots.interval = steps;
}

std::vector<DeviceSnapshot> Checkpoints::take_stored() {
    return run_ ? std::exchange(run_->parts.snapshots.stored, {}) : std::vector<DeviceSnapshot>{};
}

bool Checkpoints::move_to_host(const DeviceSnapshot& snapshot) {
    return snapshot.columns->move_to_host(run_->parts.device.queue);
}

std::size_t Checkpoints::snapshot_bytes() const {
    if (!run_) return 0;
    const auto all = handle_of(run_->parts.device.device).getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    const std::size_t used = initial_->size() * bytes_per_body;
    return all > used ? (all - used) / 4 : 0;
}

void Checkpoints::restore(const Checkpoint& checkpoint) {
    if (run_) run_->with_access([&] { run_->executor.restore(checkpoint); });
}

void Checkpoints::restore(const DeviceSnapshot& snapshot) {
    run_->with_access([&] { run_->executor.restore(snapshot); });
}

}  // namespace milkomeda
