// Measures the drawing time of frames. If drawing is slow, reduces the share of drawn bodies, the resolution and
// the dust.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "render/gl/pass_timer.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Smallest number of drawn bodies. Scenes with fewer bodies are drawn completely.
inline constexpr std::size_t least_bodies = 8'192;
// Returns the smallest share that may be drawn if the scene shows `visible` bodies.
double least_share_of(std::size_t visible);

// Chooses the share of drawn bodies by their drawing time. Rows are shuffled within components, so the first
// 1/k of each component is a fair sample. If each body of the sample has k times the light, the picture is
// equally bright, but has more grain.
class DetailControl {
  public:
    DetailControl() = default;
    explicit DetailControl(double first_share) : share_{first_share}, wanted_{first_share} {}

    // Must be called after a frame in which `share` of the bodies was drawn, drawing particles took `particles`
    // milliseconds, and all other passes took `rest` milliseconds. `limit` is the limit for the sum of both times, and
    // `least` the smallest allowed share.
    void measured(double share, double particles, double rest, double limit, double least);
    // Moves the share a little toward the share that fits the limit. Returns the share to draw in this frame.
    double next_share(double least);

  private:
    double share_ = 1, wanted_ = 1;
};

// Returns the downscale of the next frame: a power of 2, at most most_downscale. `now` is the downscale of the last
// frame. The downscale grows if drawing particles takes much longer than `limit` and only the smallest allowed share of
// the particles is drawn (`fewest` is true). This happens if large or near particles cover much of the picture. Times
// are in milliseconds.
inline constexpr int most_downscale = 8;
int downscale_after(int now, double particles, double limit, bool fewest);

// Returns the width of the pixels of the HDR buffer for the next frame, in screen pixels; `now` is the present width.
// The width is the result of downscale_after(), but at least 2 if resolving (bloom and tone mapping) takes too long. It
// is 3 if resolving still takes too long with pixels of width 2.
int pixel_after(int now, double resolving, double particles, double limit, bool fewest);

// Drawing times of a frame in milliseconds.
struct DustCost {
    double dust, particles, affordable;  // times of dust and of particles, and the limit for their sum
    double all, limit;                   // time of all passes, and the limit for this time
    bool fewest;                         // true if the smallest allowed share of the particles is drawn
};
// Returns the dust quality of the next frame; `now` is the quality of the last frame.
DustQuality dust_after(DustQuality now, const DustCost& cost);

// Times of the passes of the last two or three frames. For each pass, the shortest of these times counts, because a
// busy machine delays some frames, and the first frame includes compiling the shaders.
class LatestPasses {
  public:
    void note(std::span<const PassTime> passes);
    // Returns the shortest time of the pass `pass` (if empty: of all passes together) in the measured frames. Returns 0
    // until two frames have been measured, and for a pass that was not drawn.
    double least_milliseconds(std::optional<std::string_view> pass = {}) const;

  private:
    static constexpr std::size_t fewest = 2, most = 3;
    std::vector<std::vector<PassTime>> frames_;  // times of the passes, one list per frame, newest frame first
};

class QualityController {
  public:
    QualityController() = default;
    explicit QualityController(PassTimers timers) : timers_{std::move(timers)} {}

    PassTimers& timers() { return timers_; }
    const PassTimers& timers() const { return timers_; }

    // Quality that the user requests, independent of the drawing time. Empty values are chosen automatically.
    struct Requests {
        std::optional<int> detail{};  // k means that 1/k of the bodies and at most 1/k of the stars are drawn
        std::optional<int> pixel{};   // width of the pixels of the HDR buffer in screen pixels: 1 or 2
        std::optional<DustQuality> dust{};
        bool all_stars = false;  // true to draw all stars that `detail` allows
        static Requests everything(int detail = 1) { return {detail, 1, DustQuality::full, true}; }
        // Returns the requests for a picture at rest: full quality, except for values that the user has chosen.
        Requests at_rest() const {
            return {detail.value_or(1), pixel.value_or(1), dust.value_or(DustQuality::full), true};
        }
        bool operator==(const Requests&) const = default;
    } requests;

    // Quality of a picture at rest, which is refined (StillPicture); empty if pictures are not refined.
    std::optional<Requests> refined{};
    bool is_refining = false;      // set by LoadedScene::draw(): true while a picture at rest needs more drawings
    bool refines_at_once = false;  // true draws all drawings of a refinement in the next frame, also during motion

    // Returns the share of the `visible` bodies that this frame draws.
    float share_to_draw(DrawMode mode, std::size_t visible);

    // Returns the number of resolved stars to draw in this frame: at most `most`, or ten times `most` on a GPU.
    float stars_to_draw(float most);

    // Returns the divisor of the largest sprite size in modes without HDR.
    int sprite_divisor() const { return requests.detail ? 1 : sprite_divisor_; }

    // Returns the width of the pixels of the HDR buffer in screen pixels.
    int pixel() const { return requests.pixel.value_or(pixel_); }

    // Returns the dust quality: coarse if drawing dust is slow, off if frames are still slow after all other reductions
    // of quality.
    DustQuality dust() const { return requests.dust.value_or(dust_); }

    double share() const { return share_; }  // share of the visible bodies that is drawn
    std::size_t bodies_drawn() const { return static_cast<std::size_t>(share_ * static_cast<double>(visible_)); }
    std::size_t bodies_visible() const { return visible_; }

  private:
    double least_star_share() const;
    void adapt(DrawMode mode, double least);
    void choose_quality(DrawMode mode, double limit, bool fewest);

    PassTimers timers_;
    LatestPasses latest_;
    DetailControl control_;
    int pixel_ = 1, sprite_divisor_ = 1;
    DetailControl star_control_;
    double star_share_ = 1;
    float most_stars_ = 0, quick_stars_ = 0;
    DustQuality dust_ = DustQuality::full;
    double share_ = 1;
    std::size_t visible_ = 0;
    long frames_known_ = 0;
    int ignored_ = 0;  // number of further measured frames whose times are ignored
};

// Returns the present quality as text: "light computed for blocks of 2 x 2 pixels, coarse dust".
std::string quality_in_words(const QualityController& quality, const Look& look);

// Returns the drawing time as text: "16.21 ms a frame: particles 12.10, haze 4.11", or says that the time is unknown.
std::string summary(const QualityController& quality);

}  // namespace milkomeda
