#include "app/scene/saved_origins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/io/json_text.hpp"
#include "data/files/binary_file.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* text_name = "Origins";  // one of saved_texts

Json to_json(const ComponentOrigin& origin) {
    const glm::dvec3& axis = origin.vertical->axis;
    return {{"galaxy", origin.galaxy},
            {"first_row", origin.first_row},
            {"half_radius", origin.half_radius},
            {"axis", {axis.x, axis.y, axis.z}}};
}

// Returns the origin without radii and vertical ranks. Throws Json::exception.
ComponentOrigin origin_from(const Json& json, glm::dvec3& axis) {
    ComponentOrigin origin;
    json.at("galaxy").get_to(origin.galaxy);
    json.at("first_row").get_to(origin.first_row);
    json.at("half_radius").get_to(origin.half_radius);
    for (int i = 0; i < 3; ++i) json.at("axis").at(static_cast<std::size_t>(i)).get_to(axis[i]);
    return origin;
}

bool is_valid(const ComponentOrigin& origin, const glm::dvec3& axis) {
    constexpr auto most_rows = static_cast<std::size_t>(std::numeric_limits<int>::max());
    constexpr int most_galaxies = 1 << 16;
    return origin.galaxy >= 0 && origin.galaxy < most_galaxies && origin.first_row < most_rows &&
           origin.half_radius > 0 && std::isfinite(origin.half_radius) && std::abs(glm::length(axis) - 1) < 1e-6;
}

}  // namespace

void put_origins(const std::vector<ComponentOrigin>& origins, SavedRun& run) {
    Json list = Json::array();
    for (const ComponentOrigin& origin : origins) {
        list.push_back(to_json(origin));
        run.radii_at_start.insert(run.radii_at_start.end(), origin.radii->begin(), origin.radii->end());
        std::ranges::copy(origin.vertical->ranks, std::back_inserter(run.vertical_ranks));
    }
    run.texts[text_name] = json_page(list);
}

std::vector<ComponentOrigin> origins_in(const SavedRun& run, const ParticleSet& particles, const std::string& source) {
    const auto text = run.texts.find(text_name);
    if (text == run.texts.end()) return {};
    const Json list = parse_json(text->second);
    if (!list.is_array() || list.size() != particles.components.size())
        throw FileError(source, "is inconsistent: Origins does not have one entry per component");
    if (run.radii_at_start.size() != particles.size())
        throw FileError(source, "is inconsistent: Origins does not have one radius per body");
    std::vector<ComponentOrigin> origins;
    for (std::size_t c = 0; c < list.size(); ++c) {
        VerticalRanks vertical;
        ComponentOrigin origin = origin_from(list[c], vertical.axis);
        if (!is_valid(origin, vertical.axis))
            throw FileError(source, fmt::format("is inconsistent: entry {} of Origins is invalid", c));
        const Component& component = particles.components[c];
        const auto first = static_cast<std::ptrdiff_t>(component.first),
                   end = first + static_cast<std::ptrdiff_t>(component.count);
        const auto part = [&](const std::vector<float>& column) {
            return std::vector<float>(column.begin() + first, column.begin() + end);
        };
        vertical.ranks = part(run.vertical_ranks);
        origin.radii = std::make_shared<const std::vector<float>>(part(run.radii_at_start));
        origin.vertical = std::make_shared<const VerticalRanks>(std::move(vertical));
        origins.push_back(std::move(origin));
    }
    return origins;
}

}  // namespace milkomeda
