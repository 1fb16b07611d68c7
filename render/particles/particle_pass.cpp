#include "render/particles/particle_pass.hpp"

namespace milkomeda {

ParticlePass::ParticlePass(const ReadAsset& read, const std::string& fragment_file)
    : program_{read, "shaders/particles/particle.vert", fragment_file} {}

void ParticlePass::use(const ParticleUniforms& values) const {
    program_.use();
    program_.set(values.view);
    program_.set("time_offset", values.time_offset);
    program_.set("world_size", values.world_size);
    program_.set("smallest_size", values.smallest_size);
    program_.set("largest_size", values.largest_size);
    program_.set("whole_pixels", values.whole_pixels);
    program_.set("brightness", values.brightness);
    program_.set("color", values.color);
    program_.set("colored_by_velocity", values.colored_by_velocity);
}

}  // namespace milkomeda
