// The line at the window's lower edge: frames, pace and bodies, and what limits the pace.
#pragma once

#include "app/panels/run_words.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class StatusLine {
  public:
    static float height();  // screen coordinates

    // Leaves so much of its right end to others.
    void draw(Widgets& widgets, const RunFacts& facts, float kept_free);

    const std::string& text() const { return text_; }  // as much of it as fitted
    const PaceCause& cause() const { return cause_; }

  private:
    void renew(const RunFacts& facts);

    std::vector<std::string> lines_;
    PaceCause cause_;
    std::string newest_why_;
    std::string text_;
    bool playing_ = false;
    double next_ = 0;  // when numbers change again, seconds
};

}  // namespace milkomeda
