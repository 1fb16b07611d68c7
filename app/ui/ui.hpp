// Runs Dear ImGui in the window, with fonts for the scale of the monitor.
#pragma once

#include <optional>
#include <span>

#include "app/ui/panel_cache.hpp"
#include "app/ui/window.hpp"
#include "render/gl/pass_timer.hpp"

namespace milkomeda {

class Ui {
  public:
    // `requested_scale`: scale of text and panels; empty: the scale of the monitor. In a small window the scale is
    // reduced, so that the text fits.
    Ui(const Window& window, std::optional<float> requested_scale);
    ~Ui();
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;

    std::optional<float> requested_scale;  // empty: uses the scale of the monitor that shows the window
    float scale() const { return scale_; }

    // Begins a frame. `side_by_side`: true for a stereo picture in two halves. Both halves then show the panels and the
    // pointer, at the depth of the screen.
    void begin_frame(bool side_by_side);
    // Returns true while the user drags a control or types, so that values may not be final.
    bool is_being_edited() const;
    glm::vec2 extent() const;  // size, in screen coordinates, of the area for panels: the window, or half of the window
                               // in side-by-side stereo
    // Draws the panels of this frame over the bound framebuffer, timed as the pass "panels". `opaque`: areas in which
    // panels hide the picture completely; the areas must not overlap.
    void render(PassTimers& timers, std::span<const Area> opaque);

  private:
    void take_keys();
    void follow_scale();
    void set_size();
    void halve();

    const Window& window_;
    KeyQueue keys_;
    bool side_by_side_ = false;
    float slow_frame_seconds_ = 0;  // duration of the slowest of the last frames
    float scale_ = 0, density_ = 0;
    PanelCache cache_;  // used only with software renderers
};

}  // namespace milkomeda
