// Dear ImGui in the window: its context, and fonts at the screen's scale.
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
    // Text and panels have the scale `requested_scale`, or the window's scale if it is empty. Small windows
    // get a smaller scale, so that they can hold the text.
    Ui(const Window& window, std::optional<float> requested_scale);
    ~Ui();
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;

    std::optional<float>
        requested_scale;  // empty: the scale of the screen, also after the window moves to another screen
    float scale() const { return scale_; }

    // With `side_by_side`, the picture has two halves for two eyes: panels appear in both halves, in the
    // plane of the screen, and so does the pointer.
    void begin_frame(bool side_by_side);
    // Returns true while the user drags or types, so that a value may not be final.
    bool is_being_edited() const;
    glm::vec2 extent() const;  // size available to panels, in screen coordinates: the window or its half
    // Draws the panels built since begin_frame() over the bound framebuffer, as the pass "panels". In
    // `opaque` areas, which must not overlap, the panels hide the picture completely.
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
    PanelCache kept_;  // used with software renderers
};

}  // namespace milkomeda
