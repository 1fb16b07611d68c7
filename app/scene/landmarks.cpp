#include "app/scene/landmarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/cli/usage_error.hpp"
#include "data/particles/structure.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// The mean position of 1000 rows approximates the center of a bulge; the error is about 3 % of the bulge's radius. Rows
// are shuffled inside components, so the first rows are a fair sample.
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
        for (const glm::vec4& row : rows.positions) positions.emplace_back(row);
        for (const glm::vec4& row : rows.velocities) velocity += glm::dvec3{row};
    }
    if (positions.empty()) return std::nullopt;
    velocity /= static_cast<double>(positions.size());
    return Landmark{galaxy, shrinking_mean(std::move(positions)), velocity};
}

std::vector<std::string> named_galaxies(const ParticleSet& particles) {
    std::vector<std::string> names = galaxies(particles);
    std::erase(names, "");
    return names;
}

std::string listed(std::string_view title, const std::vector<std::string>& names) {
    return names.empty() ? "" : fmt::format("; {}: {}", title, join(names));
}

}  // namespace

std::vector<Landmark> find_galaxies(ParticleReadback& rows, const ParticleSet& initial) {
    std::vector<Landmark> found;
    bool all_known = true;
    // The loop does not end at the first unknown galaxy, so that the rows of all galaxies are requested at once.
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

std::vector<std::string> names_to_follow(const ParticleSet& particles) {
    std::vector<std::string> names = named_galaxies(particles);
    std::ranges::copy(perturber_names(particles.components), std::back_inserter(names));
    return names;
}

Followed find_followed(const ParticleSet& particles, const std::string& typed) {
    if (const auto name = find_typed_name(typed, names_to_follow(particles))) {
        const std::vector<std::string> known = galaxies(particles);
        if (std::ranges::find(known, *name) != known.end()) return {*name, std::nullopt};
        for (const Component& component : particles.components)
            if (component.perturber && component.name == *name) return {*name, component.first};
    }
    if (const auto id = number_from<std::uint32_t>(typed)) {
        const auto found = std::ranges::find(particles.ids, *id);
        if (found != particles.ids.end()) return {typed, static_cast<std::size_t>(found - particles.ids.begin())};
    }
    throw UsageError(fmt::format("--follow: there is no galaxy and no body '{}'{}{}", typed,
                                 listed("galaxies", named_galaxies(particles)),
                                 listed("perturbers", perturber_names(particles.components))));
}

}  // namespace milkomeda
