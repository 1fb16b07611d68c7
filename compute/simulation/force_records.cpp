#include "compute/simulation/force_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace milkomeda {

void ForceRecords::keep_wanted(const RunDevice& device, Solver& solver, const std::optional<GasSteps>& gas) {
    keep_measured(device, solver, gas);
    if (cells_wanted_) keep_cells(solver);
}

void ForceRecords::keep_measured(const RunDevice& device, Solver& solver, const std::optional<GasSteps>& gas) {
    if (wanted_ == MeasuredQuantity::none) return;
    measured_ = std::exchange(wanted_, MeasuredQuantity::none);
    numbers_.clear();
    if (measured_ == MeasuredQuantity::acceleration) keep_accelerations(device, solver);
    if (measured_ == MeasuredQuantity::gas_temperature && gas && gas->is_known()) {
        numbers_.assign(device.particles.size(), std::numeric_limits<float>::quiet_NaN());
        gas->read_temperatures(numbers_);
    }
}

void ForceRecords::keep_accelerations(const RunDevice& device, Solver& solver) {
    device.queue.finish();
    solver.finish();
    std::vector<Float4> rows(device.particles.field_bodies());
    device.queue.enqueueReadBuffer(solver.accelerations(), CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
    numbers_.resize(rows.size());
    std::ranges::transform(rows, numbers_.begin(), [](const Float4& a) { return std::hypot(a.x, a.y, a.z); });
    // accelerations of the perturbers by the field bodies
    for (const glm::dvec3& a : device.perturbers.accelerations())
        numbers_.push_back(static_cast<float>(glm::length(a)));
}

void ForceRecords::keep_cells(const Solver& solver) {
    constexpr std::size_t most = 4000;  // limited, because more cells would hide the picture
    cells_ = solver.cells(most);
    cells_wanted_ = false;
}

}  // namespace milkomeda
