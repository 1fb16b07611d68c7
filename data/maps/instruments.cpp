#include "data/maps/instruments.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace milkomeda {
namespace {

constexpr std::array all_instruments{
    // York et al. 2000, AJ 120, 1579; Abazajian et al. 2009, ApJS 182, 543: pixels, median seeing, sky and flux
    // calibration in r
    Instrument{.name = "sdss",
               .pixel = 0.396,
               .point_spread = {PsfShape::moffat, 1.3, 2.5},
               .band = Band::r,
               .sky = 20.9,
               .zero_point = 25.6},
    // Wide Field Channel with F606W: Sirianni et al. 2005, PASP 117, 1049, zero point of Vega magnitudes as those of V;
    // sky: ACS Instrument Handbook, mean zodiacal light, 0.085 electrons per second and pixel
    Instrument{.name = "hst-acs",
               .pixel = 0.05,
               .point_spread = {PsfShape::gaussian, 0.1},
               .band = Band::V,
               .sky = 22.6,
               .zero_point = 26.40},
    // Short wavelength channel with F090W: Rieke et al. 2023, PASP 135, 028001
    Instrument{.name = "jwst-nircam", .pixel = 0.031, .point_spread = {PsfShape::gaussian, 0.033}, .band = Band::z},
    // Wide field mode at 700 nm, 0.125 nm for each channel: Bacon et al. 2017, A&A 608, A1
    Instrument{.name = "muse",
               .pixel = 0.2,
               .point_spread = {PsfShape::moffat, 0.65, 2.8},
               .channel = 53.5,
               .line_spread = 45},
    // Law et al. 2016, AJ 152, 83
    Instrument{
        .name = "manga", .pixel = 0.5, .point_spread = {PsfShape::gaussian, 2.54}, .channel = 69, .line_spread = 72},
    // The survey THINGS: Walter et al. 2008, AJ 136, 2563
    Instrument{.name = "vla-hi", .pixel = 1.5, .point_spread = {PsfShape::gaussian, 6}, .channel = 5.2},
};

}  // namespace

std::span<const Instrument> instruments() { return all_instruments; }

const Instrument& require_instrument(std::string_view name) {
    const auto found = std::ranges::find(all_instruments, name, &Instrument::name);
    if (found != all_instruments.end()) return *found;
    std::string known;
    for (const Instrument& instrument : all_instruments) (known += known.empty() ? "" : ", ") += instrument.name;
    throw std::invalid_argument(fmt::format("'{}' is not one of {}", name, known));
}

}  // namespace milkomeda
