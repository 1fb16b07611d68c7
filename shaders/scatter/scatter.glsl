// Adds splats to the pyramid level whose pixel width suits the splat's size. Each work-item first computes one splat.
// Then groups of 16 work-items add these splats one by one. The 16 work-items add four channels of four neighboring
// pixels at a time, so that additions fill whole memory lines. The order of the float additions is random, so pictures
// of equal splats differ by rounding. With DUST_IN_PIXELS this file needs shaders/dust/dust.glsl.
layout(local_size_x = SCATTER_GROUP) in;

// pixels of all pyramid levels, beginning with the finest level
layout(std430, binding = LEVELS_BINDING) buffer Levels { float levels[]; };
uniform ivec2 picture;  // size of the picture in pixels

// Range of rows (particles) to draw: [first, first + count), with `instances` splats per row.
uniform int first;
uniform int count;
uniform int instances;

#include "shaders/scatter/level.glsl"
#include "shaders/particles/splat.glsl"

const int lanes = 16;

shared vec4 lights[SCATTER_GROUP];
shared vec3 fallings[SCATTER_GROUP];
shared vec2 middles[SCATTER_GROUP];  // splat centers, in pixels of the splat's pyramid level
shared float splat_levels[SCATTER_GROUP];
#ifdef DUST_IN_PIXELS
shared float depths[SCATTER_GROUP];
#endif

// Returns the index of this work-item's splat: (row - first) * instances + instance.
int splat_number() {
    return (int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * SCATTER_GROUP) +
           int(gl_LocalInvocationIndex);
}

// Adds the part of splat number `splat` that belongs to work-item `lane` (0 to 15) of its group: channel lane % 4, in
// every fourth pixel of each row.
void add_splat(int splat, int lane) {
    vec4 light = lights[splat];
    if (light == vec4(0.0)) return;
    float number = light[lane & 3];
    int level = int(splat_levels[splat]);
    vec2 middle = middles[splat];
    vec3 falling = fallings[splat];
    bool is_small = falling.x == 0.0;
    ivec2 size = level_size(picture, level);
    int begin = 4 * level_start(picture, level);
    float end = exp(-GAUSSIAN_EDGE_EXPONENT);
    // Half the height of the Gaussian's bounding box, where the Gaussian is cut off.
    float half_height = is_small ? 1.0
                                 : sqrt(GAUSSIAN_EDGE_EXPONENT * 4.0 * falling.x /
                                        max(4.0 * falling.x * falling.z - falling.y * falling.y, 1e-30));
    int from = max(int(ceil(middle.y - half_height - 0.5)), 0);
    int to = min(int(floor(middle.y + half_height - 0.5)), size.y - 1);
    for (int y = from; y <= to; ++y) {
        float above = float(y) + 0.5 - middle.y;
        float beside = 0.0, half_width = 1.0;
        if (!is_small) {
            float root = falling.y * falling.y * above * above -
                         4.0 * falling.x * (falling.z * above * above - GAUSSIAN_EDGE_EXPONENT);
            beside = -0.5 * falling.y * above / falling.x;
            half_width = 0.5 * sqrt(max(root, 0.0)) / falling.x;
        }
        int left = max(int(ceil(middle.x + beside - half_width - 0.5)), 0);
        int right = min(int(floor(middle.x + beside + half_width - 0.5)), size.x - 1);
        for (int x = left + (lane >> 2); x <= right; x += lanes / 4) {
            vec2 from_middle = vec2(float(x) + 0.5 - middle.x, above);
            vec2 tent = max(1.0 - abs(from_middle), 0.0);
            vec3 products = vec3(from_middle.x * from_middle, from_middle.y * from_middle.y);
            float share = is_small ? tent.x * tent.y : max(exp(-dot(products, falling)) - end, 0.0);
#ifdef DUST_IN_PIXELS
            vec2 place = exp2(splat_levels[splat]) * (vec2(x, y) + 0.5 - float(LEVEL_BORDER)) / vec2(picture);
            if ((lane & 3) < 3) share *= transmission(place, depths[splat])[lane & 3];
#endif
            if (share * number != 0.0) atomicAdd(levels[begin + 4 * (y * size.x + x) + (lane & 3)], share * number);
        }
    }
}

// Adds the splats of a work group. All work-items of the group must call this function; a work-item without a
// splat passes no_splat().
void scatter(Splat splat) {
    int me = int(gl_LocalInvocationIndex);
    bool ahead = splat.clip.w > 0.0 && abs(splat.clip.z) <= splat.clip.w;
    lights[me] = ahead ? splat.light : vec4(0.0);
    fallings[me] = splat.falling;
    splat_levels[me] = splat.level;
#ifdef DUST_IN_PIXELS
    depths[me] = splat.depth;
#endif
    vec2 place = (0.5 + 0.5 * splat.clip.xy / splat.clip.w) * vec2(picture);
    middles[me] = clamp(exp2(-splat.level) * place, vec2(-1e6), vec2(1e6)) + float(LEVEL_BORDER);
    barrier();
    for (int s = me / lanes; s < SCATTER_GROUP; s += SCATTER_GROUP / lanes) add_splat(s, me % lanes);
}
