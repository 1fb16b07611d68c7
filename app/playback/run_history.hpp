// History of a run for going back in time. Contains key frames within a memory budget, the configuration of
// every step, and branches. A branch ends where the run went back and continued with other settings.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/states/device_snapshot.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {

// Distance between the centers of two galaxies, at a model time.
struct Separation {
    double time = 0, distance = 0;
};

class RunHistory {
  public:
    struct Moment {
        long steps = 0;
        double time = 0;
    };
    // Configuration of all steps from `from` to the next change: parameters, external mass, name of the
    // solver.
    struct Change {
        Moment from;
        StepConfig config;
    };
    using Changes = std::vector<Change>;
    // A branch of the run, from the moment at which it left its parent branch.
    struct Branch {
        std::shared_ptr<Branch> parent;  // null: the branch begins at the start of the run
        Moment begin, end;               // moment at which the branch leaves its parent, and its last computed moment
        // The key frames, changes and separations of the steps after `begin`, in order. The first branch also
        // has a key frame at its start.
        std::vector<DeviceSnapshot> keys{};
        Changes changes{};  // the first change is at `begin`
        std::vector<Separation> separations{};
    };

    // Begins a new history at the start of a run, or at the moment from which a run continues.
    void begin(const Moment& start);

    // Sets the memory budget of the key frames in bytes. A smaller budget drops key frames at once.
    void set_budget(std::size_t bytes);
    // Memory that the key frames of all branches use, in bytes.
    struct Memory {
        std::size_t budget = 0, bytes = 0, bytes_on_device = 0;
        std::size_t count = 0;  // number of key frames
        // Steps whose index is a multiple of this interval become key frames. It doubles when the budget is
        // spent.
        long interval = 0;
    };
    Memory memory() const;

    // Records that the run takes its next step at `now` with this configuration. If the present branch
    // continues from `now` with another configuration, the run starts a new branch. If `overwrites` is true,
    // it instead drops the rest of the present branch.
    void record_step(const Moment& now, const StepConfig& config);
    bool overwrites = false;
    // Counts how often the present branch has been changed or replaced.
    long departures() const { return departures_; }
    // Records that the run has been computed up to `now`. keep() adds a key frame.
    void reached(const Moment& now);
    void keep(const DeviceSnapshot& state);
    // Adds a separation. A branch keeps about 10,000 separations; their spacing grows with its length.
    void note_separation(const Separation& separation);

    // All of these functions refer to the present branch with its parents and its known future.
    Moment start() const { return branches_.front()->begin; }
    Moment end() const { return present_->end; }
    bool has_future(long steps) const { return steps < end().steps; }
    // Return the newest key frame that is not later than the argument, or the key frame nearest in time; null
    // if there is no such key frame.
    const DeviceSnapshot* at_or_before(long steps) const;
    const DeviceSnapshot* at_or_before_time(double time) const;
    const DeviceSnapshot* nearest(double time) const;
    // Return the configuration of the step that begins at step index `steps`, and the moment of the next
    // change after it; empty if no such step or change is recorded.
    std::optional<StepConfig> config_after(long steps) const;
    std::optional<Moment> next_change(long steps) const;
    std::vector<Separation> separations() const;
    std::vector<const DeviceSnapshot*> keys() const;
    Changes changes() const;

    // Return all branches, the first branch of the run first, and the present branch.
    const std::vector<std::shared_ptr<Branch>>& branches() const { return branches_; }
    const std::shared_ptr<Branch>& present() const { return present_; }
    // Makes `branch` the present branch. The present moment of the run must lie on both branches.
    void take(const std::shared_ptr<Branch>& branch);
    // Returns true for the present branch and its parents.
    bool leads_to_present(const Branch& branch) const;
    // Drops all branches but the present one and its parents.
    void discard_others();

    // Returns a key frame to move to host memory if key frames on the device exceed `device_room` bytes; else
    // null.
    const DeviceSnapshot* to_move(std::size_t device_room) const;

  private:
    Branch& owner(long steps) const;                   // branch that contains the step with this index
    std::vector<std::shared_ptr<Branch>> way() const;  // branches from the first branch to the present branch
    void forget_after(const Moment& now);
    void thin();

    std::shared_ptr<Branch> present_ = std::make_shared<Branch>();
    std::vector<std::shared_ptr<Branch>> branches_{present_};
    long departures_ = 0;
    std::size_t budget_ = std::size_t{256} << 20;
    long interval_ = first_interval;
    static constexpr long first_interval = 8;
};

// Returns the times at which two galaxies passed each other, in order. A passage is a minimum of the distance
// between clearly larger distances, refined by a parabola through the three smallest distances. The
// separations must be in order of time.
std::vector<double> passages(const std::vector<Separation>& separations);

}  // namespace milkomeda
