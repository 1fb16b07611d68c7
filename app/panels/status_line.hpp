// The line at the lower edge of the window: frame rate, pace, number of bodies, and what limits the pace.
#pragma once

#include "app/panels/run_words.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class StatusLine {
  public:
    static float height();  // height of the status line in screen coordinates

    // Draws the status line, and leaves the width `kept_free` at its right end empty.
    void draw(Widgets& widgets, const RunFacts& facts, float kept_free);

    const std::string& text() const { return text_; }  // text shown in the last frame
    const PaceCause& cause() const { return cause_; }

  private:
    void renew(const RunFacts& facts);

    std::vector<std::string> lines_;
    PaceCause cause_;
    std::string newest_why_;
    std::string text_;
    bool playing_ = false;
    double next_ = 0;  // ImGui time in seconds of the next update
};

}  // namespace milkomeda
