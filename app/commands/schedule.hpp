// Decides when a run writes its files and rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/cli/options.hpp"
#include "app/scene/scene_setup.hpp"
#include "compute/device/device_context.hpp"

namespace milkomeda {

// The times first, first + every, first + 2 every, ...; for a run that goes backward first - every, ... A
// time is due at the end of the first step that ends at most half a step before it.
class Schedule {
  public:
    // `every` is raised to the shortest possible timestep.
    Schedule(double first, double every) : first_{first}, every_{std::max(every, timestep_range.least)} {}
    bool due(double time, double timestep) {
        const double passed = std::abs(time - first_) + timestep / 2;
        if (passed < static_cast<double>(count_) * every_) return false;
        count_ = static_cast<long>(std::floor(passed / every_)) + 1;
        return true;
    }
    long count() const { return count_; }  // number of due times so far

  private:
    double first_, every_;
    long count_ = 0;
};

// Simulates particles of mixed sizes in a box; defined in simulate_mixed.cpp.
int simulate_mixed(const SimulateOptions& options, const Assets& assets, const DeviceContext& device_context,
                   const std::shared_ptr<const SceneSetup>& initial);

}  // namespace milkomeda
