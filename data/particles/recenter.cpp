#include "data/particles/recenter.hpp"

namespace milkomeda {
namespace {

// Subtracts the mean of a column. The mean is weighted by mass unless the total mass is 0.
void recenter(std::vector<Float4>& column, const std::vector<Float4>& positions) {
    const bool weighted = mass_of(positions) > 0;
    double weights = 0, x = 0, y = 0, z = 0;
    for (std::size_t i = 0; i < column.size(); ++i) {
        const double weight = weighted ? positions[i].w : 1;
        weights += weight, x += weight * column[i].x, y += weight * column[i].y, z += weight * column[i].z;
    }
    for (Float4& value : column) {
        value.x = static_cast<float>(value.x - x / weights);
        value.y = static_cast<float>(value.y - y / weights);
        value.z = static_cast<float>(value.z - z / weights);
    }
}

}  // namespace

void recenter(ParticleSet& particles) {
    recenter(particles.velocities, particles.positions);
    recenter(particles.positions, particles.positions);
}

}  // namespace milkomeda
