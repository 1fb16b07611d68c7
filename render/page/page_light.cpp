#include "render/page/page_light.hpp"

#include <algorithm>
#include <cmath>

#include "render/particles/particle_renderer.hpp"
#include "render/particles/resolved_stars.hpp"

namespace milkomeda {
namespace {

constexpr float largest_web_point = 512;  // pixels; the page clamps sizes to the largest point of the browser

std::size_t rows_of(std::span<const PageGroup> groups, bool only_clustered) {
    std::size_t rows = 0;
    for (const PageGroup& of : groups)
        if (!only_clustered || of.group.forms_stars()) rows += of.group.count;
    return rows;
}

}  // namespace

PageLight page_light(const ReadAsset& read, const Look& look, const Coloring& coloring,
                     std::span<const PageGroup> groups, std::size_t bodies) {
    const View view = view_of({}, 1280, 720);
    PageLight light;
    light.groups.resize(groups.size());
    light.clusters = clusters_per_particle(rows_of(groups, true));
    const float stars = look.sub_particle.resolved == 0
                            ? 0
                            : stars_per_particle(1e6f * look.sub_particle.most_stars, rows_of(groups, false));
    light.stars = static_cast<int>(std::ceil(stars));
    const StarPass::Moment moment{.bodies = bodies, .clusters_per_particle = light.clusters, .stars = stars};
    for (const StarPass::Form form : {StarPass::Form::particles, StarPass::Form::clusters, StarPass::Form::stars}) {
        const StarPass pass{read, form, StarPass::Through::dust};
        pass.use(view, look, coloring, moment, largest_web_point);
        for (std::size_t i = 0; i < groups.size(); ++i) {
            pass.use(look, coloring, groups[i].group, groups[i].stands_for);
            light.groups[i].light.merge(pass.program().values());
        }
    }
    const CloudPass clouds{read, false};
    clouds.use(view, 2, 0, sigma_per_smoothing_length, unknown_sigma(bodies), largest_web_point);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const ParticleGroup& group = groups[i].group;
        if (!group.forms_stars() || !group.shown.others || !(group.mass > 0)) continue;
        light.groups[i].clouds = clouds.use(group, groups[i].stands_for, look.dust);
        light.groups[i].dust = clouds.program().values();
    }
    glUseProgram(0);
    return light;
}

}  // namespace milkomeda
