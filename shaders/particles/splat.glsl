// A splat of light or dust in the picture: a Gaussian, or 2 x 2 pixels for a splat smaller than a pixel.
struct Splat {
    vec4 clip;     // clip position of the center
    // light at the center pixel (red, green, blue) and mass; for dust, the optical depth and its depth moments
    // (shaders/dust/dust.glsl)
    vec4 light;
    // coefficients of x^2, x y and y^2 in the Gaussian's exponent; all 0 for splats of 2 x 2 pixels
    vec3 falling;
    float width;   // width of the square that is drawn, pixels
    float depth;   // depth along the line of sight, for the extinction in shaders/dust/dust.glsl
    float level;   // pyramid level that receives the splat: pixels of level n are 2^n picture pixels wide
};

#ifdef SCATTERED
uniform int most_level;  // index of the coarsest pyramid level
#endif

// smallest standard deviation in pixels for which the sum over pixels is within 1 % of the integral
const float smallest_sigma = 0.7;

// Returns a splat without light, outside the picture.
Splat no_splat() { return Splat(vec4(2.0, 2.0, 2.0, 1.0), vec4(0.0), vec3(0.0), 1.0, 0.0, 0.0); }

// Returns the squares of the longer and shorter half axes. `ellipse` holds elements xx, xy and yy of the
// symmetric matrix of squared axes.
vec2 axes_squared(vec3 ellipse) {
    float middle = 0.5 * (ellipse.x + ellipse.z);
    float spread = length(vec2(0.5 * (ellipse.x - ellipse.z), ellipse.y));
    return vec2(middle + spread, middle - spread);
}

// Returns an ellipse with the axis directions of `ellipse` and the squared half axes `squares`. `before`
// holds the squared half axes of `ellipse`.
vec3 with_axes(vec3 ellipse, vec2 before, vec2 squares) {
    float spread = before.x - before.y;
    float share = spread > 1e-6 * before.x ? (squares.x - squares.y) / spread : 0.0;
    float rest = squares.y - share * before.y;
    return share * ellipse + vec3(rest, 0.0, rest);
}

// Shapes a splat smaller than a pixel: its light is distributed bilinearly among the four nearest pixels.
void shape_small(inout Splat splat) {
    splat.width = 2.0;
    splat.falling = vec3(0.0);
}

// Shapes the splat as a Gaussian with the squared half axes `drawn`, in pixels^2. `outline` gives the axis
// directions, and `axes` are the squared half axes of `outline`. Returns the center pixel's share of light.
float shape_gaussian(inout Splat splat, vec3 outline, vec2 axes, vec2 drawn) {
#ifdef SCATTERED
    // Chooses the level whose pixels are no wider than the splat's shorter axis. Enlarging the level blurs the splat by
    // a quadratic B-spline with a standard deviation of half a pixel (shaders/scatter/levels.frag).
    splat.level = clamp(floor(0.5 * log2(max(drawn.y, 1e-12))), 0.0, float(most_level));
    float narrower = exp2(-2.0 * splat.level);
    drawn = narrower * drawn - 0.25 * (1.0 - narrower);
#endif
    if (drawn.x < 0.25) {
        shape_small(splat);
        return 1.0;
    }
    drawn = max(drawn, vec2(smallest_sigma * smallest_sigma));
    outline = with_axes(outline, axes, drawn);
    splat.width = 2.0 * sqrt(2.0 * GAUSSIAN_EDGE_EXPONENT * drawn.x);
    splat.falling = vec3(0.5 * outline.z, -outline.y, 0.5 * outline.x) / (drawn.x * drawn.y);
    // integral of the Gaussian up to its edge
    float whole = 1.0 - exp(-GAUSSIAN_EDGE_EXPONENT) * (1.0 + GAUSSIAN_EDGE_EXPONENT);
    return 1.0 / (6.2831853 * sqrt(drawn.x * drawn.y) * whole);
}
