// Targets of the gas: sets of particles that are computed together, their lists of neighbors, and the lengths of their
// substeps (docs/gas.md).
#pragma once

#include "compute/fmm/sorted_tree.hpp"
#include "compute/gas/gas_rows.hpp"
#include "compute/gas/gas_settings.hpp"

namespace milkomeda {

// Time within a drift is counted in ticks. Mirrors TICKS in kernels/gas/gas.h.
inline constexpr int gas_ticks = 1 << 14;

class GasTargets {
  public:
    // `program` contains the kernels of the gas, and `group` work-items compute a target together.
    GasTargets(const FmmContext& context, const FmmPrograms& tree_programs, const cl::Program& program,
               std::size_t group);

    // Divides the particles of the tree into targets, which are all due. `boxes` holds the boxes of its nodes. Waits
    // for the device.
    void find(const SortedTree& particles, const cl::Buffer& boxes);
    // Lists the neighbors of the targets that are due. `sorted` holds the particles in the order of the tree.
    void enqueue_lists(const SortedTree& particles, const cl::Buffer& sorted, const cl::Buffer& boxes,
                       const GasConstants& constants);

    // Chooses the substeps of the targets that are due, which begin `now` ticks after the beginning of a drift of the
    // duration dt. A substep is as long as the stability of the target's particles permits, but at least `least` ticks.
    void choose_substeps(const GasRows& rows, const cl::Buffer& order, const GasConstants& constants, double dt,
                         int now, int least);
    struct Next {
        int end = 0;              // ticks
        bool is_limited = false;  // true if substeps were too long since find(), because of `least`
    };
    // Finds the end of the substeps that end next; their targets are then due. If `is_common` is true, the substeps of
    // all targets, which must begin together, end there. Waits for the device.
    Next next(bool is_common);

    std::size_t due_count() const { return due_count_; }
    // First and end particle, substep, ranges of neighbors and number of ranges of each target, and the targets that
    // are due (kernels/gas/gas.h).
    const cl::Buffer& rows() const { return rows_; }
    const cl::Buffer& substeps() const { return substeps_; }
    const cl::Buffer& ranges() const { return ranges_; }
    const cl::Buffer& lengths() const { return lengths_; }
    const cl::Buffer& due() const { return due_; }
    std::size_t bytes() const { return bytes_of({first_targets_, rows_, substeps_, ranges_, lengths_, due_}); }

  private:
    void enqueue_due(bool is_common);

    FmmContext context_;
    PrefixSum prefix_sum_;
    std::size_t group_;
    std::size_t count_ = 0, capacity_ = 0, leaves_capacity_ = 0, due_count_ = 0;
    cl::Kernel count_targets_, write_targets_, list_neighbors_, choose_substeps_, find_next_end_, list_due_;
    cl::Buffer first_targets_, rows_, substeps_, ranges_, lengths_, due_;
    cl::Buffer numbers_;  // end of the next substep, number of targets that are due, and whether substeps are limited
};

}  // namespace milkomeda
