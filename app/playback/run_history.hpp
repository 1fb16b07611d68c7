// History of a run for going back in time: key frames within a memory budget, the configuration of every
// step, and the branches that the run left when it continued with other settings from an earlier time.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/states/device_snapshot.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {

// Distance of the two galaxies' centers at one time.
struct Separation {
    double time = 0, distance = 0;
};

class RunHistory {
  public:
    struct Moment {
        long steps = 0;
        double time = 0;
    };
    // Configuration of the steps from `from` on. The history records its parameters, external mass and the
    // name of its solver.
    struct Change {
        Moment from;
        StepConfig config;
    };
    using Changes = std::vector<Change>;
    // One course of the run, from the moment at which it left its parent.
    struct Branch {
        std::shared_ptr<Branch> parent;  // null: the branch begins at the start of the run
        Moment begin, end;               // where it leaves its parent, and how far it has been computed
        // All in the order of steps, after `begin`; the first branch has a key frame at its start, too.
        std::vector<DeviceSnapshot> keys{};
        Changes changes{};  // the first one is at `begin`
        std::vector<Separation> separations{};
    };

    // Begins a new history at the start of a run, or at the moment from which a run continues.
    void begin(const Moment& start);

    // Memory budget of the key frames in bytes. A smaller budget drops key frames at once.
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

    // Records that the run is at `now` and takes its next step with this configuration. If the present branch
    // continues from here with another configuration, the run leaves it for a new branch or, with
    // `overwrites`, drops its future.
    void record_step(const Moment& now, const StepConfig& config);
    bool overwrites = false;
    // Number of times that the present branch has changed.
    long departures() const { return departures_; }
    // Records that the run has come to this moment.
    void reached(const Moment& now);
    void keep(const DeviceSnapshot& state);
    // Adds a separation. Each branch keeps about 10,000 at most: the longer the branch, the larger their
    // spacing.
    void note_separation(const Separation& separation);

    // All of these functions refer to the present branch with its parents and its known future.
    Moment start() const { return branches_.front()->begin; }
    Moment end() const { return present_->end; }
    bool has_future(long steps) const { return steps < end().steps; }
    // The newest key frame that is not later, and the key frame nearest in time; null if no key frame is
    // kept.
    const DeviceSnapshot* at_or_before(long steps) const;
    const DeviceSnapshot* at_or_before_time(double time) const;
    const DeviceSnapshot* nearest(double time) const;
    // The configuration of the step that begins at this step index, and the moment of the next change after
    // it; empty if no such step is recorded.
    std::optional<StepConfig> config_after(long steps) const;
    std::optional<Moment> next_change(long steps) const;
    std::vector<Separation> separations() const;
    std::vector<const DeviceSnapshot*> keys() const;
    Changes changes() const;

    // All branches, the first one first, and the present branch.
    const std::vector<std::shared_ptr<Branch>>& branches() const { return branches_; }
    const std::shared_ptr<Branch>& present() const { return present_; }
    // Makes this branch the present one. The moment of the run must lie on both branches.
    void take(const std::shared_ptr<Branch>& branch);
    // Returns true for the present branch and its parents.
    bool leads_to_present(const Branch& branch) const;
    // Drops all branches but the present one and its parents.
    void discard_others();

    // A key frame that must move to host memory, because the key frames on the device exceed `device_room`
    // bytes; null if none must.
    const DeviceSnapshot* to_move(std::size_t device_room) const;

  private:
    Branch& owner(long steps) const;                   // branch with the step that begins at this step index
    std::vector<std::shared_ptr<Branch>> way() const;  // branches from the first to the present one
    void forget_after(const Moment& now);
    void thin();

    std::shared_ptr<Branch> present_ = std::make_shared<Branch>();
    std::vector<std::shared_ptr<Branch>> branches_{present_};
    long departures_ = 0;
    std::size_t budget_ = std::size_t{256} << 20;
    long interval_ = first_interval;
    static constexpr long first_interval = 8;
};

// Times at which two galaxies passed each other, in order: minima of the distance between times of clearly
// larger distance, each refined by a parabola through the three smallest distances. The separations must be
// in the order of time.
std::vector<double> passages(const std::vector<Separation>& separations);

}  // namespace milkomeda
