#include "compute/simulation/force_records.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {

void ForceRecords::keep_wanted(const RunDevice& device, Solver& solver) {
    if (accelerations_wanted_) keep_accelerations(device, solver);
    if (cells_wanted_) keep_cells(solver);
}

void ForceRecords::keep_accelerations(const RunDevice& device, Solver& solver) {
    device.queue.finish();
    solver.finish();
    std::vector<Float4> rows(device.particles.field_bodies());
    device.queue.enqueueReadBuffer(solver.accelerations(), CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
    magnitudes_.resize(rows.size());
    std::ranges::transform(rows, magnitudes_.begin(), [](const Float4& a) { return std::hypot(a.x, a.y, a.z); });
    // accelerations of the perturbers by the field bodies
    for (const glm::dvec3& a : device.perturbers.accelerations())
        magnitudes_.push_back(static_cast<float>(glm::length(a)));
    accelerations_wanted_ = false;
}

void ForceRecords::keep_cells(const Solver& solver) {
    constexpr std::size_t most = 4000;  // limited, because more cells would hide the picture
    cells_ = solver.cells(most);
    cells_wanted_ = false;
}

}  // namespace milkomeda
