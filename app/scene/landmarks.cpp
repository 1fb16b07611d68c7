#include "app/scene/landmarks.hpp"

#include <algorithm>

#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

// Number of rows whose mean gives the center of a bulge within about 3 % of its radius. Rows are shuffled
// inside components, so the first rows are a fair sample.
constexpr std::size_t sampled_rows = 1000;

std::optional<Landmark> find_galaxy(ParticleReadback& shown, const ParticleSet& initial, const std::string& galaxy) {
    const std::vector<Component> core = core_of_galaxy(initial, galaxy);
    std::size_t available = 0;
    for (const Component& component : core) available += component.count;

    std::vector<glm::dvec3> positions;
    glm::dvec3 velocity{0};
    for (const Component& component : core) {
        const std::size_t share = (component.count * sampled_rows + available - 1) / available;
        const ParticleRows rows = shown.rows({component.first, std::min(component.count, share)});
        for (const glm::vec4& row : rows.positions) positions.push_back({row.x, row.y, row.z});
        for (const glm::vec4& row : rows.velocities) velocity += glm::dvec3{row};
    }
    if (positions.empty()) return std::nullopt;
    velocity /= static_cast<double>(positions.size());
    return Landmark{galaxy, shrinking_mean(std::move(positions)), velocity};
}

}  // namespace

std::vector<Landmark> find_galaxies(ParticleReadback& rows, const ParticleSet& initial) {
    std::vector<Landmark> found;
    bool all_known = true;
    // Request the rows of all galaxies at once, even if the rows of one galaxy have not arrived yet.
    for (const std::string& galaxy : galaxies(initial)) {
        const std::optional<Landmark> landmark = find_galaxy(rows, initial, galaxy);
        all_known &= landmark.has_value();
        if (landmark) found.push_back(*landmark);
    }
    return all_known ? found : std::vector<Landmark>{};
}

std::optional<Landmark> find_body(ParticleReadback& rows, const ParticleSet& initial, std::size_t row) {
    const ParticleRows body = rows.rows({row, 1});
    if (body.positions.empty()) return std::nullopt;
    std::string name = std::to_string(initial.ids[row]);
    for (const Component& component : initial.components)
        if (component.perturber && component.first == row) name = component.name;
    return Landmark{std::move(name), body.positions[0], body.velocities[0]};
}

}  // namespace milkomeda
