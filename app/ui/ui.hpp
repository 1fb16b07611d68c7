// Dear ImGui over the window: its context, and fonts at the screen's scale.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/ui/panel_cache.hpp"
#include "app/ui/window.hpp"
#include "render/gl/pass_timer.hpp"

namespace milkomeda {

class Ui {
  public:
    // Text and panels have the `requested_scale`, where it is empty the window's; a smaller one in windows
    // that could not hold the text.
    Ui(const Window& window, std::optional<float> requested_scale);
    ~Ui();
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;

    std::optional<float>
        requested_scale;  // empty: what the screen asks for, also when the window moves to another
    float scale() const { return scale_; }

    // In a picture for two eyes `side_by_side` each half has the panels, in the plane of the screen, and the
    // mouse is in both.
    void begin_frame(bool side_by_side);
    // Something is being dragged or typed, and may be half of what is meant.
    bool is_being_edited() const;
    glm::vec2 extent() const;  // of what panels have: the window, or its half; screen coordinates
    // Draws what was built since begin_frame() over the bound framebuffer, as the pass "panels". In `opaque`
    // areas, which do not overlap, nothing of the picture below is to be seen.
    void render(PassTimers& timers, std::span<const Area> opaque);

  private:
    void take_keys();
    void follow_scale();
    void keep_size();
    void halve();

    const Window& window_;
    KeyQueue keys_;
    bool side_by_side_ = false;
    float scale_ = 0, density_ = 0;
    PanelCache kept_;  // in software
};

}  // namespace milkomeda
