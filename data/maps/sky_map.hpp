// Maps of bodies on the sky.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"
#include "data/base/stellar_populations.hpp"
#include "data/maps/point_spread.hpp"
#include "data/maps/sky_view.hpp"

namespace milkomeda {

enum class MapQuantity {
    surface_density,  // mass per area
    velocity,         // mean velocity away from the observer
    dispersion,       // standard deviation of this velocity
    h3,               // Gauss-Hermite coefficients of the distribution of this velocity
    h4,
    age,         // mean age of the stars in Myr
    gas,         // surface density of the gas
    sfr,         // star formation rate per area
    brightness,  // magnitudes per square arcsecond in a band, without dust
    counts,      // photons that an exposure detects in a pixel, without the sky
    cube,        // surface density in channels of velocity
};
template <>
inline constexpr std::array<std::string_view, 11> names<MapQuantity>{
    "surface-density", "velocity", "dispersion", "h3", "h4", "age", "gas", "sfr", "brightness", "counts", "cube"};

// Returns true for means over the bodies of a pixel, which are weighted by mass or by light.
bool is_mean(MapQuantity quantity);
// Returns true for light, which has a band and can be exposed.
bool is_light(MapQuantity quantity);

// Unit of the values of a map in the notation of FITS.
std::string_view unit_of(MapQuantity quantity);

// Pixels of a map. Lengths and velocities are in model units.
struct MapGrid {
    std::size_t columns = 512, rows = 512, channels = 1;
    double width = 1, height = 1;
    double least_velocity = 0, most_velocity = 0;  // edges of the first and the last channel

    double pixel_area() const { return width / double(columns) * (height / double(rows)); }
    double channel_width() const { return (most_velocity - least_velocity) / double(channels); }
};

// Largest number of photons in a pixel, so that single photons count in double precision.
inline constexpr double most_photons = 1e15;

// Photons that a telescope detects: their number and the number of photons of the sky have a Poisson distribution.
struct MapExposure {
    double seconds = 0, sky = 0;   // sky in magnitudes per square arcsecond
    double zero_point = 0;         // magnitude of a source of which one photon is detected in a second
    double square_arcseconds = 1;  // of a pixel
    std::uint64_t seed = 1;        // of the noise
};

// Quantity of a map, and the properties of the telescope that observes it. Lengths and velocities are in model units.
struct MapRequest {
    MapQuantity quantity = MapQuantity::surface_density;
    // Band of light; of a mean, the band whose light is its weight. Empty: V for light, and masses for means.
    std::optional<Band> band;
    std::size_t smooth = 0;  // number of the neighbor that determines the width of a body; 0: each body is a point
    PointSpread point_spread = {};
    double line_spread = 0;                    // standard deviation of a Gaussian along the channels of a cube
    std::optional<MapExposure> exposure = {};  // of light; empty: no noise
};

struct SkyMap {
    MapGrid grid;
    // In the unit unit_of(): columns vary fastest, then rows from south to north, then channels. NaN for means of
    // pixels without bodies, for magnitudes of pixels without light, and for h3 and h4 of pixels with a dispersion of
    // less than 0.1 % of the velocities, with too little blurred light, or beyond
    // 10 in a blurred map.
    std::vector<double> values;
    std::size_t bodies = 0;  // bodies in the map
};

// The weight of each row in a map, and the number whose distribution in a pixel the map describes: the age in Myr for
// `age`, else 0.
struct MapRows {
    std::vector<double> weights, ages;
};

// Returns the weights: the mass in model units; for `gas`, the mass of gas; for `sfr`, the star formation rate of gas
// in solar masses per year, formation_rate() at its surface density; for light, the light in the band
// (data/base/stellar_populations.hpp) times the model mass. 0 for rows for which `is_counted` is 0, for gas in maps of
// ages, and for gas with unknown smoothing length in maps of light and rates. `time` is the model time, from which the
// ages of young stars follow.
MapRows map_rows(const MapRequest& request, const BodyRows& rows, std::span<const std::uint8_t> is_counted,
                 double time);

// Returns the age of each star of a component at the model time `time` in Myr; NaN for gas.
double age_of(const Component& component, const Float4& velocity, double time);

// Returns the pixel of the grid that contains a body, whose place is SkyView::place().
std::optional<std::size_t> pixel_of(const glm::dvec3& place, double receding, const MapGrid& grid);

// Returns the map of the bodies with positive weights, which are map_rows(). Sums of weights, and of weights times
// powers of the velocity or age, are first smoothed, then blurred by the line spread and the point spread; light that
// leaves the map is lost. Then the exposure adds noise. Throws std::invalid_argument if fewer than `smooth` + 1 bodies
// have a weight, or if a pixel has more than most_photons. Gauss-Hermite coefficients follow from the skewness and the
// kurtosis: h3 = skewness / (4 sqrt 3) and h4 = (kurtosis - 3) / (8 sqrt 6) (van der Marel & Franx 1993, ApJ 407, 525).
SkyMap sky_map(const MapRequest& request, const BodyRows& rows, const MapRows& map_rows, const SkyView& view,
               const MapGrid& grid);

}  // namespace milkomeda
