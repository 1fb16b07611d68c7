// Computes scale bars, and formats lengths as text.
#pragma once

#include <string>

namespace milkomeda {

// Returns a length as text, such as "500 pc", "20 kpc" or "1 Mpc".
std::string length_text(double kpc);

struct ScaleBar {
    double kpc, degrees;  // length or angle of the bar; the other number is 0
    float pixels;
    std::string text;
};

// Returns the longest bar of a round length that is at most `longest_pixels` wide.
ScaleBar scale_bar(double pixels_per_kpc, float longest_pixels);

// Returns the longest bar of a round angle, in degrees or arc minutes, for pictures of the sky.
ScaleBar sky_scale_bar(double pixels_per_degree, float longest_pixels);

}  // namespace milkomeda
