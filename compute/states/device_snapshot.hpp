// A run as it stood at the end of a step, to go back to: whoever goes on from there takes the same steps, bit
// for bit.
#pragma once

#include <cstddef>
#include <memory>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

struct SnapshotColumns;

struct DeviceSnapshot {
    double time = 0;
    long steps = 0;                   // which is the phase of the approximation fraction, too
    SimulationParameters parameters;  // of the step that ended there
    std::size_t bytes = 0;
    std::shared_ptr<SnapshotColumns> columns;

    bool on_device() const;  // else in host memory
};

}  // namespace milkomeda
