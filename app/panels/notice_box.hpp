// The box over the picture that shows notices and the results of key presses.
#pragma once

#include <string>
#include <vector>

#include "app/ui/area.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class NoticeBox {
  public:
    // Draws the box at the lower end of the area `free`, with as many of the newest lines as fit.
    void draw(Widgets& widgets, const std::vector<std::string>& lines, const Area& free);

    float height() const { return height_; }  // height of the box in the last frame, including its margins

  private:
    float height_ = 0;
};

}  // namespace milkomeda
