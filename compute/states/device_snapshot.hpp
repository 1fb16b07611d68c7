// State of a run at the end of a step, stored on its device. A run that continues from it takes the same
// steps bit for bit.
#pragma once

#include <cstddef>
#include <memory>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

struct SnapshotColumns;

struct DeviceSnapshot {
    double time = 0;
    long steps = 0;                   // step index; also the phase of the approximation fraction
    SimulationParameters parameters;  // parameters of the step that ended there
    std::size_t bytes = 0;
    std::shared_ptr<SnapshotColumns> columns;

    bool on_device() const;  // false: in host memory
};

}  // namespace milkomeda
