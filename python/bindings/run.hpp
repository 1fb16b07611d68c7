// A run of the module: a simulation that goes forward and back between the calls of Python.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/commands/headless_run.hpp"
#include "app/io/diagnostics_file.hpp"
#include "python/bindings/poll.hpp"
#include "python/bindings/scene.hpp"

namespace milkomeda::python {

// All functions may be called by several threads of Python, which then wait for each other. All functions that take
// `poll` must be called without Python's lock; an exception of `poll` can leave the run within a step, which the next
// function completes.
class Run {
  public:
    // `words` are a command `simulate` with the options of the device. Throws UsageError for an unknown device or
    // solver, and std::runtime_error without a device.
    Run(const LoadedSource& source, const Words& words);

    SimulationStatus status() const;
    const SimulationParameters& parameters() const { return start_->parameters; }

    void step(long steps, Poll& poll);
    // Goes to the model time `time`, forward or back. The last step forward is shortened, so that the run ends at
    // `time`. Steps back end at the first time of a step that is not later than `time`. Throws UsageError if the run
    // cannot go back.
    void go_to(double time, Poll& poll);

    // Returns the present bodies. All calls until the next step return the same snapshot.
    Snapshot snapshot();
    // Returns the names of the columns, and the numbers of the present state.
    const std::vector<std::string>& diagnostics_columns() const { return table_.columns(); }
    std::vector<double> diagnostics();

  private:
    void complete_step();
    void require_reversible(double time);

    std::shared_ptr<const Assets> assets_;
    std::shared_ptr<const SceneSetup> start_;
    DeviceContext device_context_;
    HeadlessRun run_;
    DiagnosticsTable table_;
    double target_;  // time to which an incomplete step goes
    std::optional<Snapshot> newest_;
    mutable std::recursive_mutex mutex_;  // recursive, because a function of progress may read the run
};

}  // namespace milkomeda::python
