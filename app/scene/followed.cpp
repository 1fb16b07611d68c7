#include "app/scene/followed.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "app/cli/usage_error.hpp"
#include "data/particles/structure.hpp"
#include "data/text/text.hpp"

namespace milkomeda {

namespace {

std::vector<std::string> named_galaxies(const ParticleSet& particles) {
    std::vector<std::string> names = galaxies(particles);
    std::erase(names, "");
    return names;
}

std::string listed(const std::string& what, const std::vector<std::string>& names) {
    return names.empty() ? "" : "; " + what + ": " + join(names);
}

}  // namespace

std::vector<std::string> names_to_follow(const ParticleSet& particles) {
    std::vector<std::string> names = named_galaxies(particles);
    std::ranges::copy(perturber_names(particles.components), std::back_inserter(names));
    return names;
}

std::optional<std::size_t> find_followed(const ParticleSet& particles, const std::string& name) {
    const std::vector<std::string> known = galaxies(particles);
    if (std::ranges::find(known, name) != known.end()) return std::nullopt;
    for (const Component& component : particles.components)
        if (component.perturber && component.name == name) return component.first;
    std::uint32_t id = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error == std::errc{} && end == name.data() + name.size()) {
        const auto found = std::ranges::find(particles.ids, id);
        if (found != particles.ids.end()) return static_cast<std::size_t>(found - particles.ids.begin());
    }
    throw UsageError("--follow: there is no galaxy and no body '" + name + "'" +
                     listed("galaxies", named_galaxies(particles)) +
                     listed("perturbers", perturber_names(particles.components)));
}

}  // namespace milkomeda
