#include "data/particles/recenter.hpp"

namespace milkomeda {
namespace {

// Subtracts the mean of a column. The mean is weighted by mass unless the total mass is 0.
void recenter(std::vector<Float4>& column, const std::vector<Float4>& positions) {
    const bool weighted = mass_of(positions) > 0;
    double weights = 0;
    glm::dvec3 sum{0};
    for (std::size_t i = 0; i < column.size(); ++i) {
        const double weight = weighted ? positions[i].w : 1;
        weights += weight;
        sum += weight * vector_of(column[i]);
    }
    for (Float4& value : column) value = float4_of(vector_of(value) - sum / weights, value.w);
}

}  // namespace

void recenter(ParticleSet& particles) {
    recenter(particles.velocities, particles.positions);
    recenter(particles.positions, particles.positions);
}

}  // namespace milkomeda
