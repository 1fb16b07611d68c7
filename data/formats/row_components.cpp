#include "data/formats/row_components.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "data/particles/row_order.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

std::string name_of_type(std::string_view type) {
    if (type.empty()) return "all";
    return (is_number(type) ? "type " : "") + std::string(type);
}

void RowComponents::add_row(std::string_view component, std::string_view galaxy) {
    constexpr std::size_t most = 64;
    for (std::size_t tag = 0; tag < names.size(); ++tag)
        if (names[tag].first == component && names[tag].second == galaxy)
            return tags.push_back(static_cast<std::uint8_t>(tag));
    if (names.size() == most) throw std::invalid_argument("the file has more than 64 components");
    if (component.empty()) throw std::invalid_argument("the component has no name");
    for (const char c : std::string(component) + std::string(galaxy))
        if (c < ' ' || c > '~' || c == '"')
            throw std::invalid_argument(
                "the names of components and galaxies must consist of printable ASCII characters");
    names.emplace_back(component, galaxy);
    tags.push_back(static_cast<std::uint8_t>(names.size() - 1));
}

void RowComponents::group_rows(ParticleFile& file) const {
    ParticleSet& particles = file.particles;
    if (names.empty()) return;
    if (particles.ids.empty()) {
        particles.ids.resize(particles.size());
        std::iota(particles.ids.begin(), particles.ids.end(), 0u);
        file.has_ids = !file.exact_ids.empty();
    }
    std::vector<std::size_t> counts(names.size());
    for (const std::uint8_t tag : tags) ++counts[tag];
    for (std::size_t tag = 0; tag < counts.size(); ++tag)
        add_component(particles, names[tag].first, names[tag].second, counts[tag]);
    if (std::ranges::is_sorted(tags)) return;
    std::vector<std::uint32_t> rows(particles.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        Component& component = particles.components[tags[row]];
        rows[component.first++] = static_cast<std::uint32_t>(row);
    }
    for (std::size_t tag = 0; tag < counts.size(); ++tag) particles.components[tag].first -= counts[tag];
    const auto reorder_column = [&rows](auto& column) {
        if (column.empty()) return;
        const auto before = column;
        for (std::size_t row = 0; row < rows.size(); ++row) column[row] = before[rows[row]];
    };
    reorder_column(file.exact_positions);
    reorder_column(file.exact_ids);
    reorder(particles, 0, rows);
}

}  // namespace milkomeda
