// Maps of bodies on the sky.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"
#include "data/maps/sky_view.hpp"

namespace milkomeda {

enum class MapQuantity {
    surface_density,  // mass per area
    velocity,         // mean velocity away from the observer, weighted by mass
    dispersion,       // standard deviation of this velocity
    gas,              // surface density of the gas
    sfr,              // star formation rate per area
    brightness,       // V magnitudes per square arcsecond, without dust
    cube,             // surface density in channels of velocity
};
template <>
inline constexpr std::array<std::string_view, 7> names<MapQuantity>{
    "surface-density", "velocity", "dispersion", "gas", "sfr", "brightness", "cube"};

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

struct SkyMap {
    MapGrid grid;
    // In the unit unit_of(): columns vary fastest, then rows from south to north, then channels. NaN for velocities,
    // dispersions and magnitudes of pixels without bodies.
    std::vector<double> values;
    std::size_t bodies = 0;  // bodies in the map
};

// Returns the weight of each row in a map: its mass in model units; for `gas`, the mass of gas; for `sfr`, the star
// formation rate of gas in solar masses per year, formation_rate() at its surface density; for `brightness`, the light
// in the V band, in solar luminosities per solar mass times the model mass (data/base/stellar_light.hpp). 0 for rows
// for which `is_counted` is 0, and for gas with unknown smoothing length in maps of light and rates. `time` is the
// model time, from which the ages of young stars follow.
std::vector<double> map_weights(MapQuantity quantity, const BodyRows& rows, std::span<const std::uint8_t> is_counted,
                                double time);

// Returns the map of the bodies with positive weights, which are map_weights(). Each body belongs to a single pixel.
// `blur` is the full width at half maximum of the point spread function in model units, a Gaussian, or 0: weights and
// moments of the velocity are convolved with it; light that leaves the map is lost. A map of 512 x 512 pixels of a
// million bodies takes about 0.05 s of CPU time.
SkyMap sky_map(MapQuantity quantity, const BodyRows& rows, std::span<const double> weights, const SkyView& view,
               const MapGrid& grid, double blur);

// Convolves an image with a Gaussian of the standard deviations `sigma_x` and `sigma_y` in pixels, which are integrated
// over pixels. The sum over the image stays, apart from what leaves the image.
void convolve(std::span<double> image, std::size_t columns, double sigma_x, double sigma_y);

}  // namespace milkomeda
