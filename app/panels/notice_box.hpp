// What is said over the picture: notices, and what a key has just changed.
#pragma once

#include <string>
#include <vector>

#include "app/ui/area.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class NoticeBox {
  public:
    // At the lower end of the free part of the picture; the newest lines, as many as there is room for.
    void draw(Widgets& widgets, const std::vector<std::string>& lines, const Area& free);

    float height() const { return height_; }  // in the last frame, with air around it

  private:
    float height_ = 0;
};

}  // namespace milkomeda
