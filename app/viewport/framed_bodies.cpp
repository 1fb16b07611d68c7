#include "app/viewport/framed_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace milkomeda {
namespace {

bool is_finite(const glm::vec4& position) {
    return std::isfinite(position.x) && std::isfinite(position.y) && std::isfinite(position.z);
}

struct Sampled {
    const Component& component;
    std::size_t rows;  // number of sampled rows, counted from the component's first row
};

// Selects about 2000 rows of the shown components as a sample; each component gets a number of rows in proportion to
// its size.
std::vector<Sampled> sampled(const SceneSetup& initial) {
    constexpr std::size_t wanted = 2000;
    std::size_t shown = 0;
    for (std::size_t c = 0; c < initial.shown.size(); ++c)
        if (initial.shown[c].any()) shown += initial.particles.components[c].count;
    std::vector<Sampled> all;
    for (std::size_t c = 0; c < initial.shown.size(); ++c) {
        const Component& component = initial.particles.components[c];
        if (initial.shown[c].any())
            all.push_back({component, std::min(component.count, component.count * wanted / shown + 1)});
    }
    return all;
}

std::vector<glm::vec3> corners_of(const MixedBox& box) {
    std::vector<glm::vec3> corners;
    for (const double x : {box.least.x, box.most.x})
        for (const double y : {box.least.y, box.most.y})
            for (const double z : {box.least.z, box.most.z}) corners.emplace_back(x, y, box.dimensions == 2 ? 0 : z);
    return corners;
}

// Returns the distance from `center` within which 90 % of the positions lie.
float light_radius(const std::vector<glm::vec3>& positions, const glm::vec3& center) {
    constexpr double share_of_light = 0.9;
    std::vector<float> distances;
    for (const glm::vec3& position : positions) distances.push_back(glm::distance(position, center));
    const auto at = distances.begin() + static_cast<std::ptrdiff_t>(share_of_light * double(distances.size() - 1));
    std::ranges::nth_element(distances, at);
    return *at;
}

}  // namespace

FramedBodies framed_bodies(LoadedScene& loaded) {
    FramedBodies bodies;
    bool all_known = true;
    std::map<std::string, std::vector<glm::vec3>> of_galaxy;
    for (const auto& [component, count] : sampled(loaded.initial())) {
        const ParticleRows rows = loaded.rows().rows({component.first, count});
        all_known &= rows.positions.size() == count;
        for (const glm::vec4& row : rows.positions) {
            if (!is_finite(row)) continue;  // The window keeps showing a run with non-finite positions.
            bodies.sample.emplace_back(row);
            of_galaxy[component.galaxy].emplace_back(row);
        }
    }
    if (!all_known) return {};
    for (const Landmark& galaxy : loaded.galaxies())
        if (const auto found = of_galaxy.find(galaxy.name); found != of_galaxy.end())
            bodies.spheres.push_back({galaxy.name, galaxy.position, light_radius(found->second, galaxy.position)});
    return bodies;
}

std::vector<glm::vec3> framed_start(const SceneSetup& initial) {
    if (initial.mixed) return corners_of(*initial.mixed);
    std::vector<glm::vec3> sample;
    for (const auto& [component, count] : sampled(initial))
        for (const Float4& p : std::span{initial.particles.positions}.subspan(component.first, count))
            sample.emplace_back(p.x, p.y, p.z);
    return sample;
}

}  // namespace milkomeda
