// The opacity of the time bar and the scene title, which hide while the user neither moves the pointer nor presses a
// key.
#pragma once

#include <algorithm>

namespace milkomeda {

class Presence {
  public:
    // Must be called when the user moves the pointer or presses a key or button, and when another scene begins.
    void wake() { rest_seconds_ = 0; }
    // Must be called once a frame. `is_used`: true while the bar must stay visible, for example because the pointer is
    // over the bar. `seconds`: duration of the frame; at most a tenth of a second counts, so that loading times do not
    // count.
    void advance(bool is_used, double seconds) {
        is_used_ = is_used;
        rest_seconds_ = is_used ? 0 : rest_seconds_ + std::min(seconds, 0.1);
    }

    float opacity() const {
        return static_cast<float>(std::clamp((hold_seconds + fade_seconds - rest_seconds_) / fade_seconds, 0.0, 1.0));
    }
    // True if the opacity will change without further input.
    bool is_changing() const { return opacity() > 0 && !is_used_; }

  private:
    static constexpr double hold_seconds = 3, fade_seconds = 0.5;

    double rest_seconds_ = 0;
    bool is_used_ = false;
};

}  // namespace milkomeda
