// A dual-tree fast multipole method for softened gravity on Morton cells, as stages on an OpenCL device
// (Dehnen 2002, JCP 179, 27; 2014, Comput. Astrophys. Cosmol. 1, 1; Greengard and Rokhlin 1987, JCP 73, 325).
//
// Results are reproducible: every node owns its row in each list, built by counting, prefix sums and filling.
// No two work-items add to the same number, and nothing depends on earlier sums, so equal positions give
// equal bits whatever the run did before (docs/time.md). The sizes of lists stay on the device. Capacities
// have a margin over the sizes in the last sum; if a capacity is too small, the sum is repeated with more
// before its results are used.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "compute/device/async_readback.hpp"
#include "compute/fmm/fields.hpp"
#include "compute/fmm/stage_costs.hpp"

namespace milkomeda {

// Statistics of a sum.
struct FmmCounts {
    std::vector<std::size_t> nodes;  // nodes of each level, from the leaves to the top level
    // unresolved pairs of each level, from the leaves to the top level
    std::vector<std::size_t> unresolved_pairs;
    std::size_t redone = 0;  // number of sums that were repeated with larger capacities
};

// Capacities of each level, from the bodies to the root.
struct FmmCapacities {
    std::vector<std::size_t> nodes, pairs;
    std::size_t more_far = 0, more_near = 0;  // extra pieces of long rows, of all levels
};

class Fmm {
  public:
    Fmm(const FmmContext& context, const FmmSettings& settings, std::size_t bodies);
    Fmm(const FmmContext& context, const FmmPrograms& programs, const FmmSettings& settings,
        std::size_t bodies);

    // Starts a sum over `positions` (float4 x y z mass); discards the current sum.
    void begin(const cl::Buffer& positions, double gravity, double softening);

    // How several devices share a sum: the first device sorts the bodies and sends them to the others, so a
    // range of bodies in Morton order means the same on all devices. Each device builds its own tree. The
    // first device collects the results. `requested` is the range of bodies to compute.
    void begin(const cl::Buffer& positions, double gravity, double softening, const BodyRange& requested);
    bool has_sorted() const { return progress_.stage >= progress_.first_of_tree; }
    // its bodies, keys and box are copied to the other devices
    const BodySort& sorted() const { return sort_; }
    // Starts a sum over bodies that were copied to sorted(). Accelerations are then in Morton order and for G
    // = 1.
    void begin_sorted(double softening, const BodyRange& requested);
    void enqueue_results_of_other(const cl::Buffer& found, const BodyRange& range) {
        sort_.enqueue_results(found, range, gravity_, accelerations_);
    }

    // Enqueues work of about `pairs` body pairs; returns the amount.
    double enqueue_slice(double pairs);
    double done() const { return progress_.done; }
    // Enqueues the rest of the next stage and returns its name, for timing the stages.
    std::string_view enqueue_stage();
    // Accelerations and potentials: float4 x y z potential.
    const cl::Buffer& accelerations() const { return accelerations_; }

    // Sets the tolerance from the next sum on.
    void use_tolerance(float tolerance) {
        settings_.tolerance = tolerance;
        tree_.use_tolerance(tolerance);
    }

    // Reports the seconds that the work enqueued since the last call took.
    void note_seconds(double seconds) { costs_.took(seconds); }

    // Must be called after positions jumped: resets the capacities, which the last sum determined.
    void forget();

    FmmCounts counts() const;  // statistics of the last complete sum
    // Returns the cells of the last sum's tree from the top down, as many complete levels as fit into `most`
    // cells. Blocks.
    std::vector<TreeCell> cells(std::size_t most) const;
    // Device memory in use, accelerations included.
    std::size_t bytes() const;
    // Capacities do not change results, only how often sums are repeated.
    const FmmCapacities& capacities() const { return capacities_; }
    void set_capacities(const FmmCapacities& capacities);
    const FmmSettings& settings() const { return settings_; }

  private:
    // A stage is enqueued in parts from..to (0 to 1), or as a whole.
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
        std::size_t first_field = 0;    // index of the first stage that needs all lists
        double part = 0;                // enqueued fraction of the current stage
        double done_work = 0, all_work = 1, done = 1;
    };

    BodyRange all() const { return {0, static_cast<cl_uint>(bodies_)}; }
    void guess_capacities();
    void allocate();
    void begin_sum();
    void start_sum();
    void add_sort_stages(double work);
    void skip_sort();
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
    AsyncReadback<std::vector<cl_uint>> counts_;  // counts read back from the device
    cl::Event counts_are_read_;
    std::size_t redone_ = 0;
    bool capacities_are_known_ = false;  // true once a complete sum has determined them

    cl::Buffer positions_;
    double gravity_ = 1, softening_ = 0;
    BodyRange requested_;
    bool is_given_sorted_ = false;
    StageCosts costs_;
    Progress progress_;
};

}  // namespace milkomeda
