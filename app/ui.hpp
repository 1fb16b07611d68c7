// Dear ImGui over the window: its context, fonts at the screen's scale, and where it keeps the layout.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/window.hpp"
#include "render/pass_timer.hpp"

namespace milkomeda {

class Ui {
  public:
    // `folder` keeps the panels' layout; without one nothing is read or written.
    Ui(const Window& window, const std::optional<std::filesystem::path>& folder);
    ~Ui();
    Ui(const Ui&) = delete;
    Ui& operator=(const Ui&) = delete;

    void begin_frame();
    // Draws what was built since begin_frame() over the bound framebuffer, as the pass "panels".
    void render(PassTimers& timers);

  private:
    std::string layout_file_;  // ImGui keeps a pointer to it
};

}  // namespace milkomeda
