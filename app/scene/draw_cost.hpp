// Measures what drawing a frame costs, and chooses how many of the bodies are drawn to keep that low.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "render/gl/pass_timer.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

inline constexpr std::size_t least_bodies = 8'192;  // and as many as that, where there are as many

// Rows are shuffled inside components, so the first 1/k of each is a fair sample: drawn with k times the
// light it is the same picture, with more grain. How large a share is drawn follows what drawing it takes.
class DetailControl {
  public:
    // After a frame that drew `share` of the `visible` bodies in `particles` milliseconds, and all else in
    // `rest`. `limit` is what both may take.
    void measured(double share, double particles, double rest, double limit, std::size_t visible);
    // Goes on towards what is wanted, a little every frame; the share to draw now, (0, 1].
    double next_share(std::size_t visible);

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

class DrawCost {
  public:
    DrawCost() = default;
    explicit DrawCost(double host_interval_seconds) : timers_{host_interval_seconds} {}

    PassTimers& timers() { return timers_; }
    const PassTimers& timers() const { return timers_; }

    std::optional<int> requested_detail;  // 1/k of the bodies; empty: whatever is quick enough

    // The share of the `visible` bodies that this frame draws.
    float share_to_draw(DrawMode mode, std::size_t visible);

    // Sprites that are drawn directly are at most the largest size they may have, divided by this.
    int sprite_divisor() const { return requested_detail ? 1 : sprite_divisor_; }

    // Light may be collected in pixels of the picture's 2 x 2, a quarter of the work, or of more.
    std::optional<int> requested_pixel;  // 1 or 2; empty: whatever is quick enough
    int pixel() const { return requested_pixel.value_or(pixel_); }

    double share() const { return share_; }
    std::size_t bodies_drawn() const {
        return static_cast<std::size_t>(share_ * static_cast<double>(visible_));
    }
    std::size_t bodies_visible() const { return visible_; }

  private:
    PassTimers timers_;
    DetailControl control_;
    int pixel_ = 1, sprite_divisor_ = 1;
    double share_ = 1;
    std::size_t visible_ = 0;
    long frames_known_ = 0;
};

// "16.2 ms a frame: particles 12.1, haze 4.1", or that it was not measured.
std::string summary(const DrawCost& cost);

}  // namespace milkomeda
