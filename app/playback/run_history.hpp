// History of a run for going back in time: the branches of the run, and key frames within a memory budget. If the run
// goes back and then continues with other settings, a new branch begins at this step. The simulation contains the log
// of the present branch, and the history contains the logs of all other branches.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "compute/states/device_snapshot.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {

// Distance between the centers of two galaxies at the model time `time`.
struct Separation {
    double time = 0, distance = 0;
};

class RunHistory {
  public:
    // A branch of the run, from the step at which it leaves its parent branch.
    struct Branch {
        std::shared_ptr<Branch> parent;  // null for the first branch, which begins with the run
        StepTime begin, end;             // step at which the branch leaves its parent, and last computed step
        // Key frames and separations of the galaxies from the steps after `begin`, in order of time. The first branch
        // also has a key frame at its start.
        std::vector<DeviceSnapshot> keys{};
        std::vector<Separation> separations{};
        RunLog log{};  // log from the run's start to `end`; empty for the present branch
    };

    // `log` returns the simulation's log, which contains the steps of the present branch up to its end.
    explicit RunHistory(std::function<const RunLog&()> log) : log_{std::move(log)} {}

    // Begins a new history at the start of a run, or at the step from which a run continues.
    void begin(const StepTime& start);

    // Sets the memory budget of the key frames in bytes. If the key frames exceed the budget, drops key frames.
    void set_budget(std::size_t bytes);
    // Memory of the key frames of all branches, in bytes: the budget, the memory in use, and the device memory in use.
    struct Memory {
        std::size_t budget = 0, bytes = 0, bytes_on_device = 0;
        std::size_t count = 0;  // number of key frames
        // Distance between key frames in steps: key frames are kept at step indices that are multiples of `interval`.
        // The interval doubles when the key frames exceed the budget.
        long interval = 0;
    };
    Memory memory() const;

    // Must be called before the run takes a step at `now` with these settings. If the step recorded after `now` has
    // other settings, begins a new branch or, if `overwrites` is true, drops all recorded steps after `now`.
    void prepare_step(const StepTime& now, const StepConfig& settings);
    bool overwrites = false;
    // Returns how often prepare_step() has begun a new branch or dropped the later steps of a branch.
    long departures() const { return departures_; }
    // Records that the run has been computed up to `now`. keep() adds a key frame.
    void reached(const StepTime& now);
    void keep(const DeviceSnapshot& state);
    // Adds a separation. A branch stores at most 10,000 separations; a longer branch stores fewer per time unit.
    void note_separation(const Separation& separation);

    // The functions from here to changes() refer to the steps from the start of the run to the present branch's end.
    StepTime start() const { return branches_.front()->begin; }
    StepTime end() const { return present_->end; }
    bool has_future(long steps) const { return steps < end().steps; }
    // at_or_before() and at_or_before_time() return the last key frame at or before the argument. nearest() returns the
    // key frame nearest in time. All three functions return null if there is no such key frame.
    const DeviceSnapshot* at_or_before(long steps) const;
    const DeviceSnapshot* at_or_before_time(double time) const;
    const DeviceSnapshot* nearest(double time) const;
    // Returns the settings of the step that begins at step index `steps`, or the settings of the last known step if
    // step `steps` is unknown. Empty if no step is recorded.
    std::optional<StepConfig> settings_after(long steps) const;
    std::vector<Separation> separations() const;
    std::vector<const DeviceSnapshot*> keys() const;
    std::vector<SettingsChange> changes() const { return log_().settings(start().steps, end().steps); }

    // branches() returns all branches in the order in which they began. present() returns the present branch.
    const std::vector<std::shared_ptr<Branch>>& branches() const { return branches_; }
    const std::shared_ptr<Branch>& present() const { return present_; }
    // Returns the log of a branch, from the start of the run to the end of the branch.
    const RunLog& log_of(const Branch& branch) const { return &branch == present_.get() ? log_() : branch.log; }
    // Makes `branch` the present branch, and stores `left`, the log of the branch that the run leaves. Returns the log
    // of `branch`; the caller restores a state of `branch`, then passes the log to Simulation::append_future().
    RunLog take(const std::shared_ptr<Branch>& branch, RunLog left);
    // Drops all branches except the present branch and its ancestors. Ends each ancestor at the step at which the next
    // branch leaves it.
    void discard_others();

    // Returns a key frame to move to host memory if the key frames on the device need more than `device_bytes`; else
    // null.
    const DeviceSnapshot* to_move(std::size_t device_bytes) const;

  private:
    Branch& owner(long steps) const;                    // branch that contains the step with this index
    std::vector<std::shared_ptr<Branch>> path() const;  // branches from the first branch to the present branch
    void forget_after(const StepTime& now);
    void thin();

    std::function<const RunLog&()> log_;
    std::shared_ptr<Branch> present_ = std::make_shared<Branch>();
    std::vector<std::shared_ptr<Branch>> branches_{present_};
    long departures_ = 0;
    std::size_t budget_ = std::size_t{256} << 20;
    long interval_ = first_interval;
    static constexpr long first_interval = 8;
};

// Returns the last key frame at or before the model time `time` on the path from the start of the run to the end of
// `branch`; null if there is no such key frame.
const DeviceSnapshot* key_frame_of(const RunHistory::Branch& branch, double time);

// Returns the times of the passages of two galaxies, in order. A passage is a minimum of the distance with clearly
// larger distances before and after it. Its time comes from a parabola through the minimum and the separations before
// and after it. The separations must be in order of time.
std::vector<double> passages(const std::vector<Separation>& separations);

}  // namespace milkomeda
