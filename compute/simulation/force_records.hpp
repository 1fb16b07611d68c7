// Results of force evaluations for display: a quantity of each body, and tree cells.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "compute/fmm/tree_cell.hpp"
#include "compute/gravity/solver.hpp"
#include "compute/simulation/gas_steps.hpp"
#include "compute/simulation/run_device.hpp"
#include "data/base/measured_quantity.hpp"

namespace milkomeda {

class ForceRecords {
  public:
    void want(MeasuredQuantity quantity) { wanted_ = quantity; }
    void want_cells() { cells_wanted_ = true; }
    // Stores the results that want() and want_cells() have requested. Must be called when a force evaluation is
    // complete and no drift of the gas is in progress.
    void keep_wanted(const RunDevice& device, Solver& solver, const std::optional<GasSteps>& gas);
    // keep_measured() stores the quantity that want() has requested, and waits for the device. keep_cells() stores tree
    // cells. Accelerations and cells are results of the last force evaluation, which must be complete.
    void keep_measured(const RunDevice& device, Solver& solver, const std::optional<GasSteps>& gas);
    void keep_cells(const Solver& solver);

    // Returns the stored values of `quantity`; empty if they are not stored.
    std::span<const float> measured(MeasuredQuantity quantity) const {
        return quantity == measured_ ? std::span<const float>{numbers_} : std::span<const float>{};
    }
    std::span<const TreeCell> cells() const { return cells_; }

    void clear_cells() { cells_.clear(); }
    void clear() {
        numbers_.clear();
        cells_.clear();
    }

  private:
    void keep_accelerations(const RunDevice& device, Solver& solver);

    MeasuredQuantity wanted_ = MeasuredQuantity::none, measured_ = MeasuredQuantity::none;
    bool cells_wanted_ = false;
    std::vector<float> numbers_;  // values of the quantity `measured_`
    std::vector<TreeCell> cells_;
};

}  // namespace milkomeda
