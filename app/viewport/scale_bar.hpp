// Computes scale bars, and formats lengths as text.
#pragma once

#include <string>

namespace milkomeda {

// Returns a length as text, such as "500 pc", "20 kpc" or "1 Mpc".
std::string length_text(double kpc);

struct ScaleBar {
    // length in kpc, or angle in degrees; a bar of a length has 0 degrees, a bar of an angle has 0 kpc
    double kpc, degrees;
    float pixels;
    std::string text;
};

// Returns the longest bar that shows a round length and is at most `longest_pixels` wide.
ScaleBar scale_bar(double pixels_per_kpc, float longest_pixels);

// Returns the longest bar that shows a round angle, in degrees or arc minutes, and is at most `longest_pixels` wide.
// For pictures of the sky.
ScaleBar sky_scale_bar(double pixels_per_degree, float longest_pixels);

}  // namespace milkomeda
