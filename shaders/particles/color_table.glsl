// Color table in linear light with linear interpolation. Mirrors ColorTable in render/particles/color_map.hpp.
uniform vec3 color_table[COLOR_TABLE_SIZE];

vec3 table_color(float x) {
    float place = clamp(x, 0.0, 1.0) * float(COLOR_TABLE_SIZE - 1);
    int below = min(int(place), COLOR_TABLE_SIZE - 2);
    return mix(color_table[below], color_table[below + 1], place - float(below));
}
