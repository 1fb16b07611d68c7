// Declarations for the source files of the command `simulate`.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/cli/options.hpp"
#include "app/scene/scene_setup.hpp"
#include "compute/device/device_context.hpp"

namespace milkomeda {

// Decides when a run writes its files and rows. Output n (n = 0, 1, 2, ...) has the time first + n * every, or in a
// backward run the time first - n * every. Output n is due at the end of the first step that reaches this time, or that
// ends at most half a timestep before this time.
class Schedule {
  public:
    // If `every` is shorter than the shortest valid timestep, the interval is this timestep.
    Schedule(double first, double every) : first_{first}, every_{std::max(every, timestep_range.least)} {}
    // Returns true if an output is due at the model time `time`. If one step passes the times of several outputs, the
    // function returns true only once.
    bool due(double time, double timestep) {
        const double passed = std::abs(time - first_) + timestep / 2;
        if (passed < static_cast<double>(count_) * every_) return false;
        count_ = static_cast<long>(std::floor(passed / every_)) + 1;
        return true;
    }

  private:
    double first_, every_;
    long count_ = 0;  // number of output times that the run has reached
};

// Simulates a mixed box, in which small particles (on the device) and large particles (on the host) collide.
void simulate_mixed(const SimulateOptions& options, const Assets& assets, const DeviceContext& device_context,
                    const std::shared_ptr<const SceneSetup>& initial);

// Writes moments of a restricted encounter of two galaxies. Needs no device.
void simulate_encounter(const SimulateOptions& options, const Assets& assets);

}  // namespace milkomeda
