#include "app/cli/values.hpp"

#include <algorithm>

#include "data/base/units.hpp"
#include "data/simulation/parameters.hpp"
#include "data/text/text_number.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

glm::vec3 parse_vec3(const std::string& text, char separator) {
    const std::vector<std::string> parts = split(text, separator);
    if (parts.size() != 3) throw std::invalid_argument(fmt::format("'{}' is not three numbers", text));
    return {parse_number<float>(parts[0]), parse_number<float>(parts[1]), parse_number<float>(parts[2])};
}

int parse_fraction(const std::string& text) {
    if (text == "1") return 1;
    if (text.starts_with("1/")) return parse_number<int>(text.substr(2));
    const auto value = parse_number<double>(text);
    for (const int k : fraction_denominators)
        if (value * k == 1) return k;
    throw std::invalid_argument(fmt::format("'{}' is not one of 1, 1/2, 1/4, 1/8, 1/16", text));
}

int parse_detail(const std::string& text) {
    if (text == "1") return 1;
    const int k = text.starts_with("1/") ? parse_number<int>(text.substr(2)) : 0;
    if (k < 1 || k > coarsest_detail)
        throw std::invalid_argument(fmt::format("'{}' is not one of auto, 1, 1/2 ... 1/{}", text, coarsest_detail));
    return k;
}

glm::dvec3 parse_place(const std::string& value) {
    constexpr double farthest = 1e18;  // largest coordinate; its square must stay below 3e38, the largest float
    const std::vector<std::string> parts = split(value, ',');
    if (parts.size() != 3) throw std::invalid_argument(fmt::format("'{}' is not three numbers", value));
    const glm::dvec3 v{parse_number<double>(parts[0]), parse_number<double>(parts[1]), parse_number<double>(parts[2])};
    if (std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) > farthest)
        throw std::invalid_argument(
            fmt::format("'{}' has a coordinate beyond {}, whose square would overflow single precision", value,
                        short_number(farthest)));
    return v;
}

std::array<std::size_t, 3> parse_lattice(const std::string& value) {
    constexpr std::size_t most_points = std::size_t{1} << 30;  // 4 GB of floats
    const std::vector<std::string> parts = split(value, 'x');
    if (parts.size() != 3) throw std::invalid_argument(fmt::format("'{}' is not NXxNYxNZ, such as 64x64x1", value));
    std::array<std::size_t, 3> counts{};
    std::size_t remaining = most_points;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        counts[axis] = parse_number<std::size_t>(parts[axis]);
        if (counts[axis] == 0)
            throw std::invalid_argument(fmt::format("'{}' has no points; each number must be at least 1", value));
        if (counts[axis] > remaining)
            throw std::invalid_argument(
                fmt::format("'{}' has more points than the largest possible number, {}", value, most_points));
        remaining /= counts[axis];
    }
    return counts;
}

double parse_model_time(const std::string& text) {
    // largest time in model units, so that the number of steps fits into 64 bits even with the shortest timestep
    constexpr double longest = 1e9;
    const double time = parse_time(text);
    if (std::abs(time) > longest)
        throw std::invalid_argument(fmt::format("'{}' exceeds a billion model time units (17.78 Myr each)", text));
    return time;
}

}  // namespace milkomeda
