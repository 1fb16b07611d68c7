// HDR pipeline: converts light to a picture with bloom, exposure and tone curve, or to a density map.
#pragma once

#include <array>
#include <optional>

#include "render/gl/light_target.hpp"
#include "render/gl/pass_timer.hpp"
#include "render/gl/pixel_area.hpp"
#include "render/gl/target.hpp"
#include "render/hdr/bloom.hpp"
#include "render/hdr/density_map.hpp"
#include "render/hdr/exposure.hpp"
#include "render/hdr/light_meter.hpp"
#include "render/hdr/local_tone.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Returns the size of the HDR buffer if each HDR pixel covers `pixel` x `pixel` pixels of the picture.
inline glm::ivec2 collected_size(int width, int height, int pixel) {
    return {(width + pixel - 1) / pixel, (height + pixel - 1) / pixel};
}

// Antialiasing of a picture at rest. The picture shows the mean light of several drawings, whose cameras differ by
// fractions of a pixel.
struct Refinement {
    int drawings = 0;          // number of drawings that the mean already contains
    bool is_complete = false;  // true shows the mean without another drawing
};

// Determines how the exposure adapts to the light.
struct Adaptation {
    double seconds = 0;  // animation time since the last picture; infinity adapts completely
    // true waits for the light meter, so that each picture is exposed by its own light; false uses the most
    // recent finished reading
    bool waits = false;
    std::optional<Refinement> refinement{};  // empty shows the light of a single drawing
};

using ToneMapPrograms = std::array<ScreenPass, names<ToneCurve>.size()>;  // indexed by tone curve

class HdrPipeline {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit HdrPipeline(const ReadAsset& read) : passes_{read} {}

    // Recompiles the shaders. On failure throws std::runtime_error and keeps the shaders in use.
    void reload(const ReadAsset& read) { passes_ = Passes{read}; }

    // Clears and binds the HDR buffer for a picture of width x height pixels. For speed, each HDR pixel can
    // cover `pixel` x `pixel` pixels of the picture (collected_size()).
    void begin(int width, int height, int pixel = 1);

    // Draws the light collected since begin() into the framebuffer that was bound at begin(), or the mean light of
    // several drawings (Adaptation::refinement). `area_scale` converts light per pixel to light per model area.
    // `timers` may be null. If `seen` (y upward) is given, only this area of the picture needs to be drawn.
    void resolve(const Look& look, float area_scale, const Adaptation& adaptation, PassTimers* timers = nullptr,
                 const std::optional<PixelArea>& seen = {});

    // Copies the exposure and the density limits from `other`.
    void expose_as(const HdrPipeline& other);

    // Returns the surface brightness to which automatic or locked exposure has adapted the newest picture.
    float key_luminance() const { return key_luminance_; }
    // returns the density limits of the newest picture's colors or contours
    DensityLimits density_limits() const { return scale_.limits; }
    // returns the scale of the newest map, or of the contours in other pictures
    const MapScale& map_scale() const { return scale_; }
    // returns limits for the newest measured densities: percentiles 25 and 99.5, adjusted to a ratio of 10 to 10,000; 0
    // if the picture is empty
    DensityLimits fitting_limits() const;
    const Metering& metering() const { return metering_; }
    // Returns the light of the newest picture: of a single drawing, or the mean of a refinement.
    const LightTarget& light() const { return shows_mean_ ? mean_ : collected_; }

  private:
    struct Passes {
        explicit Passes(const ReadAsset& read);

        ToneMapPrograms tone_map, false_color;
        ScreenPass enlarge, copy;
        DensityMap density;
        Bloom bloom;
        LocalTone local_tone;
    };
    void average(const std::optional<Refinement>& refinement);
    void meter(const Look& look, float area_scale, const Adaptation& adaptation);
    MapScale map_scale_of(const Look& look, float area_scale) const;
    float exposure_of(const Look& look, float area_scale);
    void draw(const Look& look, float exposure);
    void enlarge();

    Passes passes_;
    LightMeter meter_;
    LightTarget collected_, mean_;  // mean_: mean light of the drawings of a refinement
    bool shows_mean_ = false;
    GLint picture_ = 0;  // framebuffer that receives the finished picture
    int width_ = 0, height_ = 0, pixel_ = 1;
    std::optional<OffscreenTarget> small_;  // target of tone mapping if pixel_ > 1

    Metering metering_;
    Exposure exposure_;
    float key_luminance_ = 0;
    Exposure automatic_limits_;  // density limits of the color map, which adapt to the picture with a delay
    ValueScale automatic_values_;
    MapScale scale_;
};

// Locks the exposure at the current key luminance, or unlocks the exposure, so that the exposure follows the picture.
void lock_exposure(ToneMapping& light, const HdrPipeline& hdr, bool locked);

}  // namespace milkomeda
