// Measures what drawing a frame costs, and chooses how many of the bodies are drawn to keep that low.
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

inline constexpr std::size_t least_bodies = 8'192;  // and as many as that, where there are as many
double least_share_of(std::size_t visible);

// Rows are shuffled inside components, so the first 1/k of each is a fair sample: drawn with k times the
// light it is the same picture, with more grain. How large a share is drawn follows what drawing it takes.
class DetailControl {
  public:
    DetailControl() = default;
    explicit DetailControl(double first_share) : share_{first_share}, wanted_{first_share} {}

    // After a frame that drew `share` of the `visible` bodies in `particles` milliseconds, and all else in
    // `rest`. `limit` is what both may take, `least` the smallest share that may be drawn.
    void measured(double share, double particles, double rest, double limit, double least);
    // Goes on towards what is wanted, a little every frame; the share to draw now, (0, 1].
    double next_share(double least);

  private:
    double share_ = 1, wanted_ = 1;
};

// Where particles, as few as may be drawn, take more than their `limit`, near or large ones cover much of the
// picture, all of them. What spares a quarter of the work each time that it is doubled, after a frame with it
// `now`: a power of 2, at most most_sparing, since particles that take so long are wider by far. All in
// milliseconds.
inline constexpr int most_sparing = 8;
int sparing_after(int now, double particles, double limit, bool fewest);

// That is the width of the pixels that light is collected in, which is 2, too, where resolving takes too
// long.
int pixel_after(int now, double resolving, double particles, double limit, bool fewest);

// How finely dust is drawn after a frame in which it and particles, whose light it dims, took so long of what
// those may, and all that is drawn of what that may. All in milliseconds.
struct DustCost {
    double dust, particles, affordable;
    double all, limit;
    bool fewest;  // particles, as few as may be drawn
};
DustQuality dust_after(DustQuality now, const DustCost& cost);

// The passes of the frames that were measured last. Of what a busy machine holds up now and then, and of the
// first frame, for which shaders are translated, the shortest tells what drawing takes.
class LatestPasses {
  public:
    void note(std::span<const PassTime> passes);
    // 0 until two frames are known, and for a pass that is not drawn any more.
    double least_milliseconds(std::string_view pass) const;
    double least_total_milliseconds() const;

  private:
    template <typename Milliseconds>
    double least_of(Milliseconds milliseconds) const;  // of the passes of each frame

    static constexpr std::size_t fewest = 2, most = 3;
    std::vector<std::vector<PassTime>> frames_;  // the newest first
};

class QualityController {
  public:
    QualityController() = default;
    explicit QualityController(PassTimers timers) : timers_{std::move(timers)} {}

    PassTimers& timers() { return timers_; }
    const PassTimers& timers() const { return timers_; }

    // What is asked for, whatever it costs; what is empty is what is quick enough.
    struct Requests {
        std::optional<int> detail{};  // 1/k of the bodies, and no more than that of the stars
        std::optional<int> pixel{};   // 1 or 2: light is collected in pixels so wide
        std::optional<DustQuality> dust{};
        bool all_stars = false;  // of those
        static Requests everything(int detail = 1) { return {detail, 1, DustQuality::full, true}; }
    } requests;

    // The share of the `visible` bodies that this frame draws.
    float share_to_draw(DrawMode mode, std::size_t visible);

    // How many of at most so many stars, ten times as many on a GPU, this frame draws: particles' own, for
    // which no body is left out. Where more may be than before, they come one after the other.
    float stars_to_draw(float most);

    // Sprites that are drawn directly are at most the largest size they may have, divided by this.
    int sprite_divisor() const { return requests.detail ? 1 : sprite_divisor_; }

    // Light may be collected in pixels of the picture's 2 x 2, a quarter of the work, or of more.
    int pixel() const { return requests.pixel.value_or(pixel_); }

    // Dust is drawn coarsely where it is slow, and not at all where all else is spared already.
    DustQuality dust() const { return requests.dust.value_or(dust_); }

    double share() const { return share_; }
    std::size_t bodies_drawn() const {
        return static_cast<std::size_t>(share_ * static_cast<double>(visible_));
    }
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

// What is on: "light in 2 x 2 pixels, coarse dust".
std::string quality_in_words(const QualityController& cost, const Look& look);

// "16.2 ms a frame: particles 12.1, haze 4.1", or that it was not measured.
std::string summary(const QualityController& cost);

}  // namespace milkomeda
