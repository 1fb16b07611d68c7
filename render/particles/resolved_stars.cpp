#include "render/particles/resolved_stars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/particles/coloring.hpp"

namespace milkomeda {
namespace {

// Of a population: the share of its light in the brightest thousand stars of a particle, how many of them are
// about equally bright, and how far the logarithm of their temperatures spreads.
struct Brightest {
    float share, equal, temperature_spread;
};

// The brightest stars of disks are supergiants, blue and red, few of them by far the brightest (Freedman
// 1985, ApJ 299, 74). Old stars have no such: their brightest are giants that all end at the same luminosity
// (Lee, Freedman & Madore 1993, ApJ 417, 553), and much alike in colour.
Brightest brightest_of(Population population) {
    switch (population) {
        case Population::disk:
            return {0.55f, 1, 0.4f};
        case Population::bulge:
        case Population::halo:
            return {0.4f, 24, 0.14f};
        case Population::unknown:
            break;
    }
    return {0.5f, 4, 0.3f};
}

// Equal luminance, and the contrast of photographs, as components have it.
ColorTable star_colors() {
    ColorTable table = temperature_coloring().table;
    for (glm::vec3& light : table.light) light = at_equal_light(glm::pow(light, glm::vec3{1.8f}));
    return table;
}

}  // namespace

float stars_a_particle(float budget, std::size_t particles) {
    return std::clamp(budget / std::max(static_cast<float>(particles), 1.0f) - 1, 0.0f,
                      most_stars_a_particle);
}

void set_resolved_stars(const ShaderProgram& program, float stars) {
    program.set("most_stars", stars);
    program.set("star_colors", star_colors().light);
}

void set_resolved_stars(const ShaderProgram& program, Population population, float resolved) {
    const Brightest brightest = brightest_of(population);
    const float all = std::log(1 + most_stars_a_particle / brightest.equal);
    program.set("resolved_scale", resolved * brightest.share / all);
    program.set("resolved_knee", brightest.equal);
    program.set("star_spread", brightest.temperature_spread);
}

}  // namespace milkomeda
