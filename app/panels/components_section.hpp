// The section of the Look drawer that shows and hides galaxies, their components and their young stars.
#pragma once

#include "app/scene/body_counter.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class ComponentsSection {
  public:
    void draw(Widgets& widgets, LoadedScene& loaded);
    // Counts of the bodies at the last call of draw().
    const BodyCounter& counter() const { return counter_; }

  private:
    BodyCounter counter_;
};

}  // namespace milkomeda
