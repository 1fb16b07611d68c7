#include "app/scene/followed.hpp"

#include <algorithm>
#include <charconv>

#include "app/options/options.hpp"
#include "data/particles/structure.hpp"
#include "data/text/text.hpp"

namespace milkomeda {

std::optional<std::size_t> find_followed(const Particles& particles, const std::string& name) {
    std::vector<std::string> known = galaxies(particles);
    if (std::ranges::find(known, name) != known.end()) return std::nullopt;
    std::erase(known, "");
    std::uint32_t id = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error == std::errc{} && end == name.data() + name.size()) {
        const auto found = std::ranges::find(particles.ids, id);
        if (found != particles.ids.end()) return static_cast<std::size_t>(found - particles.ids.begin());
    }
    throw UsageError("--follow: there is no galaxy and no body '" + name + "'" +
                     (known.empty() ? "" : "; galaxies: " + join(known)));
}

}  // namespace milkomeda
