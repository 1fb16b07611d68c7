// A dual-tree fast multipole method for softened gravity on Morton cells, as stages on an OpenCL device
// (Dehnen 2002, JCP 179, 27; 2014, Comput. Astrophys. Cosmol. 1, 1; Greengard and Rokhlin 1987, JCP 73, 325).
//
// Every list is a row that its node owns, made by counting, summing and filling: no number is ever added by
// two work-items, and nothing is learnt from the sums before, so that the same positions give the same bits,
// whatever the run did until then (docs/time.md). Sizes stay on the device; capacities have a margin
// over what the last sum needed, and where that was not enough the sum is done again with more, before anyone
// has seen it.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "compute/device/async_readback.hpp"
#include "compute/fmm/fields.hpp"
#include "compute/fmm/stage_costs.hpp"

namespace milkomeda {

// What a sum took: for tests, benches and people.
struct FmmCounts {
    std::vector<std::size_t> nodes;             // of each level from the leaves to the topmost
    std::vector<std::size_t> unresolved_pairs;  // likewise
    std::size_t redone = 0;                     // sums that were done again with more capacity
};

// What there is capacity for in each level, from the bodies to the root.
struct FmmCapacities {
    std::vector<std::size_t> nodes, pairs;
    std::size_t more_far = 0, more_near = 0;  // pieces of long rows beyond the first, of all levels
};

class Fmm {
  public:
    Fmm(const FmmContext& context, const FmmSettings& settings, std::size_t bodies);
    Fmm(const FmmContext& context, const FmmPrograms& programs, const FmmSettings& settings,
        std::size_t bodies);

    // Starts a sum over these positions (float4 x y z mass); one under way is discarded.
    void begin(const cl::Buffer& positions, double gravity, double softening);

    // Several devices share a sum as follows. The first one sorts the bodies, which the others get from it,
    // so that a range of them along the curve is the same for all; each makes its own tree; the first one
    // gets what the others find.
    void begin(const cl::Buffer& positions, double gravity, double softening, const BodyRange& requested);
    bool has_sorted() const { return stage_ >= first_of_tree_; }
    const BodySort& sorted() const { return sort_; }  // its bodies, keys and box are copied to another one's
    // With those. Accelerations are then along the curve, and without gravity.
    void begin_sorted(double softening, const BodyRange& requested);
    void enqueue_results_of_other(const cl::Buffer& found, const BodyRange& range) {
        sort_.enqueue_results(found, range, gravity_, accelerations_);
    }

    // Enqueues about so much work, in pairs of bodies; returns how much it was.
    double enqueue_slice(double pairs);
    double done() const { return done_; }
    // Enqueues what is left of the next stage, and names it: to see what takes the time.
    std::string_view enqueue_stage();
    // float4 x y z potential.
    const cl::Buffer& accelerations() const { return accelerations_; }

    // From the next sum on.
    void use_tolerance(float tolerance) {
        settings_.tolerance = tolerance;
        tree_.use_tolerance(tolerance);
    }

    // What was enqueued since the last call took so long.
    void note_seconds(double seconds) { costs_.took(seconds); }

    // Positions have jumped: the capacities that the last sum needed are not those of the next.
    void forget();

    FmmCounts counts() const;  // of the last complete sum
    // Its tree from the top down, whole levels, as far as there are at most so many cells; waits.
    std::vector<TreeCell> cells(std::size_t most) const;
    // Of device memory that it holds, accelerations included.
    std::size_t bytes() const;
    // Rooms do not change results, only what has to be done again.
    const FmmCapacities& capacities() const { return capacities_; }
    void set_capacities(const FmmCapacities& capacities);
    const FmmSettings& settings() const { return settings_; }

  private:
    // Work that is enqueued by parts from..to of 0..1, or as a whole.
    struct Stage {
        std::string_view name;
        double work;  // pairs that are guessed to take as long
        bool in_parts;
        std::function<void(double from, double to)> enqueue;
    };

    BodyRange all() const { return {0, static_cast<cl_uint>(bodies_)}; }
    void guess_capacities();
    void allocate();
    void begin_sum();
    void start_sum();
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
    AsyncReadback<std::vector<cl_uint>> counts_;  // as read back
    cl::Event counts_are_read_;
    std::size_t redone_ = 0;
    bool capacities_are_known_ = false;  // as the last sum needed them

    cl::Buffer positions_;
    double gravity_ = 1, softening_ = 0;
    BodyRange requested_;
    bool is_given_sorted_ = false;
    StageCosts costs_;
    std::vector<Stage> stages_;
    std::size_t stage_ = 0;
    std::size_t first_of_tree_ = 0;  // the stage
    std::size_t first_field_ = 0;    // the stage that first needs all lists
    double part_ = 0;                // of the stage that is enqueued
    double done_work_ = 0, all_work_ = 1, done_ = 1;
};

}  // namespace milkomeda
