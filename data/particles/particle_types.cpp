#include "data/particles/particle_types.hpp"

#include <algorithm>

#include "data/particles/particle_file.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {

std::size_t type_of(const Component& component) {
    constexpr std::size_t halo = 1, black_holes = 5;
    if (component.perturber) return black_holes;
    if (component.name == young_stars_name) return star_type;
    const auto found = std::find(type_names.begin(), type_names.end(), component.name);
    return found == type_names.end() ? halo : static_cast<std::size_t>(found - type_names.begin());
}

std::vector<std::size_t> types_of(const ParticleSet& particles) {
    std::vector<std::size_t> types;
    for (const Component& component : particles.components) types.push_back(type_of(component));
    return types;
}

TypeCounts count_types(const ParticleSet& particles) {
    TypeCounts counts{};
    for (const Component& component : particles.components) counts[type_of(component)] += component.count;
    return counts;
}

void add_components(ParticleSet& particles, const TypeCounts& counts) {
    for (std::size_t type = 0; type < counts.size(); ++type)
        add_component(particles, std::string(type_names[type]), "", counts[type]);
}

bool are_types(const std::vector<Component>& components, const std::vector<std::size_t>& known) {
    TypeCounts seen{};
    return std::all_of(components.begin(), components.end(), [&](const Component& component) {
        const std::size_t type = type_of(component);
        return component.galaxy.empty() && component.name == type_names[type] && ++seen[type] == 1 &&
               std::find(known.begin(), known.end(), type) != known.end();
    });
}

}  // namespace milkomeda
