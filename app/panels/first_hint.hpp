// The hint at the first start of the program. The window shows the hint for ten seconds, or until the first input.
#pragma once

#include <algorithm>
#include <string>

#include "app/ui/input.hpp"

namespace milkomeda {

class FirstHint {
  public:
    explicit FirstHint(bool first_start) : seconds_left_{first_start ? 10.0 : 0.0} {}

    // Must be called once a frame. `seconds`: duration of the frame.
    void advance(const Input& input, double seconds) {
        constexpr double longest_seconds = 0.1;  // longest counted frame duration, so that loading times do not count
        seconds_left_ = input.touched ? 0 : seconds_left_ - std::min(seconds, longest_seconds);
    }

    bool shown() const { return seconds_left_ > 0; }
    std::string text() const {
        return shown() ? "g: scenes  ·  F3: tour  ·  h: help  ·  F1: panels on or off  ·  drag: rotate the view" : "";
    }

  private:
    double seconds_left_;
};

}  // namespace milkomeda
