// Turns collected light into a picture: bloom, exposure, tone curve, or a map of surface density.
#pragma once

#include <array>
#include <optional>

#include "render/gl/light_target.hpp"
#include "render/gl/pass_timer.hpp"
#include "render/gl/pixel_area.hpp"
#include "render/gl/shader_program.hpp"
#include "render/gl/target.hpp"
#include "render/hdr/bloom.hpp"
#include "render/hdr/density_map.hpp"
#include "render/hdr/exposure.hpp"
#include "render/hdr/light_meter.hpp"
#include "render/hdr/local_tone.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// The size of a picture in pixels of `pixel` x `pixel` of its own.
inline glm::ivec2 collected_size(int width, int height, int pixel) {
    return {(width + pixel - 1) / pixel, (height + pixel - 1) / pixel};
}

// The way in which the exposure follows the light.
struct Adaptation {
    double seconds = 0;  // of animation since the last picture; infinity: at once
    // Waits for the meter, so that every picture is exposed by its own light; else by the newest known.
    bool waits = false;
};

using ToneMapPrograms = std::array<ShaderProgram, names<ToneCurve>.size()>;  // by tone curve

class HdrPipeline {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit HdrPipeline(const ReadAsset& read);

    // Compiles the shaders again; on failure throws and keeps what was there.
    void reload(const ReadAsset& read);

    // Binds a black target for a picture of this size, for light to be added to. What is slow to draw may be
    // collected in pixels of the picture's `pixel` times `pixel`: the target has collected_size() then.
    void begin(int width, int height, int pixel = 1);

    // Draws what was collected since as a picture into the framebuffer that was bound at begin().
    // `area_scale`: from light per pixel to light per model area. Its passes are measured if there are
    // `timers`. Where only an area is `seen`, whose y goes up, the rest of the picture may stay as it was.
    void resolve(const Look& look, float area_scale, const Adaptation& adaptation,
                 PassTimers* timers = nullptr, const std::optional<PixelArea>& seen = {});

    // Goes on from the exposure and the limits that another one has reached.
    void expose_as(const HdrPipeline& other);

    // The surface brightness that is clearly seen in the newest picture, whether the exposure is locked or
    // not.
    float key_luminance() const { return key_luminance_; }
    DensityLimits density_limits() const { return limits_; }  // of the newest picture's colours or contours
    DensityLimits fitting_limits() const;                     // that show all of it; 0 where there is nothing
    const Metering& metering() const { return metering_; }
    const LightTarget& light() const { return collected_; }

  private:
    void meter(float area_scale, const Adaptation& adaptation);
    float exposure_of(const Look& look, float area_scale);
    void draw(const Look& look, float exposure);
    void enlarge();

    ToneMapPrograms tone_map_, false_color_;
    ShaderProgram enlarge_;
    DensityMap density_;
    Bloom bloom_;
    LocalTone local_tone_;
    LightMeter meter_;
    LightTarget collected_;
    GlVertexArray nothing_;
    GLint picture_ = 0;  // the framebuffer to resolve into
    int width_ = 0, height_ = 0, pixel_ = 1;
    std::optional<OffscreenTarget> small_;  // where large pixels are resolved

    Metering metering_;
    Exposure exposure_;
    float key_luminance_ = 0;
    Exposure automatic_limits_;  // of density
    DensityLimits limits_;
};

// Stops the exposure from following the picture, or lets it follow again.
void lock_exposure(ToneMapping& light, const HdrPipeline& hdr, bool locked);

}  // namespace milkomeda
