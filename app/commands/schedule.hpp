// When a run's files and rows are due, and where they go.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/scene/scene_setup.hpp"
#include "compute/device/device_context.hpp"

namespace milkomeda {

// Model times first, first + every, ..., or back from the first: due when a step ends within half a step of
// the next, or beyond it.
class Schedule {
  public:
    // Nothing is due more often than the shortest step that there may be.
    Schedule(double first, double every) : first_{first}, every_{std::max(every, timestep_range.least)} {}
    bool due(double time, double timestep) {
        const double passed = std::abs(time - first_) + timestep / 2;
        if (passed < static_cast<double>(count_) * every_) return false;
        count_ = static_cast<long>(std::floor(passed / every_)) + 1;
        return true;
    }
    long count() const { return count_; }  // how often something was due

  private:
    double first_, every_;
    long count_ = 0;
};

// ParticleSet in a box, in place of galaxies: simulate_mixed.cpp.
int simulate_mixed(const SimulateOptions& options, const Assets& assets, const DeviceContext& device_context,
                   const std::shared_ptr<const SceneSetup>& initial);

}  // namespace milkomeda
