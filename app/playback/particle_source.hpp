// The source of a scene's bodies: a live run, a playback of snapshots, a frozen state, or a mixed box.
#pragma once

#include <memory>
#include <string>

#include "app/playback/source_interfaces.hpp"

namespace milkomeda {

class FrozenState;
class LiveBox;
class LiveRun;
class MixedRun;
class SnapshotPlayback;
class SnapshotSeries;

// Limits of a source. For each action, the text says in one line why the action is impossible; an empty text means that
// the action is possible.
struct SourceLimits {
    std::string galaxy_edits{};      // adding, deleting and moving galaxies
    std::string force_comparison{};  // comparing the run with a second run that has exact forces
    std::string run_recording{};     // recording the run into a file
    std::string accelerations{};     // coloring bodies by acceleration
    std::string gas_temperatures{};  // coloring gas by its temperature
    std::string video_recipe{};      // repeating a video with `render --again`
    bool uses_device = true;         // true if the source stops when its device is lost
    bool fits_state_file = true;     // true if a state file can store the run
};

// Throws UsageError with the text `limit` unless this text is empty.
void require_possible(const std::string& limit);

// Owns a source of any kind. limits() says which actions a kind of source does not support.
class ParticleSource {
  public:
    explicit ParticleSource(std::unique_ptr<LiveRun> run);
    explicit ParticleSource(std::unique_ptr<SnapshotPlayback> playback);
    explicit ParticleSource(std::unique_ptr<FrozenState> state);
    explicit ParticleSource(std::unique_ptr<MixedRun> run);

    FrameSource& frames() { return *source_; }
    const FrameSource& frames() const { return *source_; }
    Transport& transport() { return *source_; }
    const Transport& transport() const { return *source_; }
    Checkpointing& checkpoints() { return *source_; }
    const Checkpointing& checkpoints() const { return *source_; }
    const SourceLimits& limits() const { return limits_; }

    // Return the measurements of the simulation, and its solver; null if no forces are computed.
    Probes* probes() const { return simulation_ ? &simulation_->probes() : nullptr; }
    SolverSlot* solver_slot() const { return simulation_ ? &simulation_->solver_slot() : nullptr; }
    SolverChoice solver() const { return simulation_ ? solver_slot()->choice() : SolverChoice{}; }
    std::optional<ForceErrors> force_errors() const {
        return simulation_ ? simulation_->probes().force_errors() : std::nullopt;
    }
    // Returns the simulation that computes the forces. Throws std::logic_error if no forces are computed.
    Simulation& simulation() const;

    // Return the series of a snapshot playback and the box of a mixed run; null for all other sources.
    SnapshotSeries* series() const { return series_; }
    LiveBox* box() const { return box_; }

  private:
    SourceLimits limits_;
    Simulation* simulation_ = nullptr;
    SnapshotSeries* series_ = nullptr;
    LiveBox* box_ = nullptr;
    std::unique_ptr<SourceInterfaces> source_;
};

}  // namespace milkomeda
