// The HDR pipeline: turns collected light into a picture with bloom, exposure and tone curve, or into a map
// of surface density.
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

// Returns the size of the HDR buffer if each of its pixels covers `pixel` x `pixel` pixels of the picture.
inline glm::ivec2 collected_size(int width, int height, int pixel) {
    return {(width + pixel - 1) / pixel, (height + pixel - 1) / pixel};
}

// How the exposure follows the light.
struct Adaptation {
    double seconds = 0;  // animation time since the last picture; infinity adapts at once
    // true waits for the light meter, so that each picture is exposed by its own light; false uses the newest
    // finished reading
    bool waits = false;
};

using ToneMapPrograms = std::array<ShaderProgram, names<ToneCurve>.size()>;  // indexed by tone curve

class HdrPipeline {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit HdrPipeline(const ReadAsset& read);

    // Compiles the shaders again. On failure throws std::runtime_error and keeps the old shaders.
    void reload(const ReadAsset& read);

    // Clears and binds the HDR buffer for a picture of width x height pixels. For speed, each pixel of the
    // buffer can cover `pixel` x `pixel` pixels of the picture (collected_size()).
    void begin(int width, int height, int pixel = 1);

    // Draws the light collected since begin() into the framebuffer that was bound at begin(). `area_scale`
    // converts light per pixel to light per model area. `timers` may be null. If only the area `seen` (y
    // upward) is visible, the rest of the picture may stay unchanged.
    void resolve(const Look& look, float area_scale, const Adaptation& adaptation,
                 PassTimers* timers = nullptr, const std::optional<PixelArea>& seen = {});

    // Continues from the exposure and density limits of `other`.
    void expose_as(const HdrPipeline& other);

    // Returns the surface brightness that the newest picture shows clearly, for automatic and locked
    // exposure.
    float key_luminance() const { return key_luminance_; }
    // limits of the newest picture's colors or contours
    DensityLimits density_limits() const { return limits_; }
    // limits that fit the whole picture; 0 if it is empty
    DensityLimits fitting_limits() const;
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
    GLint picture_ = 0;  // framebuffer that receives the picture
    int width_ = 0, height_ = 0, pixel_ = 1;
    std::optional<OffscreenTarget> small_;  // target of tone mapping if pixel_ > 1

    Metering metering_;
    Exposure exposure_;
    float key_luminance_ = 0;
    Exposure automatic_limits_;  // adapting density limits of the color map
    DensityLimits limits_;
};

// Locks the exposure at the current key luminance, or lets it follow the picture again.
void lock_exposure(ToneMapping& light, const HdrPipeline& hdr, bool locked);

}  // namespace milkomeda
