#include "render/hdr/hdr_pipeline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

ToneMapPrograms tone_map_programs(const ReadAsset& read, const std::string& definitions = "") {
    const auto program = [&](ToneCurve curve) {
        return ShaderProgram{read, "shaders/gl/screen.vert", "shaders/hdr/tonemap.frag",
                             definitions + "#define TONE_CURVE " + std::to_string(static_cast<int>(curve)) + "\n"};
    };
    return {program(ToneCurve::asinh), program(ToneCurve::aces), program(ToneCurve::exponential)};
}

ShaderProgram enlarge_program(const ReadAsset& read) {
    return {read, "shaders/hdr/enlarge.vert", "shaders/hdr/enlarge.frag"};
}

bool takes_back(const ToneMapping& tone_mapping) { return tone_mapping.local_contrast > 0 && !tone_mapping.infrared; }

constexpr const char* false_color = "#define FALSE_COLOR\n";

// Restricts drawing to `area` of the picture. If HDR pixels cover `pixel` x `pixel` picture pixels, a margin
// of one HDR pixel is added for interpolation.
void cut_to(const PixelArea& area, int pixel) {
    const int margin = pixel > 1 ? 1 : 0;
    const glm::ivec2 least = area.least / pixel - margin;
    const glm::ivec2 size = (area.most + pixel - 1) / pixel + margin - least;
    glScissor(least.x, least.y, size.x, size.y);
}

}  // namespace

HdrPipeline::HdrPipeline(const ReadAsset& read)
    : tone_map_{tone_map_programs(read)},
      false_color_{tone_map_programs(read, false_color)},
      enlarge_{enlarge_program(read)},
      density_{read},
      bloom_{read},
      local_tone_{read},
      nothing_{new_vertex_array()} {}

void HdrPipeline::reload(const ReadAsset& read) {
    auto tone_map = tone_map_programs(read);
    auto in_false_color = tone_map_programs(read, false_color);
    ShaderProgram enlarge = enlarge_program(read);
    DensityMap density{read};
    Bloom bloom{read};
    LocalTone local_tone{read};
    enlarge_ = std::move(enlarge);
    density_ = std::move(density);
    tone_map_ = std::move(tone_map);
    false_color_ = std::move(in_false_color);
    bloom_ = std::move(bloom);
    local_tone_ = std::move(local_tone);
}

void HdrPipeline::begin(int width, int height, int pixel) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &picture_);
    width_ = width;
    height_ = height;
    pixel_ = pixel;
    const glm::ivec2 size = collected_size(width, height, pixel);
    if (collected_.width() != size.x || collected_.height() != size.y) {
        collected_ = LightTarget{"collected light", size.x, size.y};
        small_.reset();
    }
    if (pixel > 1 && !small_) small_.emplace(size.x, size.y);
    collected_.bind();
    collected_.clear();
}

void HdrPipeline::resolve(const Look& look, float area_scale, const Adaptation& adaptation, PassTimers* timers,
                          const std::optional<PixelArea>& seen) {
    const bool as_density = rendering_of(look.mode) == Rendering::density;
    float exposure = 0;
    glDisable(GL_BLEND);
    {
        const auto timed = measure(timers, "bloom");
        bloom_.reduce(collected_);
        meter(area_scale, adaptation);
        if (look.tone_mapping.bloom > 0 && !as_density) bloom_.spread(look.tone_mapping.bloom_width);
        if (look.density.contours) bloom_.smooth();
        if (!as_density) exposure = exposure_of(look, area_scale);
        if (!as_density && takes_back(look.tone_mapping)) local_tone_.find(bloom_.smallest(), exposure);
    }
    const auto timed = measure(timers, "develop");
    const PixelArea whole{{0, 0}, {width_, height_}};
    const PixelArea shown = overlap(seen.value_or(whole), whole);
    if (shown.empty()) return;
    glEnable(GL_SCISSOR_TEST);
    cut_to(shown, pixel_);
    if (pixel_ > 1) {
        small_->bind();
    } else {
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(picture_));
        glViewport(0, 0, width_, height_);
    }
    glBindVertexArray(nothing_.name());
    limits_ = look.density.automatic_limits ? DensityLimits{automatic_limits_.key(), automatic_limits_.bright()}
                                            : DensityLimits{look.density.low, look.density.high};
    if (as_density)
        density_.draw(collected_, area_scale, limits_, look.color_map);
    else
        draw(look, exposure);
    cut_to(shown, 1);
    if (pixel_ > 1) enlarge();
    if (look.density.contours)  // contours are drawn at full resolution, after the enlargement
        density_.draw_contours(bloom_.smoothed(), static_cast<float>(pixel_) * bloom_.result_pixel(), area_scale,
                               limits_, look.density);
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(0);
    for (const GLenum unit : {GL_TEXTURE2, GL_TEXTURE1, GL_TEXTURE0}) {
        glActiveTexture(unit);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    glUseProgram(0);
}

// Enlarges the picture with linear filtering; in software twice as fast as glBlitFramebuffer().
void HdrPipeline::enlarge() {
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(picture_));
    glViewport(0, 0, width_, height_);
    small_->show(0);
    enlarge_.use();
    enlarge_.set("picture", 0);
    const glm::vec2 size{small_->width(), small_->height()};
    enlarge_.set("part", glm::vec2{width_, height_} / (static_cast<float>(pixel_) * size));
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

float HdrPipeline::exposure_of(const Look& look, float area_scale) {
    const ToneMapping& tone_mapping = look.tone_mapping;
    key_luminance_ = tone_mapping.automatic_exposure ? exposure_.key() : tone_mapping.key_luminance;
    return key_luminance_ > 0 ? area_scale * look.brightness * std::exp2(tone_mapping.exposure_stops) / key_luminance_
                              : 0;
}

void HdrPipeline::draw(const Look& look, float exposure) {
    const ToneMapping& tone_mapping = look.tone_mapping;
    const float bright = tone_mapping.automatic_exposure ? exposure_.bright() : 0;
    const float white = std::max(std::exp2(tone_mapping.range_stops), bright / std::max(key_luminance_, 1e-30f));
    const auto curve = static_cast<std::size_t>(tone_mapping.curve);
    const ShaderProgram& program = tone_mapping.infrared ? false_color_[curve] : tone_map_[curve];
    program.use();
    if (tone_mapping.infrared) program.set("color_table", table_of(look.color_map).light);
    program.set("collected", 0);
    program.set("spread", 1);
    program.set("spread_pixel", bloom_.result_pixel());
    program.set("exposure", exposure);
    program.set("bloom", tone_mapping.bloom);
    program.set("saturation", tone_mapping.saturation);
    program.set("faint_gain", tone_mapping.faint_gain);
    program.set("asinh_of_most", std::asinh(tone_mapping.faint_gain * white));
    const bool locally = takes_back(tone_mapping);
    program.set("around", 2);
    program.set("taken_back", locally ? tone_mapping.local_contrast : 0.0f);
    collected_.show(0);
    bloom_.result().show(1);
    (locally ? local_tone_.result() : bloom_.result()).show(2);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

DensityLimits HdrPipeline::fitting_limits() const {
    // A uniform picture still needs a non-zero range, and faint edges of splats must not set the lower limit.
    constexpr float least_range = 10, largest_range = 1e4f;
    const float low = std::max(metering_.least_density, metering_.most_density / largest_range);
    return {low, std::max(metering_.most_density, least_range * low)};
}

void HdrPipeline::meter(float area_scale, const Adaptation& adaptation) {
    if (adaptation.waits) meter_.take(true);  // discards the reading of an earlier picture
    meter_.ask(bloom_.small_picture(), area_scale);
    if (const auto reading = meter_.take(adaptation.waits)) metering_ = *reading;
    exposure_.follow(metering_, adaptation.seconds);
    const DensityLimits fitting = fitting_limits();
    automatic_limits_.follow({.key = fitting.low, .bright = fitting.high}, adaptation.seconds);
}

void HdrPipeline::expose_as(const HdrPipeline& other) {
    exposure_ = other.exposure_;
    automatic_limits_ = other.automatic_limits_;
}

void lock_exposure(ToneMapping& light, const HdrPipeline& hdr, bool locked) {
    light.automatic_exposure = !locked;
    if (locked && hdr.key_luminance() > 0) light.key_luminance = hdr.key_luminance();
}

}  // namespace milkomeda
