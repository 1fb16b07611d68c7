#include "data/maps/sky_map.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "data/base/parallel.hpp"
#include "data/base/random.hpp"
#include "data/base/units.hpp"
#include "data/maps/body_kernels.hpp"
#include "data/neighbors/star_formation.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Returns the cell of `count` equal cells between `least` and `most` that contains `place`.
std::optional<std::size_t> cell_of(double place, double least, double most, std::size_t count) {
    const double cell = std::floor((place - least) / (most - least) * static_cast<double>(count));
    if (!(cell >= 0 && cell < static_cast<double>(count))) return {};
    return static_cast<std::size_t>(cell);
}

// Returns the channel of a cube; 0 for a map without channels.
std::optional<std::size_t> channel_of(double receding, const MapGrid& grid) {
    if (grid.least_velocity == grid.most_velocity) return 0;
    return cell_of(receding, grid.least_velocity, grid.most_velocity, grid.channels);
}

// Returns the star formation rate of gas as a share of its mass per model time; 0 if its smoothing length is unknown.
double rate_of_gas(double mass, double smoothing_length) {
    return smoothing_length > 0 ? formation_rate(surface_density_of_gas(mass, smoothing_length)) : 0;
}

double light_of(const Component& component, double mass, const Float4& velocity, double time, Band band) {
    if (!is_gas(component)) return mass * component_light(component.name, band);
    if (is_young_star(velocity)) return mass * young_star_light(age_of(component, velocity, time), band);
    return mass * gas_light(band) * rate_of_gas(mass, velocity.w) / reference_formation_rate();
}

double weight_of(const MapRequest& request, const Component& component, double mass, const Float4& velocity,
                 double time) {
    const bool is_still_gas = is_gas(component) && !is_young_star(velocity);
    switch (request.quantity) {
        case MapQuantity::gas:
            return is_still_gas ? mass : 0;
        case MapQuantity::sfr:
            return is_still_gas ? rate_of_gas(mass, velocity.w) * mass * solar_masses_per_mass / (myr_per_time * 1e6)
                                : 0;
        case MapQuantity::age:
            if (is_still_gas) return 0;
            break;
        default:
            break;
    }
    if (is_light(request.quantity)) return light_of(component, mass, velocity, time, request.band.value_or(Band::V));
    if (is_mean(request.quantity) && request.band) return light_of(component, mass, velocity, time, *request.band);
    return mass;
}

// The highest power of the velocity or age that a quantity needs.
std::size_t power_of(MapQuantity quantity) {
    switch (quantity) {
        case MapQuantity::velocity:
        case MapQuantity::age:
            return 1;
        case MapQuantity::dispersion:
            return 2;
        case MapQuantity::h3:
            return 3;
        case MapQuantity::h4:
            return 4;
        default:
            return 0;
    }
}

// sums[k]: the sums of weights times the k-th power of the velocity or age, in each pixel.
struct PowerSums {
    std::vector<std::vector<double>> sums;
    std::size_t bodies = 0;  // in the map

    void add(std::size_t pixel, double weight, double value) {
        for (std::vector<double>& sum : sums) {
            sum[pixel] += weight;
            weight *= value;
        }
    }
};

// Returns the places of the bodies with positive weights.
std::vector<glm::dvec3> places_of(const BodyRows& rows, const MapRows& map_rows, const SkyView& view) {
    std::vector<glm::dvec3> places;
    for (std::size_t row = 0; row < map_rows.weights.size(); ++row)
        if (map_rows.weights[row] > 0) places.push_back(view.place(vector_of(rows.positions[row])));
    return places;
}

PowerSums power_sums(const MapRequest& request, const BodyRows& rows, const MapRows& map_rows, const SkyView& view,
                     const MapGrid& grid) {
    PowerSums result;
    result.sums.resize(power_of(request.quantity) + 1);
    for (std::vector<double>& sum : result.sums) sum.assign(grid.columns * grid.rows * grid.channels, 0);
    std::vector<double> widths;
    if (request.smooth > 0) widths = kernel_widths(places_of(rows, map_rows, view), request.smooth);
    const double across = double(grid.columns) / grid.width, along = double(grid.rows) / grid.height;
    std::size_t body = 0;  // among the bodies with positive weights
    for (std::size_t row = 0; row < map_rows.weights.size(); ++row) {
        const double weight = map_rows.weights[row];
        if (!(weight > 0)) continue;
        const double receding = view.receding(vector_of(rows.velocities[row])),
                     value = request.quantity == MapQuantity::age ? map_rows.ages[row] : receding;
        const glm::dvec3 place = view.place(vector_of(rows.positions[row]));
        const auto pixel = pixel_of(place, receding, grid);
        if (pixel) ++result.bodies;
        if (widths.empty()) {
            if (pixel) result.add(*pixel, weight, value);
            continue;
        }
        const double width = widths[body++];
        if (const auto channel = channel_of(receding, grid))
            spread_body({(place.x + grid.width / 2) * across, (place.y + grid.height / 2) * along},
                        {width * across, width * along}, grid.columns, grid.rows,
                        [&](std::size_t column, std::size_t line, double share) {
                            result.add((*channel * grid.rows + line) * grid.columns + column, share * weight, value);
                        });
    }
    return result;
}

// Sets the weight to 0 in pixels where the rounding errors of Fourier transforms, 1e-14 of the brightest pixel, change
// the skewness or the kurtosis by more than 0.1.
void clear_uncertain(std::vector<std::vector<double>>& sums) {
    constexpr double rounding = 1e-14, most_error = 0.1;
    const double brightest = *std::ranges::max_element(sums[0]),
                 largest_square = *std::ranges::max_element(sums[2]) / brightest;
    const auto highest = static_cast<double>(sums.size() - 1);
    for (std::size_t i = 0; i < sums[0].size(); ++i) {
        const double weight = sums[0][i], mean = sums[1][i] / weight, variance = sums[2][i] / weight - mean * mean;
        const double error = rounding * brightest / weight;  // of the mean of a power, relative to its largest value
        if (!(variance > largest_square * std::pow(error / most_error, 2 / highest))) sums[0][i] = 0;
    }
}

void observe(PowerSums& sums, const MapRequest& request, const MapGrid& grid) {
    const std::size_t pixels = grid.columns * grid.rows;
    if (request.line_spread > 0 && grid.channels > 1)
        convolve_channels(sums.sums.front(), pixels, request.line_spread / grid.channel_width());
    if (!(request.point_spread.width > 0)) return;
    std::vector<std::span<double>> images;
    for (std::vector<double>& sum : sums.sums)
        for (std::size_t first = 0; first < sum.size(); first += pixels)
            images.push_back(std::span{sum}.subspan(first, pixels));
    blur(images, grid.columns, request.point_spread, grid.width / double(grid.columns),
         grid.height / double(grid.rows));
    if (request.point_spread.shape == PsfShape::moffat && power_of(request.quantity) > 2) clear_uncertain(sums.sums);
    // Fourier transforms leave rounding errors in pixels without light.
    constexpr double least = 1e-13;  // of the brightest pixel
    const double limit = least * *std::ranges::max_element(sums.sums.front());
    for (double& weight : sums.sums.front())
        if (weight < limit) weight = 0;
}

// Returns a number with a Poisson distribution. From a mean of `normal_from` on, a rounded normal distribution replaces
// it, which lacks the skewness of at most 0.06.
double poisson(double mean, Random& random) {
    constexpr double normal_from = 256;
    if (mean >= normal_from) return std::round(mean + std::sqrt(mean) * random.normal());
    double count = 0;
    const double end = std::exp(-mean);  // Knuth 1969, The Art of Computer Programming, section 3.4.1
    for (double left = random.uniform(); left > end; left *= random.uniform()) ++count;
    return count;
}

// Photons per second of a unit of light in a pixel.
double photons_per_light(const MapExposure& exposure, const MapGrid& grid) {
    return std::pow(10, -0.4 * (v_magnitudes(1) - exposure.zero_point)) * exposure.square_arcseconds /
           grid.pixel_area();
}

// Replaces the light in each pixel by detected photons, from which the mean of the sky is subtracted. Throws
// std::invalid_argument if a pixel has more than most_photons.
void expose(std::vector<double>& light, const MapExposure& exposure, const MapGrid& grid) {
    const double sky = std::pow(10, -0.4 * (exposure.sky - exposure.zero_point)) * exposure.square_arcseconds *
                       exposure.seconds,
                 factor = photons_per_light(exposure, grid) * exposure.seconds;
    const double most = light.empty() ? 0 : *std::ranges::max_element(light) * factor + sky;
    if (!(most <= most_photons))
        throw std::invalid_argument(
            fmt::format("--exposure: the brightest pixel would have {:.3g} photons, more than {:.0e}; choose a smaller "
                        "--zero-point or a shorter exposure",
                        most, most_photons));
    const Random noise{exposure.seed, 0x6e6f697365};
    parallel_for(light.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            Random random = noise.of(i);
            light[i] = poisson(light[i] * factor + sky, random) - sky;
        }
    });
}

// Returns the value of a mean from the sums of weights and weights times powers in a pixel.
double mean_value(MapQuantity quantity, const std::vector<std::vector<double>>& sums, std::size_t pixel) {
    const double weight = sums[0][pixel], mean = sums[1][pixel] / weight;
    if (!(weight > 0)) return nan;
    if (quantity == MapQuantity::age) return mean;
    if (quantity == MapQuantity::velocity) return mean * km_s_per_velocity;
    const double mean_square = sums[2][pixel] / weight, square = std::max(0.0, mean_square - mean * mean);
    if (quantity == MapQuantity::dispersion) return std::sqrt(square) * km_s_per_velocity;
    constexpr double least = 1e-6;  // of the mean square: smaller variances are rounding errors
    if (!(mean_square > 0 && square > least * mean_square)) return nan;
    const double mean_cube = sums[3][pixel] / weight;
    if (quantity == MapQuantity::h3) {
        const double third = mean_cube - 3 * mean * mean_square + 2 * mean * mean * mean;
        return third / (square * std::sqrt(square)) / (4 * std::numbers::sqrt3);
    }
    const double fourth =
        sums[4][pixel] / weight - 4 * mean * mean_cube + 6 * mean * mean * mean_square - 3 * mean * mean * mean * mean;
    return (fourth / (square * square) - 3) / (8 * std::sqrt(6));
}

// Returns the value of a quantity that is not a mean from the sum of the weights in a pixel.
double summed_value(const MapRequest& request, double sum, const MapGrid& grid) {
    switch (request.quantity) {
        case MapQuantity::counts:
            return sum;
        case MapQuantity::sfr:
            return sum / grid.pixel_area() / (kpc_per_length * kpc_per_length);
        case MapQuantity::brightness:
            if (request.exposure) sum /= photons_per_light(*request.exposure, grid) * request.exposure->seconds;
            return sum > 0 ? v_magnitudes(sum / grid.pixel_area()) : nan;
        default:
            return sum / grid.pixel_area() * solar_masses_per_pc2;
    }
}

}  // namespace

bool is_mean(MapQuantity quantity) { return power_of(quantity) > 0; }

bool is_light(MapQuantity quantity) { return quantity == MapQuantity::brightness || quantity == MapQuantity::counts; }

std::string_view unit_of(MapQuantity quantity) {
    switch (quantity) {
        case MapQuantity::velocity:
        case MapQuantity::dispersion:
            return "km s-1";
        case MapQuantity::h3:
        case MapQuantity::h4:
            return "";
        case MapQuantity::age:
            return "Myr";
        case MapQuantity::sfr:
            return "solMass yr-1 kpc-2";
        case MapQuantity::brightness:
            return "mag arcsec-2";
        case MapQuantity::counts:
            return "photon";
        default:
            return "solMass pc-2";
    }
}

double age_of(const Component& component, const Float4& velocity, double time) {
    if (!is_gas(component)) return component_age(component.name);
    return is_young_star(velocity) ? (time - birth_time(velocity)) * myr_per_time : nan;
}

std::optional<std::size_t> pixel_of(const glm::dvec3& place, double receding, const MapGrid& grid) {
    const auto column = cell_of(place.x, -grid.width / 2, grid.width / 2, grid.columns),
               row = cell_of(place.y, -grid.height / 2, grid.height / 2, grid.rows),
               channel = channel_of(receding, grid);
    if (!column || !row || !channel) return {};
    return (*channel * grid.rows + *row) * grid.columns + *column;
}

MapRows map_rows(const MapRequest& request, const BodyRows& rows, std::span<const std::uint8_t> is_counted,
                 double time) {
    MapRows result;
    result.weights.assign(rows.positions.size(), 0);
    if (request.quantity == MapQuantity::age) result.ages = result.weights;
    for (const Component& component : rows.components)
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            if (is_counted[row] == 0) continue;
            const Float4& velocity = rows.velocities[row];
            result.weights[row] = weight_of(request, component, rows.positions[row].w, velocity, time);
            if (!result.ages.empty()) result.ages[row] = age_of(component, velocity, time);
        }
    return result;
}

SkyMap sky_map(const MapRequest& request, const BodyRows& rows, const MapRows& map_rows, const SkyView& view,
               const MapGrid& grid) {
    PowerSums sums = power_sums(request, rows, map_rows, view, grid);
    observe(sums, request, grid);
    std::vector<double>& weights = sums.sums.front();
    if (request.exposure) expose(weights, *request.exposure, grid);
    SkyMap map{grid, std::vector<double>(weights.size()), sums.bodies};
    for (std::size_t i = 0; i < weights.size(); ++i)
        map.values[i] = is_mean(request.quantity) ? mean_value(request.quantity, sums.sums, i)
                                                  : summed_value(request, weights[i], grid);
    // In the wings of a point spread function, a share f of the light gives skewnesses of 1 / sqrt(f).
    constexpr double largest = 10;  // coefficient
    if (request.point_spread.width > 0 && power_of(request.quantity) > 2)
        for (double& value : map.values)
            if (std::abs(value) > largest) value = nan;
    return map;
}

}  // namespace milkomeda
