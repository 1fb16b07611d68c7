// Anisotropic splats: the ellipsoid of a particle in space and its projection, an ellipse in the picture.
// Needs shaders/camera/projection.glsl and shaders/particles/row.glsl.
uniform float stretch;  // anisotropy: 0 draws all particles as spheres, 1 applies their full ellipsoids
// weight of the current attributes against the previous attributes, which makes updates gradual
uniform float blend;

const mat3 sphere = mat3(1.0);

float blended_length(float present) {
    return blend < 1.0 && former_length > 0.0 ? mix(former_length, present, blend) : present;
}

// Returns the squares of the ellipsoid's axes as a symmetric matrix of determinant 1: the ellipsoid has the
// volume of the unit sphere.
mat3 ellipsoid() {
    bool turns = blend < 1.0 && former_squares.x > 0.0;
    vec3 s = turns ? mix(former_squares.xyz, ellipsoid_squares.xyz, blend) : ellipsoid_squares.xyz;
    vec3 t = turns ? mix(former_tilts, ellipsoid_tilts, blend) : ellipsoid_tilts;
    float known = s.x + s.y + s.z > 0.5 ? stretch : 0.0;
    mat3 squares = (1.0 - known) * sphere / 3.0 + known * mat3(s.x, t.z, t.y, t.z, s.y, t.x, t.y, t.x, s.z);
    return squares / pow(determinant(squares), 1.0 / 3.0);
}

// Derivatives of the picture position (right, up; pixels) with respect to world x, y and z.
struct Moves {
    vec3 right, up;
};

Moves moves_at(vec3 world, Projected seen) {
    mat3 to_view = mat3(view_from_world);
    vec3 place = (view_from_world * vec4(world, 1.0)).xyz;
    float scale = pixels_at_unit_distance / seen.clip.w;
    if (projection == PROJECTION_HAMMER || projection == PROJECTION_DOME) {
        // Derivatives of the map by finite differences. A difference across the map's edge is replaced by the
        // derivative at the map's center.
        float h = 0.01 * length(place);
        mat3 rows = mat3(0.0);
        vec3 here = bend(place);
        vec2 at = here.xy / here.z;
        for (int axis = 0; axis < 3; ++axis) {
            vec3 there = bend(place + h * to_view[axis]);
            vec2 step = (at - there.xy / there.z) / h * pixels_at_unit_distance;
            rows[axis] = vec3(dot(step, step) < 16.0 * scale * scale ? step : scale * to_view[axis].xy, 0.0);
        }
        return Moves(vec3(rows[0].x, rows[1].x, rows[2].x), vec3(rows[0].y, rows[1].y, rows[2].y));
    }
    float nearing = clip_from_view[2][3] / seen.clip.w;  // perspective term: 0 for orthographic projection
    mat3 from_view = transpose(to_view);
    return Moves(scale * (from_view * vec3(1.0, 0.0, -place.x * nearing)),
                 scale * (from_view * vec3(0.0, 1.0, -place.y * nearing)));
}

// Projects an ellipsoid to an ellipse in the picture. Returns elements xx, xy and yy of the symmetric matrix
// of squared axes, pixels^2.
vec3 ellipse(mat3 squares, Moves moves) {
    vec3 across = squares * moves.right;
    return vec3(dot(moves.right, across), dot(moves.up, across), dot(moves.up, squares * moves.up));
}
