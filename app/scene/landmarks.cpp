#include "app/scene/landmarks.hpp"

#include <algorithm>

#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

// Rows are shuffled inside their components, so the first ones are a fair sample. The centre of so many rows
// of a bulge is uncertain by about 3 % of its radius.
constexpr std::size_t sampled_rows = 1000;

Landmark centre_of(const LoadedScene& loaded, const std::string& galaxy) {
    const std::vector<Component> core = core_of_galaxy(loaded.initial().particles, galaxy);
    std::size_t available = 0;
    for (const Component& component : core) available += component.count;

    std::vector<Vector3> positions;
    glm::dvec3 velocity{0};
    for (const Component& component : core) {
        const std::size_t share = (component.count * sampled_rows + available - 1) / available;
        const ParticleRows rows = loaded.rows({component.first, std::min(component.count, share)});
        for (const glm::vec4& row : rows.positions) positions.push_back({row.x, row.y, row.z});
        for (const glm::vec4& row : rows.velocities) velocity += glm::dvec3{row};
    }
    velocity /= static_cast<double>(positions.size());
    const Vector3 centre = shrinking_mean(std::move(positions));
    return {galaxy, {centre.x, centre.y, centre.z}, velocity};
}

}  // namespace

void Landmarks::update(LoadedScene& loaded, double ahead) {
    loaded.update(ahead);
    loaded_ = &loaded;
    galaxies_.clear();
    for (const std::string& galaxy : milkomeda::galaxies(loaded.initial().particles))
        galaxies_.push_back(centre_of(loaded, galaxy));
}

std::optional<Landmark> Landmarks::body(std::size_t row) const {
    if (loaded_ == nullptr) return std::nullopt;
    const ParticleRows rows = loaded_->rows({row, 1});
    if (rows.positions.empty()) return std::nullopt;
    return Landmark{std::to_string(loaded_->initial().particles.ids[row]), rows.positions[0],
                    rows.velocities[0]};
}

}  // namespace milkomeda
