// A splat of light or dust in the picture: a Gaussian, or 2 x 2 pixels for splats smaller than a pixel.
struct Splat {
    vec4 clip;     // clip position of the center
    // value at the center pixel: red, green, blue and mass; for dust the moments of shaders/dust/dust.glsl
    vec4 light;
    // coefficients of x^2, x y and y^2 in the Gaussian's exponent; 0 for splats of 2 x 2 pixels
    vec3 falling;
    float width;   // width of the square that is drawn, pixels
    float depth;   // depth for shaders/dust/dust.glsl
    float level;   // pyramid level that receives the splat: its pixels are 2^level picture pixels wide
};

#ifdef SCATTERED
uniform int most_level;  // the coarsest level
#endif

// smallest standard deviation in pixels: the sum over pixels is within 1 % of the integral
const float smallest_sigma = 0.7;

// A splat without light, outside of the picture.
Splat no_splat() { return Splat(vec4(2.0, 2.0, 2.0, 1.0), vec4(0.0), vec3(0.0), 1.0, 0.0, 0.0); }

// Returns the squares of an ellipse's longer and shorter half axes. The ellipse is a symmetric matrix of
// squares: xx, xy, yy.
vec2 axes_squared(vec3 ellipse) {
    float middle = 0.5 * (ellipse.x + ellipse.z);
    float spread = length(vec2(0.5 * (ellipse.x - ellipse.z), ellipse.y));
    return vec2(middle + spread, middle - spread);
}

// Returns the ellipse with the directions of `ellipse` and half axes with the squares `squares`.
vec3 with_axes(vec3 ellipse, vec2 before, vec2 squares) {
    float spread = before.x - before.y;
    float share = spread > 1e-6 * before.x ? (squares.x - squares.y) / spread : 0.0;
    float rest = squares.y - share * before.y;
    return share * ellipse + vec3(rest, 0.0, rest);
}

// A splat smaller than a pixel: its light is divided bilinearly between the nearest four pixels.
void shape_small(inout Splat splat) {
    splat.width = 2.0;
    splat.falling = vec3(0.0);
}

// Shapes the splat as a Gaussian whose half axes have the squares `drawn`, in pixels. `outline` gives the
// directions, and `axes` are its own squares. Returns the share of light in the center pixel.
float shape_gaussian(inout Splat splat, vec3 outline, vec2 axes, vec2 drawn) {
#ifdef SCATTERED
    // The level's pixels are no wider than the splat's shorter axis. Enlarging spreads them by a quadratic
    // B-spline, whose standard deviation is half a pixel (shaders/scatter/levels.frag).
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
    // light within the edge of the Gaussian
    float whole = 1.0 - exp(-GAUSSIAN_EDGE_EXPONENT) * (1.0 + GAUSSIAN_EDGE_EXPONENT);
    return 1.0 / (6.2831853 * sqrt(drawn.x * drawn.y) * whole);
}
