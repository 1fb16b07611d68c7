#include "render/darkroom.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

ShaderProgram develop_program(const ReadAsset& read) {
    return {read, "shaders/screen.vert", "shaders/develop.frag"};
}

}  // namespace

Darkroom::Darkroom(const ReadAsset& read)
    : develop_{develop_program(read)}, bloom_{read}, nothing_{new_vertex_array()} {}

void Darkroom::reload(const ReadAsset& read) {
    ShaderProgram develop = develop_program(read);
    Bloom bloom{read};
    develop_ = std::move(develop);
    bloom_ = std::move(bloom);
}

void Darkroom::open(int width, int height) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &picture_);
    if (collected_.width() != width || collected_.height() != height)
        collected_ = LightTarget{"collected light", width, height};
    collected_.bind();
    collected_.clear();
}

void Darkroom::develop(const Light& light, float area_scale, const Adaptation& adaptation,
                       PassTimers* timers) {
    glDisable(GL_BLEND);
    {
        const auto timed = measure(timers, "bloom");
        bloom_.reduce(collected_);
        meter(area_scale, adaptation);
        if (light.bloom > 0) bloom_.spread();
    }
    const auto timed = measure(timers, "develop");
    print(light, area_scale);
}

void Darkroom::print(const Light& light, float area_scale) {
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(picture_));
    glViewport(0, 0, collected_.width(), collected_.height());
    middle_ = light.automatic_exposure ? exposure_.middle() : light.middle;
    const float exposure = middle_ > 0 ? area_scale * std::exp2(light.exposure_stops) / middle_ : 0;
    const float bright = light.automatic_exposure ? exposure_.bright() : 0;
    develop_.use();
    develop_.set("collected", 0);
    develop_.set("narrow_bloom", 1);
    develop_.set("wide_bloom", 2);
    develop_.set("exposure", exposure);
    develop_.set("bloom", light.bloom);
    develop_.set("wide_share", light.bloom_width);
    develop_.set("saturation", light.saturation);
    develop_.set("tone_curve", static_cast<int>(light.curve));
    develop_.set("white", std::max(std::exp2(light.range_stops), bright / std::max(middle_, 1e-30f)));
    develop_.set("faint_gain", light.faint_gain);
    collected_.show(0);
    bloom_.narrow().show(1);
    bloom_.wide().show(2);
    glBindVertexArray(nothing_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
}

void Darkroom::meter(float area_scale, const Adaptation& adaptation) {
    if (adaptation.waits) meter_.take(true);  // what was asked for is of an earlier picture
    meter_.ask(bloom_.small_picture(), area_scale);
    if (const auto reading = meter_.take(adaptation.waits)) metering_ = *reading;
    exposure_.follow(metering_, adaptation.seconds);
}

}  // namespace milkomeda
