#include "data/maps/sky_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "data/base/stellar_light.hpp"
#include "data/base/units.hpp"
#include "data/neighbors/star_formation.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

// Returns the cell of `count` equal cells between `least` and `most` that contains `place`.
std::optional<std::size_t> cell_of(double place, double least, double most, std::size_t count) {
    const double cell = std::floor((place - least) / (most - least) * static_cast<double>(count));
    if (!(cell >= 0 && cell < static_cast<double>(count))) return {};
    return static_cast<std::size_t>(cell);
}

// Returns the pixel that contains a body with this place and receding velocity.
std::optional<std::size_t> pixel_of(const glm::dvec3& place, double velocity, const MapGrid& grid) {
    const auto column = cell_of(place.x, -grid.width / 2, grid.width / 2, grid.columns),
               row = cell_of(place.y, -grid.height / 2, grid.height / 2, grid.rows),
               channel = grid.channels == 1 ? std::optional<std::size_t>{0}
                                            : cell_of(velocity, grid.least_velocity, grid.most_velocity, grid.channels);
    if (!column || !row || !channel) return {};
    return (*channel * grid.rows + *row) * grid.columns + *column;
}

double v_light_of_name(std::string_view name) {
    return name == "disk"    ? disk_v_light
           : name == "bulge" ? bulge_v_light
           : name == "halo"  ? halo_v_light
                             : other_v_light;
}

// Returns the star formation rate of gas as a share of its mass per model time; 0 if its smoothing length is unknown.
double rate_of_gas(double mass, double smoothing_length) {
    return smoothing_length > 0 ? formation_rate(surface_density_of_gas(mass, smoothing_length)) : 0;
}

double weight_of(MapQuantity quantity, const Component& component, double mass, const Float4& velocity, double time) {
    const bool is_star = is_gas(component) && is_young_star(velocity), is_still_gas = is_gas(component) && !is_star;
    switch (quantity) {
        case MapQuantity::gas:
            return is_still_gas ? mass : 0;
        case MapQuantity::sfr:
            return is_still_gas ? rate_of_gas(mass, velocity.w) * mass * solar_masses_per_mass / (myr_per_time * 1e6)
                                : 0;
        case MapQuantity::brightness:
            if (is_star) return mass * young_star_v_light((time - birth_time(velocity)) * myr_per_time);
            if (is_still_gas) return mass * gas_v_light * rate_of_gas(mass, velocity.w) / reference_formation_rate();
            return mass * v_light_of_name(component.name);
        default:
            return mass;
    }
}

// Weights of a Gaussian at the distances 0, 1, ... pixels, integrated over pixels, with the sum 1 over both sides.
std::vector<double> gaussian_weights(double sigma) {
    constexpr double widest = 5;  // standard deviations; 6e-7 of the Gaussian lies outside
    std::vector<double> weights;
    const auto below = [&](double place) { return 0.5 * std::erf(place / (sigma * std::numbers::sqrt2)); };
    for (int i = 0; i <= std::ceil(widest * sigma); ++i) weights.push_back(below(i + 0.5) - below(i - 0.5));
    double sum = -weights.front();
    for (const double weight : weights) sum += 2 * weight;
    for (double& weight : weights) weight /= sum;
    return weights;
}

// Convolves `count` numbers, of which each is `step` elements behind the previous one.
void convolve_line(double* numbers, std::size_t count, std::size_t step, const std::vector<double>& weights,
                   std::vector<double>& result) {
    result.assign(count, 0);
    const auto reach = static_cast<std::ptrdiff_t>(weights.size()) - 1, end = static_cast<std::ptrdiff_t>(count);
    for (std::ptrdiff_t from = 0; from < end; ++from) {
        const double number = numbers[from * static_cast<std::ptrdiff_t>(step)];
        if (number == 0) continue;
        for (std::ptrdiff_t to = std::max<std::ptrdiff_t>(0, from - reach); to < std::min(end, from + reach + 1); ++to)
            result[static_cast<std::size_t>(to)] += number * weights[static_cast<std::size_t>(std::abs(to - from))];
    }
    for (std::size_t i = 0; i < count; ++i) numbers[i * step] = result[i];
}

// The sums of weights, and of weights multiplied by velocities and their squares, in each pixel.
struct Moments {
    std::vector<double> zeroth, first, second;
    std::size_t bodies = 0;
};

Moments moments_of(MapQuantity quantity, const BodyRows& rows, std::span<const double> weights, const SkyView& view,
                   const MapGrid& grid) {
    Moments sums;
    sums.zeroth.assign(grid.columns * grid.rows * grid.channels, 0);
    const bool needs_velocity = quantity == MapQuantity::velocity || quantity == MapQuantity::dispersion;
    if (needs_velocity) sums.first = sums.second = sums.zeroth;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        if (!(weights[row] > 0)) continue;
        const double weight = weights[row], receding = view.receding(vector_of(rows.velocities[row]));
        const auto pixel = pixel_of(view.place(vector_of(rows.positions[row])), receding, grid);
        if (!pixel) continue;
        ++sums.bodies;
        sums.zeroth[*pixel] += weight;
        if (!needs_velocity) continue;
        sums.first[*pixel] += weight * receding;
        sums.second[*pixel] += weight * receding * receding;
    }
    return sums;
}

void blur_images(std::vector<double>& images, const MapGrid& grid, double blur) {
    const double sigma = blur / (2 * std::sqrt(2 * std::numbers::ln2));
    const std::size_t pixels = grid.columns * grid.rows;
    for (std::size_t first = 0; first < images.size(); first += pixels)
        convolve(std::span{images}.subspan(first, pixels), grid.columns, sigma * double(grid.columns) / grid.width,
                 sigma * double(grid.rows) / grid.height);
}

}  // namespace

std::string_view unit_of(MapQuantity quantity) {
    switch (quantity) {
        case MapQuantity::velocity:
        case MapQuantity::dispersion:
            return "km s-1";
        case MapQuantity::sfr:
            return "solMass yr-1 kpc-2";
        case MapQuantity::brightness:
            return "mag arcsec-2";
        default:
            return "solMass pc-2";
    }
}

void convolve(std::span<double> image, std::size_t columns, double sigma_x, double sigma_y) {
    const std::size_t rows = image.size() / columns;
    const std::vector<double> along_x = gaussian_weights(sigma_x), along_y = gaussian_weights(sigma_y);
    std::vector<double> line;
    for (std::size_t row = 0; row < rows; ++row) convolve_line(&image[row * columns], columns, 1, along_x, line);
    for (std::size_t column = 0; column < columns; ++column)
        convolve_line(&image[column], rows, columns, along_y, line);
}

std::vector<double> map_weights(MapQuantity quantity, const BodyRows& rows, std::span<const std::uint8_t> is_counted,
                                double time) {
    std::vector<double> weights(rows.positions.size(), 0);
    for (const Component& component : rows.components)
        for (std::size_t row = component.first; row < component.first + component.count; ++row)
            if (is_counted[row] != 0)
                weights[row] = weight_of(quantity, component, rows.positions[row].w, rows.velocities[row], time);
    return weights;
}

SkyMap sky_map(MapQuantity quantity, const BodyRows& rows, std::span<const double> weights, const SkyView& view,
               const MapGrid& grid, double blur) {
    Moments sums = moments_of(quantity, rows, weights, view, grid);
    if (blur > 0)
        for (std::vector<double>* const images : {&sums.zeroth, &sums.first, &sums.second})
            blur_images(*images, grid, blur);
    SkyMap map{grid, std::move(sums.zeroth), sums.bodies};
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const double unit = quantity == MapQuantity::sfr          ? 1 / (kpc_per_length * kpc_per_length)
                        : quantity == MapQuantity::brightness ? 1
                                                              : solar_masses_per_pc2;
    for (std::size_t i = 0; i < map.values.size(); ++i) {
        double& value = map.values[i];
        if (sums.first.empty()) {
            value *= unit / grid.pixel_area();
            if (quantity == MapQuantity::brightness) value = value > 0 ? v_magnitudes(value) : nan;
            continue;
        }
        const double mass = value, mean = sums.first[i] / mass, square = sums.second[i] / mass - mean * mean;
        value = quantity == MapQuantity::velocity ? mean : std::sqrt(std::max(0.0, square));
        value = mass > 0 ? value * km_s_per_velocity : nan;
    }
    return map;
}

}  // namespace milkomeda
