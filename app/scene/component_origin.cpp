#include "app/scene/component_origin.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

std::vector<float> radii_of(const ParticleSet& particles, const Component& component, const glm::dvec3& center) {
    std::vector<float> radii;
    radii.reserve(component.count);
    for (std::size_t row = component.first; row < component.first + component.count; ++row) {
        const Float4& p = particles.positions[row];
        radii.push_back(static_cast<float>(glm::distance(center, {p.x, p.y, p.z})));
    }
    return radii;
}

float half_radius(std::vector<float> radii) {
    if (radii.empty()) return 1;
    const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
    std::ranges::nth_element(radii, middle);
    return *middle > 0 ? *middle : 1;
}

// Returns the origin of a component that starts in its present state. The caller sets the color number.
ComponentOrigin origin_here(const ParticleSet& particles, const Component& component, const glm::dvec3& center) {
    std::vector<float> radii = radii_of(particles, component, center);
    const float half = half_radius(radii);
    return {.first_row = component.first,
            .radii = std::make_shared<const std::vector<float>>(std::move(radii)),
            .half_radius = half,
            .heat = disk_heat(particles, component, center)};
}

glm::dvec3 first_place(const ParticleSet& particles, const Component& component) {
    if (component.count == 0) return glm::dvec3{0};
    const Float4& p = particles.positions[component.first];
    return {p.x, p.y, p.z};
}

std::vector<std::string> numbered_galaxies(const ParticleSet& particles) {
    std::vector<std::string> names = galaxies(particles);
    if (std::ranges::find(names, "andromeda") == names.end()) return names;
    std::vector<std::string> numbered{"milky-way", "andromeda"};
    for (std::string& name : names)
        if (std::ranges::find(numbered, name) == numbered.end()) numbered.push_back(std::move(name));
    return numbered;
}

}  // namespace

const Component* same_component(const std::vector<Component>& others, const Component& component) {
    const auto found = std::ranges::find_if(others, [&](const Component& other) {
        return other.galaxy == component.galaxy && other.name == component.name && other.count == component.count;
    });
    return found == others.end() ? nullptr : &*found;
}

std::vector<ComponentOrigin> origins_of(const ParticleSet& start) {
    std::vector<ComponentOrigin> origins(start.components.size());
    const std::vector<std::string> numbered = numbered_galaxies(start);
    for (const std::string& galaxy : galaxies(start)) {
        const glm::dvec3 center = center_of_galaxy(start, galaxy);
        for (std::size_t c = 0; c < origins.size(); ++c) {
            if (start.components[c].galaxy != galaxy) continue;
            origins[c] = origin_here(start, start.components[c], center);
            origins[c].galaxy = static_cast<int>(std::ranges::find(numbered, galaxy) - numbered.begin());
        }
    }
    // Components of galaxies that have only perturbers get their first body as center.
    for (std::size_t c = 0; c < origins.size(); ++c)
        if (!origins[c].radii)
            origins[c] = origin_here(start, start.components[c], first_place(start, start.components[c]));
    return origins;
}

std::vector<ComponentOrigin> origins_of(const ParticleSet& particles, const ParticleSet& before,
                                        const std::vector<ComponentOrigin>& origins_before) {
    int next_galaxy = 0;
    for (const ComponentOrigin& origin : origins_before) next_galaxy = std::max(next_galaxy, origin.galaxy + 1);
    std::vector<ComponentOrigin> origins;
    std::string last_new;
    for (const Component& component : particles.components) {
        if (const Component* const known = same_component(before.components, component)) {
            origins.push_back(origins_before[static_cast<std::size_t>(known - before.components.data())]);
            continue;
        }
        if (!last_new.empty() && component.galaxy != last_new) ++next_galaxy;
        last_new = component.galaxy;
        origins.push_back(origin_here(particles, component, center_of_galaxy(particles, component.galaxy)));
        origins.back().galaxy = next_galaxy;
    }
    return origins;
}

}  // namespace milkomeda
