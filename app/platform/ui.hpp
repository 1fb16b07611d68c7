// Dear ImGui over the window: its context, fonts at the screen's scale, and where it keeps the layout.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/platform/window.hpp"
#include "render/gl/pass_timer.hpp"

namespace milkomeda {

class Ui {
  public:
    // `folder` keeps the panels' layout; without one nothing is read or written. Text and panels have the
    // `requested_scale`, where it is empty the window's; a smaller one in windows that could not hold the
    // text.
    Ui(const Window& window, const std::optional<std::filesystem::path>& folder,
       std::optional<float> requested_scale);
    ~Ui();
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;

    std::optional<float>
        requested_scale;  // empty: what the screen asks for, also when the window moves to another
    float scale() const { return scale_; }

    void begin_frame();
    // Draws what was built since begin_frame() over the bound framebuffer, as the pass "panels".
    void render(PassTimers& timers);

  private:
    void take_keys();
    void follow_scale();
    void read_layout();
    void keep_layout();

    const Window& window_;
    std::optional<std::filesystem::path> layout_file_;  // empty: nowhere
    KeyQueue keys_;
    float scale_ = 0, density_ = 0;
};

}  // namespace milkomeda
