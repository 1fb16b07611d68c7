#include "data/simulation/fixed_point.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace milkomeda {
namespace {

// ratio of the integer range to the largest initial coordinate; large, because bodies can be ejected
constexpr double margin = 16;
constexpr int digits_of_float = 24;

double largest_coordinate(const Float4& row) { return std::max({std::abs(row.x), std::abs(row.y), std::abs(row.z)}); }

struct Extent {
    double most = 0, median = 0;
};

// Returns the largest and the median absolute coordinate of the rows. Ignores numbers that are not finite.
Extent extent_of(std::span<const Float4> rows) {
    std::vector<double> sizes;
    sizes.reserve(rows.size());
    for (const Float4& row : rows)
        if (const double size = largest_coordinate(row); std::isfinite(size)) sizes.push_back(size);
    if (sizes.empty()) return {};
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::ranges::nth_element(sizes, middle);
    return {std::ranges::max(sizes), *middle};
}

// Returns the exponent e of the range 2^e for coordinates up to `most`.
int range_exponent(double most) {
    if (!(most > 0)) return 10;  // no finite nonzero coordinate: the range is large, and needs 64 bits
    return static_cast<int>(std::ceil(std::log2(margin * most)));
}

bool is_fine_enough(const Extent& extent, int range_exponent) {
    const double unit = std::ldexp(1.0, range_exponent - 30);
    return unit <= std::ldexp(extent.median, 1 - digits_of_float);
}

template <typename Integer>
std::optional<std::vector<std::byte>> rounded(std::span<const Float4> rows, double unit, double range) {
    std::vector<std::byte> bytes(3 * rows.size() * sizeof(Integer));
    std::byte* to = bytes.data();
    for (const Float4& row : rows) {
        if (!(largest_coordinate(row) <= range) || std::isnan(row.x + row.y + row.z)) return std::nullopt;
        for (const float number : {row.x, row.y, row.z}) {
            const auto integer = static_cast<Integer>(std::llround(number / unit));
            std::memcpy(to, &integer, sizeof integer);
            to += sizeof integer;
        }
    }
    return bytes;
}

template <typename Integer>
bool represents(std::span<const std::byte> integers, double unit, std::span<const Float4> rows) {
    constexpr double rounding = 1e-6;
    if (integers.size() != 3 * rows.size() * sizeof(Integer)) return false;
    const std::byte* from = integers.data();
    for (const Float4& row : rows)
        for (const float number : {row.x, row.y, row.z}) {
            Integer integer = 0;
            std::memcpy(&integer, from, sizeof integer);
            from += sizeof integer;
            const double meant = static_cast<double>(integer) * unit;
            if (!(std::abs(meant - number) <= rounding * std::abs(number) + unit)) return false;
        }
    return true;
}

}  // namespace

FixedPoint choose_fixed_point(std::span<const Float4> positions, std::span<const Float4> velocities) {
    const Extent places = extent_of(positions);
    Extent speeds = extent_of(velocities);
    const double mass = std::accumulate(positions.begin(), positions.end(), 0.0,
                                        [](double sum, const Float4& row) { return sum + std::max(row.w, 0.0f); });
    if (places.median > 0 && std::isfinite(mass)) {
        const double circular = std::sqrt(mass / places.median);
        speeds.most = std::max(speeds.most, circular);
        speeds.median = std::max(speeds.median, circular);
    }
    const int position_range = range_exponent(places.most), velocity_range = range_exponent(speeds.most);
    const int bits = is_fine_enough(places, position_range) && is_fine_enough(speeds, velocity_range) ? 32 : 64;
    return {bits, position_range - (bits - 2), velocity_range - (bits - 2)};
}

std::string to_text(const FixedPoint& format) {
    return fmt::format(
        "{} bits{}, positions to {:g} in steps of {:.2g}, velocities to {:g} in steps of {:.2g} (model units)",
        format.bits, format.is_widened ? " (widened from 32 bits without loss)" : "", format.position_range(),
        format.position_unit(), format.velocity_range(), format.velocity_unit());
}

std::optional<IntegerRows> to_integers(std::span<const Float4> positions, std::span<const Float4> velocities,
                                       const FixedPoint& format) {
    const auto column = [&](std::span<const Float4> rows, double unit, double range) {
        return format.bits == 32 ? rounded<std::int32_t>(rows, unit, range) : rounded<std::int64_t>(rows, unit, range);
    };
    auto of_positions = column(positions, format.position_unit(), format.position_range());
    auto of_velocities = column(velocities, format.velocity_unit(), format.velocity_range());
    if (!of_positions || !of_velocities) return std::nullopt;
    return IntegerRows{format, std::move(*of_positions), std::move(*of_velocities)};
}

bool represents(const IntegerRows& integers, std::span<const Float4> positions, std::span<const Float4> velocities) {
    const FixedPoint& format = integers.format;
    const auto column = [&](std::span<const std::byte> numbers, double unit, std::span<const Float4> rows) {
        return format.bits == 32 ? represents<std::int32_t>(numbers, unit, rows)
                                 : represents<std::int64_t>(numbers, unit, rows);
    };
    return column(integers.positions, format.position_unit(), positions) &&
           column(integers.velocities, format.velocity_unit(), velocities);
}

}  // namespace milkomeda
