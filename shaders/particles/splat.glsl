// A splat of light or dust in a picture: a Gaussian, or what lies in the 2 x 2 pixels of a small one.
struct Splat {
    vec4 clip;     // where its middle is
    vec4 light;    // of a pixel at the center: red, green and blue, and mass; of dust what shaders/dust/dust.glsl says
    vec3 falling;  // what the Gaussian's exponent has of x^2, x y and y^2, or 0 for the 2 x 2 pixels of a small one
    float width;   // of its square; pixels
    float depth;   // for shaders/dust/dust.glsl
    float level;   // where splats are scattered: its pixels are 2^level of the picture's
};

#ifdef SCATTERED
uniform int most_level;  // the widest pixels are 2^most_level wide
#endif

const float smallest_sigma = 0.7;  // whose sum over pixels is its integral within 1 %

// Nowhere in the picture, and dark.
Splat no_splat() { return Splat(vec4(2.0, 2.0, 2.0, 1.0), vec4(0.0), vec3(0.0), 1.0, 0.0, 0.0); }

// The squares of an ellipse's longer and shorter half axis. It is given by its symmetric matrix of squares, xx xy yy.
vec2 axes_squared(vec3 ellipse) {
    float middle = 0.5 * (ellipse.x + ellipse.z);
    float spread = length(vec2(0.5 * (ellipse.x - ellipse.z), ellipse.y));
    return vec2(middle + spread, middle - spread);
}

// The ellipse with half axes of these squares in the directions that it had.
vec3 with_axes(vec3 ellipse, vec2 before, vec2 squares) {
    float spread = before.x - before.y;
    float share = spread > 1e-6 * before.x ? (squares.x - squares.y) / spread : 0.0;
    float rest = squares.y - share * before.y;
    return share * ellipse + vec3(rest, 0.0, rest);
}

// Below a pixel, light is divided between the nearest four, in whose middle it lies.
void shape_small(inout Splat splat) {
    splat.width = 2.0;
    splat.falling = vec3(0.0);
}

// A Gaussian with half axes of the squares `drawn`, in pixels; `outline`, whose axes have other squares, has their
// directions. Returns what is left of light in the pixel at its center.
float shape_gaussian(inout Splat splat, vec3 outline, vec2 axes, vec2 drawn) {
#ifdef SCATTERED
    // In pixels no wider than its shorter axis. Enlarging them spreads them by a quadratic B-spline, of which one half of
    // a pixel's width is the standard deviation (shaders/scatter/levels.frag).
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
    float whole = 1.0 - exp(-GAUSSIAN_EDGE_EXPONENT) * (1.0 + GAUSSIAN_EDGE_EXPONENT);  // of what ends at the edge
    return 1.0 / (6.2831853 * sqrt(drawn.x * drawn.y) * whole);
}
