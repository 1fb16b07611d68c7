// The box over the picture with notices and the results of key presses.
#pragma once

#include <string>
#include <vector>

#include "app/ui/area.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class NoticeBox {
  public:
    // Draws the newest lines that fit at the lower end of the area `free`.
    void draw(Widgets& widgets, const std::vector<std::string>& lines, const Area& free);

    float height() const { return height_; }  // height in the last frame, with margins

  private:
    float height_ = 0;
};

}  // namespace milkomeda
