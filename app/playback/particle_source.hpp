// The source of a scene's bodies: a live run, a playback of snapshots, a frozen state, or a mixed box.
#pragma once

#include <memory>
#include <string>

#include "app/playback/checkpointing.hpp"
#include "app/playback/frame_source.hpp"
#include "app/playback/transport.hpp"

namespace milkomeda {

class FrozenState;
class LiveBox;
class LiveRun;
class MixedRun;
class SnapshotPlayback;
class SnapshotSeries;

// Actions that a source does not support. Each text gives the reason in one line; an empty text means that
// the action is possible.
struct SourceLimits {
    std::string galaxy_edits;      // adding, deleting and moving galaxies
    std::string force_comparison;  // a second run of the bodies with exact forces
    std::string run_recording;
    std::string accelerations;  // reason why accelerations are not known yet
    std::string video_recipe;   // rendering a video again with `render --again`
    bool uses_device = true;    // false: the source survives the loss of the device
    bool fits_state_file = true;
};

// Throws UsageError with the text `limit` unless it is empty.
void require_possible(const std::string& limit);

// Owns a source of any kind. Functions that a kind does not have return null or are excluded in limits().
class ParticleSource {
  public:
    explicit ParticleSource(std::unique_ptr<LiveRun> run);
    explicit ParticleSource(std::unique_ptr<SnapshotPlayback> playback);
    explicit ParticleSource(std::unique_ptr<FrozenState> state);
    explicit ParticleSource(std::unique_ptr<MixedRun> run);

    FrameSource& frames() { return *frames_; }
    const FrameSource& frames() const { return *frames_; }
    Transport& transport() { return *transport_; }
    const Transport& transport() const { return *transport_; }
    Checkpointing& checkpoints() { return *checkpoints_; }
    const Checkpointing& checkpoints() const { return *checkpoints_; }
    const SourceLimits& limits() const { return limits_; }

    // Force measurements of the simulation, and its solver; null if no forces are computed.
    Probes* probes() const { return simulation_ ? &simulation_->probes() : nullptr; }
    SolverSlot* solver_slot() const { return simulation_ ? &simulation_->solver_slot() : nullptr; }
    SolverChoice solver() const { return simulation_ ? solver_slot()->choice() : SolverChoice{}; }
    std::optional<ForceErrors> force_errors() const {
        return simulation_ ? simulation_->probes().force_errors() : std::nullopt;
    }
    // Returns the simulation that computes the forces. Throws std::logic_error if no forces are computed.
    Simulation& simulation() const;

    // played-back series; null for other sources
    SnapshotSeries* series() const { return series_; }
    // mixed box of the run; null for other sources
    LiveBox* box() const { return box_; }

  private:
    ParticleSource(Transport& transport, Checkpointing& checkpoints, SourceLimits limits);

    std::unique_ptr<FrameSource> frames_;
    Transport* transport_;
    Checkpointing* checkpoints_;
    SourceLimits limits_;
    Simulation* simulation_ = nullptr;
    SnapshotSeries* series_ = nullptr;
    LiveBox* box_ = nullptr;
};

}  // namespace milkomeda
