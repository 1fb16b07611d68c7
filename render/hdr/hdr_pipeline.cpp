#include "render/hdr/hdr_pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

ToneMapPrograms tone_map_programs(const ReadAsset& read, const std::string& definitions = "") {
    const auto program = [&](ToneCurve curve) {
        return ScreenPass{read, "shaders/hdr/tonemap.frag",
                          fmt::format("{}#define TONE_CURVE {}\n", definitions, static_cast<int>(curve))};
    };
    return {program(ToneCurve::asinh), program(ToneCurve::aces), program(ToneCurve::exponential)};
}

bool maps_locally(const ToneMapping& tone_mapping) { return tone_mapping.local_contrast > 0 && !tone_mapping.infrared; }

// Restricts drawing to `area` of the picture. If HDR pixels cover `pixel` x `pixel` picture pixels, a margin
// of one HDR pixel is added for interpolation.
void cut_to(const PixelArea& area, int pixel) {
    const int margin = pixel > 1 ? 1 : 0;
    const glm::ivec2 least = area.least / pixel - margin;
    const glm::ivec2 size = (area.most + pixel - 1) / pixel + margin - least;
    glScissor(least.x, least.y, size.x, size.y);
}

}  // namespace

HdrPipeline::Passes::Passes(const ReadAsset& read)
    : tone_map{tone_map_programs(read)},
      false_color{tone_map_programs(read, "#define FALSE_COLOR\n")},
      enlarge{read, "shaders/hdr/enlarge.frag", "", "shaders/hdr/enlarge.vert"},
      copy{read, "shaders/hdr/copy.frag"},
      density{read},
      bloom{read},
      local_tone{read} {}

void HdrPipeline::begin(int width, int height, int pixel) {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &picture_);
    width_ = width;
    height_ = height;
    pixel_ = pixel;
    shows_mean_ = false;
    const glm::ivec2 size = collected_size(width, height, pixel);
    if (collected_.fit("collected light", size)) small_.reset();
    if (pixel > 1 && !small_) small_.emplace(size.x, size.y);
    collected_.bind();
    collected_.clear();
}

// Adds the collected light to the mean light of the refinement's drawings.
void HdrPipeline::average(const std::optional<Refinement>& refinement) {
    shows_mean_ = refinement.has_value();
    if (!refinement || refinement->is_complete) return;
    // The first drawing of a refinement, or into a new target, replaces the content of the target.
    const bool is_first = mean_.fit("mean light", collected_.size()) || refinement->drawings == 0;
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendColor(0, 0, 0, is_first ? 1 : 1.0f / static_cast<float>(refinement->drawings + 1));
    glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
    mean_.bind();
    if (is_first) mean_.clear();
    collected_.show(0);
    passes_.copy.use();
    passes_.copy.set("picture", 0);
    passes_.copy.draw();
}

void HdrPipeline::resolve(const Look& look, float area_scale, const Adaptation& adaptation, PassTimers* timers,
                          const std::optional<PixelArea>& seen) {
    const bool as_density = rendering_of(look.mode) == Rendering::density;
    float exposure = 0;
    average(adaptation.refinement);
    glDisable(GL_BLEND);
    {
        const auto timed = measure(timers, "bloom");
        passes_.bloom.reduce(light());
        meter(look, area_scale, adaptation);
        if (look.tone_mapping.bloom > 0 && !as_density) passes_.bloom.spread(look.tone_mapping.bloom_width);
        if (look.density.contours) passes_.bloom.smooth();
        if (!as_density) exposure = exposure_of(look, area_scale);
        if (!as_density && maps_locally(look.tone_mapping)) passes_.local_tone.find(passes_.bloom.smallest(), exposure);
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
    scale_ = map_scale_of(look, area_scale);
    if (as_density)
        passes_.density.draw(light(), scale_, look.color_map);
    else
        draw(look, exposure);
    cut_to(shown, 1);
    if (pixel_ > 1) enlarge();
    if (look.density.contours)  // contours are drawn at full resolution, after the enlargement
        passes_.density.draw_contours(passes_.bloom.smoothed(),
                                      static_cast<float>(pixel_) * passes_.bloom.result_pixel(), scale_, look.density);
    glDisable(GL_SCISSOR_TEST);
    for (const GLenum unit : {GL_TEXTURE2, GL_TEXTURE1, GL_TEXTURE0}) {
        glActiveTexture(unit);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    glUseProgram(0);
}

// Enlarges the picture with linear filtering. With software OpenGL, this drawing takes half the time of
// glBlitFramebuffer().
void HdrPipeline::enlarge() {
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(picture_));
    glViewport(0, 0, width_, height_);
    small_->show(0);
    passes_.enlarge.use();
    passes_.enlarge.set("picture", 0);
    const glm::vec2 size{small_->width(), small_->height()};
    passes_.enlarge.set("part", glm::vec2{width_, height_} / (static_cast<float>(pixel_) * size));
    passes_.enlarge.draw();
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
    const ScreenPass& program = tone_mapping.infrared ? passes_.false_color[curve] : passes_.tone_map[curve];
    program.use();
    if (tone_mapping.infrared) program.set("color_table", table_of(look.color_map).light);
    program.set("collected", 0);
    program.set("spread", 1);
    program.set("spread_pixel", passes_.bloom.result_pixel());
    program.set("exposure", exposure);
    program.set("bloom", tone_mapping.bloom);
    program.set("saturation", tone_mapping.saturation);
    program.set("faint_gain", tone_mapping.faint_gain);
    program.set("asinh_of_most", std::asinh(tone_mapping.faint_gain * white));
    const bool locally = maps_locally(tone_mapping);
    program.set("neighborhood", 2);
    program.set("local_contrast_share", locally ? tone_mapping.local_contrast : 0.0f);
    light().show(0);
    passes_.bloom.result().show(1);
    (locally ? passes_.local_tone.result() : passes_.bloom.result()).show(2);
    program.draw();
}

DensityLimits HdrPipeline::fitting_limits() const {
    // Even a uniform picture needs a non-zero range of densities, and faint edges of splats must not set the lower
    // limit.
    constexpr float least_range = 10, largest_range = 1e4f;
    const float low = std::max(metering_.least_density, metering_.most_density / largest_range);
    return {low, std::max(metering_.most_density, least_range * low)};
}

MapScale HdrPipeline::map_scale_of(const Look& look, float area_scale) const {
    const bool is_automatic = look.density.automatic_limits || !has_density_limits(look);
    return {map_colors(look), area_scale,
            is_automatic ? DensityLimits{automatic_limits_.key(), automatic_limits_.bright()}
                         : DensityLimits{look.density.low, look.density.high},
            automatic_values_.limits(look.density)};
}

void HdrPipeline::meter(const Look& look, float area_scale, const Adaptation& adaptation) {
    if (adaptation.waits) meter_.take(true);  // discards the reading of an earlier picture
    meter_.ask(passes_.bloom.small_picture(), area_scale, map_colors(look));
    if (const auto reading = meter_.take(adaptation.waits)) metering_ = *reading;
    exposure_.follow(metering_, adaptation.seconds);
    automatic_values_.follow(metering_, adaptation.seconds);
    const DensityLimits fitting = fitting_limits();
    automatic_limits_.follow({.key = fitting.low, .bright = fitting.high}, adaptation.seconds);
}

void HdrPipeline::expose_as(const HdrPipeline& other) {
    exposure_ = other.exposure_;
    automatic_limits_ = other.automatic_limits_;
    automatic_values_ = other.automatic_values_;
}

void lock_exposure(ToneMapping& light, const HdrPipeline& hdr, bool locked) {
    light.automatic_exposure = !locked;
    if (locked && hdr.key_luminance() > 0) light.key_luminance = hdr.key_luminance();
}

}  // namespace milkomeda
