// Telescopes and cameras whose pixels, point spread and sensitivity a map can have.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "data/base/stellar_populations.hpp"
#include "data/maps/point_spread.hpp"

namespace milkomeda {

// Properties of an instrument; empty values are not known well enough. docs/measure.md lists the sources.
struct Instrument {
    std::string_view name;
    double pixel;              // edge of a pixel in arcseconds
    PointSpread point_spread;  // width in arcseconds
    std::optional<Band> band = {};
    std::optional<double> sky = {};         // magnitudes per square arcsecond in the band
    std::optional<double> zero_point = {};  // magnitude of a source of which one photon is detected in a second
    std::optional<double> channel = {};     // width of a channel of a cube in km/s
    double line_spread = 0;                 // standard deviation of the line spread in km/s
};

std::span<const Instrument> instruments();

// Throws std::invalid_argument with the names of all instruments if no instrument has the name `name`.
const Instrument& require_instrument(std::string_view name);

}  // namespace milkomeda
