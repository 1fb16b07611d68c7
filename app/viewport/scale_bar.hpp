// Scale bars, and texts of lengths.
#pragma once

#include <string>

namespace milkomeda {

// "500 pc", "20 kpc", "1 Mpc"
std::string length_text(double kpc);

struct ScaleBar {
    double kpc, degrees;  // length or angle; the other is 0
    float pixels;
    std::string text;
};

// Returns a bar of a round length, at most `longest_pixels` wide.
ScaleBar scale_bar(double pixels_per_kpc, float longest_pixels);

// Returns a bar of a round angle in degrees or arc minutes, for pictures of the sky.
ScaleBar sky_scale_bar(double pixels_per_degree, float longest_pixels);

}  // namespace milkomeda
