#include "app/scene/shown_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

constexpr ShownBodies gas_alone{true, false}, young_stars_alone{false, true};
constexpr std::array visibility_of_digits{no_bodies, all_bodies, gas_alone, young_stars_alone};

void add_young_stars(std::vector<ShownPart>& parts, const Component& names, const ShownPart::Rows& rows) {
    const auto found = std::ranges::find_if(parts, [&](const ShownPart& part) {
        return part.names.name == young_stars_name && part.names.galaxy == names.galaxy;
    });
    if (found != parts.end()) return found->rows.push_back(rows);
    parts.push_back({names, {rows}});
    parts.back().names.name = young_stars_name;
}

}  // namespace

bool ShownPart::is_shown(std::span<const ShownBodies> shown) const {
    return std::ranges::any_of(rows, [&](const Rows& own) {
        const ShownBodies& now = shown[own.component];
        return (own.bodies.others && now.others) || (own.bodies.young_stars && now.young_stars);
    });
}

void ShownPart::show(bool on, std::span<ShownBodies> shown) const {
    for (const Rows& own : rows) {
        ShownBodies& now = shown[own.component];
        if (own.bodies.others) now.others = on;
        if (own.bodies.young_stars) now.young_stars = on;
    }
}

std::vector<ShownPart> shown_parts(const std::vector<Component>& components) {
    std::vector<ShownPart> parts;
    for (std::size_t c = 0; c < components.size(); ++c) {
        const Component& component = components[c];
        if (component.name == young_stars_name)
            add_young_stars(parts, component, {c, all_bodies});
        else
            parts.push_back({component, {{c, is_gas(component) ? gas_alone : all_bodies}}});
        if (is_gas(component)) add_young_stars(parts, component, {c, young_stars_alone});
    }
    return parts;
}

std::string digits_of(std::span<const ShownBodies> shown) {
    std::string digits;
    for (const ShownBodies& bodies : shown)
        digits +=
            static_cast<char>('0' + (std::ranges::find(visibility_of_digits, bodies) - visibility_of_digits.begin()));
    return digits;
}

std::vector<ShownBodies> shown_of_digits(std::string_view digits) {
    std::vector<ShownBodies> shown;
    for (const char digit : digits) {
        if (digit < '0' || digit > '3')
            throw std::invalid_argument(fmt::format("the visibility of a component is '{}', not 0, 1, 2 or 3", digit));
        shown.push_back(visibility_of_digits[static_cast<std::size_t>(digit - '0')]);
    }
    return shown;
}

}  // namespace milkomeda
