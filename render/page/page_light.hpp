// The numbers with which this program draws a picture, for web pages that draw the picture by the same shaders.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "render/dust/cloud_pass.hpp"
#include "render/page/page_shaders.hpp"
#include "render/particles/star_pass.hpp"
#include "render/sky/sky_catalog.hpp"

namespace milkomeda {

// Bodies of a group in a page.
struct PageGroup {
    ParticleGroup group;   // `first` and `count` are rows of the page
    float stands_for = 1;  // number of bodies of the run that each body of the page represents
};

// Values of uniforms. The page sets the uniforms that depend on the camera and the time.
struct GroupLight {
    UniformValues light;  // of the programs particles, clusters and stars
    UniformValues dust;   // of the program clouds; empty if the group has no dust
    int clouds = 0;       // number of dust clouds per body
};

struct PageLight {
    std::vector<GroupLight> groups;
    int clusters = 0;  // number of star clusters per body
    int stars = 0;     // number of resolved stars per body
};

// Returns the uniforms of all groups. Needs a current OpenGL context. `bodies` is the number of bodies of the scene
// before hidden bodies are left out.
PageLight page_light(const ReadAsset& read, const Look& look, const Coloring& coloring,
                     std::span<const PageGroup> groups, std::size_t bodies);

}  // namespace milkomeda
