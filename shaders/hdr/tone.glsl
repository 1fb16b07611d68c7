// Tone mapping: converts linear light, where 1 is clearly visible, to display light from 0 to 1. Each tone
// curve is compiled as a separate program, because some drivers execute all branches.
#ifndef TONE_CURVE
#define TONE_CURVE TONE_CURVE_ASINH
#endif
uniform float faint_gain;     // asinh curve: amplification of the faintest light
uniform float asinh_of_most;  // asinh(faint_gain * w), where w is the light that is displayed as white

// Tone curve of Lupton et al. 2004, PASP 116, 133.
float asinh_curve(float x) {
    float stretched = x * faint_gain;
    return log(stretched + sqrt(stretched * stretched + 1.0)) / asinh_of_most;
}

// Tone curve of Narkowicz 2015, a fit to the ACES reference rendering transform.
vec3 aces_curve(vec3 x) { return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14); }

float luminance(vec3 light) { return dot(light, vec3(0.2126, 0.7152, 0.0722)); }

// Moves light above 1 in a color channel to the other channels, which preserves the luminance.
vec3 within_gamut(vec3 light) {
    float gray = min(luminance(light), 1.0);
    float most = max(max(light.r, light.g), light.b);
    return most > 1.0 ? mix(vec3(gray), light, (1.0 - gray) / max(most - gray, 1e-6)) : light;
}

vec3 tone(vec3 light) {
#if TONE_CURVE == TONE_CURVE_ACES
    return clamp(aces_curve(0.4 * light), 0.0, 1.0);
#elif TONE_CURVE == TONE_CURVE_EXPONENTIAL
    return 1.0 - exp(-0.25 * light);
#else
    float brightness = max(luminance(light), 1e-30);
    return within_gamut(light * (asinh_curve(brightness) / brightness));
#endif
}

// sRGB encoding, IEC 61966-2-1. A polynomial of the square root replaces the power of the standard: it differs from the
// power by less than 0.1 of the smallest step (1/255), and llvmpipe computes it in less time.
vec3 srgb_from_linear(vec3 light) {
    vec3 s = sqrt(max(light, 0.0));
    vec3 power = ((((0.517442 * s - 1.624053) * s + 2.031986) * s - 1.402929) * s + 1.517990) * s - 0.040112;
    return mix(12.92 * light, power, step(0.0031308, light));
}

// Returns dithering noise from -0.5 to 0.5, evenly distributed among neighboring pixels (interleaved gradient
// noise, Jimenez 2014). Adding this noise before rounding to 8 bits hides brightness steps.
float dither() { return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5; }
