// A colour map in linear light. The twin of ColorTable in render/particles/color_map.hpp.
uniform vec3 color_table[33];

vec3 table_color(float x) {
    float place = clamp(x, 0.0, 1.0) * 32.0;
    int below = min(int(place), 31);
    return mix(color_table[below], color_table[below + 1], place - float(below));
}
