// Passes key events to the panels so that no event is lost: ImGui looks once per frame which keys are down,
// and would miss a key that is pressed and released between two frames.
#pragma once

#include <vector>

namespace milkomeda {

// Press or release of a key, in GLFW's numbers. Characters are passed separately.
struct KeyChange {
    int key, scancode, action, modifiers;
};

class KeyQueue {
  public:
    void add(const KeyChange& change) { waiting_.push_back(change); }

    // Returns the events for the next frame: at most one change per key, and each key only together with the
    // modifiers that it was pressed with. Later frames get the other events.
    std::vector<KeyChange> take_frame();

  private:
    std::vector<KeyChange> waiting_;
};

}  // namespace milkomeda
