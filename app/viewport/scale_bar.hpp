// The bar that says how long a kiloparsec is, and lengths as texts.
#pragma once

#include <string>

namespace milkomeda {

// "500 pc", "20 kpc", "1 Mpc".
std::string length_text(double kpc);

struct ScaleBar {
    double kpc, degrees;  // one of them; the other is 0
    float pixels;
    std::string text;
};

// A round length of at most `longest_pixels` where one kpc covers so many.
ScaleBar scale_bar(double pixels_per_kpc, float longest_pixels);

// The same for the sky, in degrees or minutes of arc.
ScaleBar sky_scale_bar(double pixels_per_degree, float longest_pixels);

}  // namespace milkomeda
