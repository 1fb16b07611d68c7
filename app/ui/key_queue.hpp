// Hands keys to the panels so that none is lost: they look once a frame which keys are down, and one that is
// pressed and let go between two frames would never have been.
#pragma once

#include <vector>

namespace milkomeda {

// A key goes down or up. (GLFW's words; characters come another way.)
struct KeyChange {
    int key, scancode, action, modifiers;
};

class KeyQueue {
  public:
    void add(const KeyChange& change) { waiting_.push_back(change); }

    // What the next frame may see: of each key one change, and with each key pressed the modifiers that it
    // was pressed with. All else waits for later frames.
    std::vector<KeyChange> take_frame();

  private:
    std::vector<KeyChange> waiting_;
};

}  // namespace milkomeda
