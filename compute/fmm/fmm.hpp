// A dual-tree fast multipole method for softened gravity on Morton cells, as stages on an OpenCL device
// (Dehnen 2002, JCP 179, 27; 2014, Comput. Astrophys. Cosmol. 1, 1; Greengard and Rokhlin 1987, JCP 73, 325).
//
// Results are reproducible: equal positions give identical bits, independent of the steps before (docs/time.md). No two
// work-items add to the same number, and no result depends on earlier sums. Every list is built by counting, prefix
// sums and filling, so that the entries of a list always have the same order. Kernels read the list lengths from device
// memory. The host allocates lists with a margin over the lengths in earlier sums. If a list turns out to be too short,
// the sum is repeated with longer lists before its results are used.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "compute/device/async_readback.hpp"
#include "compute/fmm/fields.hpp"
#include "compute/fmm/stage_costs.hpp"

namespace milkomeda {

// Statistics of a multipole sum.
struct FmmCounts {
    std::vector<std::size_t> nodes;  // number of nodes per level, from the leaves to the top level
    // number of unresolved pairs per level, from the leaves to the top level
    std::vector<std::size_t> unresolved_pairs;
    std::size_t redone = 0;  // number of sums so far that were repeated with larger capacities
};

// Allocated numbers of nodes and pairs per level, from level 0 (the bodies) to the root.
struct FmmCapacities {
    std::vector<std::size_t> nodes, pairs;
    std::size_t more_far = 0, more_near = 0;  // total numbers of list pieces, without the first piece of each list
};

class Fmm {
  public:
    Fmm(const FmmContext& context, const FmmSettings& settings, std::size_t bodies);
    Fmm(const FmmContext& context, const FmmPrograms& programs, const FmmSettings& settings, std::size_t bodies);

    // Discards an incomplete sum and starts a sum over `positions` (float4 rows: x, y, z, mass). If several devices
    // share the sum, this device computes only the accelerations of the bodies in `requested`, a range in Morton order.
    // The first device sorts the bodies and sends the sorted bodies to the secondary devices, so that a range contains
    // the same bodies on all devices. Each device builds its own tree. The first device collects the results.
    void begin(const cl::Buffer& positions, double gravity, double softening, std::optional<BodyRange> requested = {});
    bool has_sorted() const { return progress_.stage >= progress_.first_of_tree; }
    // Returns the sorted bodies. Secondary devices receive copies of these bodies, keys and box.
    const BodySort& sorted() const { return sort_; }
    // Starts a sum over bodies that the first device sorted and that were copied into sorted(). The resulting
    // accelerations are in Morton order and for G = 1.
    void begin_sorted(double softening, const BodyRange& requested);
    void enqueue_results_of_other(const cl::Buffer& found, const BodyRange& range) {
        sort_.enqueue_results(found, range, gravity_, accelerations_);
    }

    // Enqueues work that takes about as long as `pairs` pairs of the direct sum. Returns the enqueued work in the same
    // unit.
    double enqueue_slice(double pairs);
    double done() const { return progress_.done; }
    // Enqueues all remaining work of the next stage and returns the stage's name, for timing the stages.
    std::string_view enqueue_stage();
    // Accelerations in x, y and z, and potentials in w.
    const cl::Buffer& accelerations() const { return accelerations_; }

    // Sets FmmSettings::tolerance for all sums that begin after this call.
    void use_tolerance(float tolerance) {
        settings_.tolerance = tolerance;
        tree_.use_tolerance(tolerance);
    }

    // Reports the measured seconds of the work that was enqueued since the previous call.
    void note_seconds(double seconds) { costs_.took(seconds); }

    // Resets the list capacities to estimates. Must be called after a change of the positions that is larger than the
    // change in a step.
    void forget();

    FmmCounts counts() const;  // statistics of the last complete sum
    // Returns the cells of the last sum's tree, from the top level down: as many complete levels as fit into
    // `most` cells. Waits for the device.
    std::vector<TreeCell> cells(std::size_t most) const;
    // Returns the device memory in use in bytes, including the accelerations.
    std::size_t bytes() const;
    // Capacities affect how often sums are repeated, but not the results.
    const FmmCapacities& capacities() const { return capacities_; }
    void set_capacities(const FmmCapacities& capacities);
    const FmmSettings& settings() const { return settings_; }

  private:
    // A stage of the sum. The function `enqueue` enqueues the part of the stage between the fractions `from` and `to`
    // (0 to 1). If `in_parts` is false, the stage can only be enqueued as a whole.
    struct Stage {
        std::string_view name;
        double work;  // estimated work in body pairs
        bool in_parts;
        std::function<void(double from, double to)> enqueue;
    };

    // Progress of the current sum.
    struct Progress {
        std::vector<Stage> stages{};
        std::size_t stage = 0;          // index of the stage that is enqueued next
        std::size_t first_of_tree = 0;  // index of the first stage after the sort
        std::size_t first_field = 0;    // index of the first stage that reads the interaction lists
        double part = 0;                // enqueued fraction of the current stage
        double done_work = 0, all_work = 1, done = 1;
    };

    void allocate();
    void begin_sum(double gravity, double softening, const BodyRange& requested);
    void start_sum();
    void add_sort_stages(double work);
    void add_stage(std::string_view name, double work, std::function<void()> enqueue);
    double enqueue_part(double pairs);
    void read_counts();
    void await_counts();
    bool check_capacities();
    bool grow_capacities();
    bool fit_levels();

    FmmContext context_;
    FmmSettings settings_;
    std::size_t bodies_;
    BodySort sort_;
    PrefixSum prefix_sum_;
    Tree tree_;
    UnresolvedPairs pairs_;
    Fields fields_;
    cl::Buffer accelerations_;

    FmmCapacities capacities_;
    AsyncReadback<std::vector<cl_uint>> counts_;  // numbers of nodes and pairs per level that the device has counted
    cl::Event counts_are_read_;
    std::size_t redone_ = 0;
    bool capacities_are_known_ = false;  // true after a complete sum has determined capacities_

    cl::Buffer positions_;
    double gravity_ = 1, softening_ = 0;
    BodyRange requested_;
    bool is_given_sorted_ = false;
    StageCosts costs_;
    Progress progress_;
};

}  // namespace milkomeda
