// The state of a run at the end of a step, stored on its device. A run that continues from the snapshot
// computes bit-identical steps.
#pragma once

#include <cstddef>
#include <memory>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

struct SnapshotColumns;

struct DeviceSnapshot {
    double time = 0;
    long steps = 0;                   // step index; determines the sources if only a fraction of the bodies attracts
    SimulationParameters parameters;  // parameters of the step that ended in this state
    std::size_t bytes = 0;
    std::shared_ptr<SnapshotColumns> columns;

    bool on_device() const;  // returns false if the columns are in host memory
};

}  // namespace milkomeda
