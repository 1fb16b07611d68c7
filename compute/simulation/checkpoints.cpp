#include "compute/simulation/checkpoints.hpp"

#include <utility>

#include "compute/simulation/checkpoint_transfer.hpp"
#include "compute/simulation/device_run.hpp"
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
    now.time = run_->executor.position().time;
    run_->between_steps("read", [&] {
        run_->parts.device.particles.read(now.positions, now.velocities);
        if (!run_->parts.gas) return;
        const std::optional<GasState> gas = run_->parts.gas->read();
        const bool is_start = now.time == initial_->time;
        if (gas && is_start)
            set_gas_at_start(now, *gas, *initial_);
        else if (gas)
            set_gas(now, *gas);
        else if (!is_start)
            now.gas.clear();  // the gas has moved like stars
    });
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
    if (!run_) return {.time = initial_->time, .positions = initial_->positions, .velocities = initial_->velocities};
    std::vector<Float4> positions(initial_->size()), velocities(initial_->size());
    run_->between_steps("take", [&] { run_->parts.device.particles.read(positions, velocities); });
    Checkpoint checkpoint = without_rows(true);
    checkpoint.positions = std::move(positions);
    checkpoint.velocities = std::move(velocities);
    return checkpoint;
}

void Checkpoints::begin_transfer(bool with_integrator_state) {
    if (!run_) return;
    run_->between_steps("begin_transfer",
                        [&] { transfer_->begin(run_->parts.device.particles, without_rows(with_integrator_state)); });
}

bool Checkpoints::continue_transfer(Checkpoint& checkpoint) { return run_ && transfer_->move_into(checkpoint); }

DeviceSnapshot Checkpoints::store() {
    if (!run_) return {};
    return run_->between_steps("store", [&] { return copy(); });
}

void Checkpoints::store_every(long steps) {
    if (run_) run_->parts.snapshots = {steps, [this] { stored_.push_back(copy()); }};
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

// Returns a checkpoint without the float rows. In reversible mode, the checkpoint contains the integers, which are more
// precise than the float rows. fit_integers() first makes the number of bits of the integers independent of earlier
// steps.
Checkpoint Checkpoints::without_rows(bool with_integrator_state) const {
    run_->rounds.fit_integers();
    const StepExecutor::Position& now = run_->executor.position();
    Checkpoint checkpoint{now.time, now.steps, {}, {}};
    if (run_->parts.integers.holds()) checkpoint.integers = run_->parts.integers.read();
    if (run_->parts.gas) checkpoint.gas = run_->parts.gas->read();
    if (with_integrator_state) {
        checkpoint.memory = run_->executor.integrator_state();
        checkpoint.memory->log.forget_after(now.steps);
        checkpoint.memory->log = checkpoint.memory->log.undoable_part();
    }
    return checkpoint;
}

// Copies the present state on the device, without waiting for the check of the integers' domain, which restore()
// repeats. In reversible mode the integer columns are authoritative; the float columns are stored as well, so that
// restoring needs no conversion.
DeviceSnapshot Checkpoints::copy() const {
    RunDevice& device = run_->parts.device;
    IntegerColumns& integers = run_->parts.integers;
    device.perturbers.settle(device.particles);
    const auto timed = device.particles.timer().measure("checks");
    auto columns = std::make_shared<SnapshotColumns>();
    columns->add(device.context, device.queue, device.particles.positions());
    columns->add(device.context, device.queue, device.particles.velocities());
    if (integers.holds()) {
        for (const cl::Buffer& column : integers.columns()) columns->add(device.context, device.queue, column);
        columns->format = integers.format();
    }
    if (const auto& gas = run_->parts.gas; gas && gas->is_known()) {
        for (const cl::Buffer& column : gas->columns()) columns->add(device.context, device.queue, column);
        columns->has_gas = true;
    }
    columns->memory = run_->executor.integrator_state();
    const StepExecutor::Position& now = run_->executor.position();
    return {now.time, now.steps, run_->executor.step().parameters, columns->bytes(), columns};
}

void Checkpoints::restore(const Checkpoint& checkpoint) {
    if (!run_) return;
    run_->with_access([&] {
        auto& [parts, host, executor, rounds] = *run_;
        parts.device.queue.finish();
        parts.device.particles.write(checkpoint.positions, checkpoint.velocities);
        executor.restart(checkpoint.time, checkpoint.steps);
        if (checkpoint.integers) parts.integers.write(parts.device.particles, *checkpoint.integers);
        if (checkpoint.gas && parts.gas) parts.gas->write(*checkpoint.gas);
        if (checkpoint.memory) {
            IntegratorState state = *checkpoint.memory;
            state.log.renumber_solvers(state.solver, parts.solvers.number(), parts.solvers.name());
            executor.recall(state);
        }
        rounds.fit_integers();
    });
}

void Checkpoints::restore(const DeviceSnapshot& snapshot) {
    run_->with_access([&] {
        write_rows(snapshot);
        run_->executor.recall(snapshot.columns->memory);
        run_->rounds.fit_integers();
    });
}

void Checkpoints::restore_rows(const DeviceSnapshot& snapshot) {
    run_->with_access([&] {
        write_rows(snapshot);
        run_->rounds.fit_integers();
    });
}

// Copies the columns of the snapshot into the run, and sets the time and the step index. Requires access to the device.
void Checkpoints::write_rows(const DeviceSnapshot& snapshot) {
    const SnapshotColumns& columns = *snapshot.columns;
    RunDevice& device = run_->parts.device;
    device.queue.finish();
    columns.write(device.queue, 0, device.particles.positions());
    columns.write(device.queue, 1, device.particles.velocities());
    run_->executor.restart(snapshot.time, snapshot.steps);  // reads the rows of the perturbers
    std::size_t next = 2;
    if (columns.format) {
        run_->parts.integers.hold(*columns.format);
        for (const cl::Buffer& column : run_->parts.integers.columns()) columns.write(device.queue, next++, column);
    }
    if (!columns.has_gas) return;
    for (const cl::Buffer& column : run_->parts.gas->columns()) columns.write(device.queue, next++, column);
    run_->parts.gas->hold();
}

}  // namespace milkomeda
