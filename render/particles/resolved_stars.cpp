#include "render/particles/resolved_stars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/particles/coloring.hpp"

namespace milkomeda {
namespace {

// Properties of a population's brightest stars. `share`: light of a particle's brightest thousand stars,
// relative to all its light. `equal`: number of about equally bright stars among them. `temperature_spread`:
// standard deviation of the logarithm of their temperatures.
struct Brightest {
    float share, equal, temperature_spread;
};

// The brightest stars of disks are blue and red supergiants, a few of them by far the brightest (Freedman
// 1985, ApJ 299, 74). The brightest old stars are giants that all end at the same luminosity (Lee, Freedman &
// Madore 1993, ApJ 417, 553) and have similar colors.
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

// Colors at equal luminance, with the contrast of photographs that components also have.
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
