// Results of force evaluations for display: magnitudes of accelerations, and tree cells.
#pragma once

#include <span>
#include <vector>

#include "compute/fmm/tree_cell.hpp"
#include "compute/gravity/solver.hpp"
#include "compute/simulation/run_device.hpp"

namespace milkomeda {

class ForceRecords {
  public:
    void want_accelerations() { accelerations_wanted_ = true; }
    void want_cells() { cells_wanted_ = true; }
    // Stores the results that want_accelerations() and want_cells() have requested. Must be called when a force
    // evaluation is complete.
    void keep_wanted(const RunDevice& device, Solver& solver);
    // keep_accelerations() and keep_cells() store results of the last force evaluation, which must be complete.
    // keep_accelerations() waits for the device.
    void keep_accelerations(const RunDevice& device, Solver& solver);
    void keep_cells(const Solver& solver);

    std::span<const float> acceleration_magnitudes() const { return magnitudes_; }
    std::span<const TreeCell> cells() const { return cells_; }

    void clear_cells() { cells_.clear(); }
    void clear() {
        magnitudes_.clear();
        cells_.clear();
    }

  private:
    bool accelerations_wanted_ = false, cells_wanted_ = false;
    std::vector<float> magnitudes_;
    std::vector<TreeCell> cells_;
};

}  // namespace milkomeda
