#include "app/playback/particle_source.hpp"

#include <stdexcept>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "app/playback/frozen_state.hpp"
#include "app/playback/live_run.hpp"
#include "app/playback/mixed_run.hpp"
#include "app/playback/snapshot_playback.hpp"

namespace milkomeda {
namespace {

constexpr const char* no_galaxies = "this scene has particles in a box instead of galaxies: grab and throw particles";

}  // namespace

void require_possible(const std::string& limit) {
    if (!limit.empty()) throw UsageError(limit);
}

ParticleSource::ParticleSource(std::unique_ptr<LiveRun> run)
    : limits_{.accelerations = "accelerations are unknown before the first step",
              .gas_temperatures = "temperatures of gas are unknown before the first step with pressure"},
      simulation_{&run->simulation()},
      source_{std::move(run)} {}

ParticleSource::ParticleSource(std::unique_ptr<SnapshotPlayback> playback)
    : limits_{.galaxy_edits = "galaxies of snapshots cannot be changed: press Simulate first",
              .force_comparison = "snapshots are played back: there are no forces to compare",
              .run_recording = "snapshots are played back: there is no run to record",
              .accelerations = "accelerations of snapshots are unknown",
              .gas_temperatures = "temperatures of gas in snapshots are unknown",
              .uses_device = false,
              .fits_state_file = false},
      series_{&playback->series()},
      source_{std::move(playback)} {}

ParticleSource::ParticleSource(std::unique_ptr<FrozenState> state)
    : limits_{.accelerations = "accelerations are unknown without a device",
              .gas_temperatures = "temperatures of gas are unknown without a device"},
      source_{std::move(state)} {}

ParticleSource::ParticleSource(std::unique_ptr<MixedRun> run)
    : limits_{.galaxy_edits = no_galaxies,
              .force_comparison = no_galaxies,
              .accelerations = "accelerations are unknown for particles in a box",
              .video_recipe = "videos of a box of mixed particles do not record edits of the particles",
              .fits_state_file = false},
      box_{&run->box()},
      source_{std::move(run)} {}

Simulation& ParticleSource::simulation() const {
    if (!simulation_) throw std::logic_error("the particle source computes no forces");
    return *simulation_;
}

}  // namespace milkomeda
