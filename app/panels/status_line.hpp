// The text at the right end of the menu bar: frame rate, pace, number of bodies, and what limits the pace.
#pragma once

#include "app/panels/run_words.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class StatusLine {
  public:
    // Draws the text into the menu bar, which must have been drawn before in this frame.
    void draw(Widgets& widgets, const RunFacts& facts);

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
