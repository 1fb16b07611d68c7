// Measures the drawing time of frames, and limits it by the share of bodies, the resolution and the dust.
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

// smallest number of bodies to draw; scenes with fewer bodies are drawn completely
inline constexpr std::size_t least_bodies = 8'192;
double least_share_of(std::size_t visible);

// Chooses the share of drawn bodies by their drawing time. Rows are shuffled within components, so the first
// 1/k of each component is a fair sample. Drawn with k times the light, the sample gives an equally bright
// picture with more grain.
class DetailControl {
  public:
    DetailControl() = default;
    explicit DetailControl(double first_share) : share_{first_share}, wanted_{first_share} {}

    // Call this after a frame that drew `share` of the bodies in `particles` milliseconds, and the rest in
    // `rest` milliseconds. `limit` is the limit of particles + rest, `least` the smallest allowed share.
    void measured(double share, double particles, double rest, double limit, double least);
    // Moves the share a little toward the wanted share. Returns the share to draw in this frame, (0, 1].
    double next_share(double least);

  private:
    double share_ = 1, wanted_ = 1;
};

// Returns the downscale factor of the next frame: a power of 2, at most most_sparing. `now` is the factor of
// the last frame. Each doubling saves three quarters of the work. The factor grows if drawing particles takes
// longer than `limit` although the fewest allowed are drawn (`fewest`). This happens if large or near
// particles cover much of the picture. Times are in milliseconds.
inline constexpr int most_sparing = 8;
int sparing_after(int now, double particles, double limit, bool fewest);

// Returns the size of light-buffer pixels, in screen pixels, for the next frame; `now` is the present size.
// The size is sparing_after(), but at least 2 if resolving (bloom and tone mapping) takes too long.
int pixel_after(int now, double resolving, double particles, double limit, bool fewest);

// Drawing times of a frame in milliseconds: of the dust, and of the particles that it dims, with their common
// limit `affordable`; of all passes, with their limit `limit`.
struct DustCost {
    double dust, particles, affordable;
    double all, limit;
    bool fewest;  // true if the smallest allowed share of the particles is drawn
};
DustQuality dust_after(DustQuality now, const DustCost& cost);

// Times of the passes of the last two or three frames. The shortest time of a pass is its cost, because a
// busy machine delays some frames, and the first frame includes compiling the shaders.
class LatestPasses {
  public:
    void note(std::span<const PassTime> passes);
    // Returns 0 until two frames have been measured, and for a pass that is not drawn any more.
    double least_milliseconds(std::string_view pass) const;
    double least_total_milliseconds() const;

  private:
    template <typename Milliseconds>
    double least_of(Milliseconds milliseconds) const;  // shortest time of `milliseconds` over the frames

    static constexpr std::size_t fewest = 2, most = 3;
    std::vector<std::vector<PassTime>> frames_;  // times of the last frames, newest frame first
};

class QualityController {
  public:
    QualityController() = default;
    explicit QualityController(PassTimers timers) : timers_{std::move(timers)} {}

    PassTimers& timers() { return timers_; }
    const PassTimers& timers() const { return timers_; }

    // Quality that the user requests, however long a frame takes. An empty value is chosen automatically.
    struct Requests {
        std::optional<int> detail{};  // k: draws 1/k of the bodies and at most 1/k of the stars
        std::optional<int> pixel{};   // size of light-buffer pixels in screen pixels: 1 or 2
        std::optional<DustQuality> dust{};
        bool all_stars = false;  // true: draws all stars that `detail` allows
        static Requests everything(int detail = 1) { return {detail, 1, DustQuality::full, true}; }
    } requests;

    // Returns the share of the `visible` bodies that this frame draws.
    float share_to_draw(DrawMode mode, std::size_t visible);

    // Returns the number of stars to draw in this frame: at most `most`, or ten times `most` on a GPU. Stars
    // are drawn in addition to bodies. The number grows gradually.
    float stars_to_draw(float most);

    // Divisor of the largest size of directly drawn sprites.
    int sprite_divisor() const { return requests.detail ? 1 : sprite_divisor_; }

    // Size of light-buffer pixels in screen pixels. A size of 2 takes a quarter of the work.
    int pixel() const { return requests.pixel.value_or(pixel_); }

    // Dust quality: coarse if drawing dust is slow, off if all other savings are in use.
    DustQuality dust() const { return requests.dust.value_or(dust_); }

    double share() const { return share_; }
    std::size_t bodies_drawn() const { return static_cast<std::size_t>(share_ * static_cast<double>(visible_)); }
    std::size_t bodies_visible() const { return visible_; }

  private:
    double least_star_share() const;
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
};

// Returns the present quality as text: "light in 2 x 2 pixels, coarse dust".
std::string quality_in_words(const QualityController& cost, const Look& look);

// Returns the drawing time as text: "16.2 ms a frame: particles 12.1, haze 4.1"; else a note that it is
// unknown.
std::string summary(const QualityController& cost);

}  // namespace milkomeda
