// Passes all key events to the panels. ImGui reads the state of the keys once a frame, and would miss a key
// that is pressed and released between two frames.
#pragma once

#include <vector>

namespace milkomeda {

// A press or release of a key, with GLFW's codes. Characters are passed on separately.
struct KeyChange {
    int key, scancode, action, modifiers;
};

class KeyQueue {
  public:
    void add(const KeyChange& change) { waiting_.push_back(change); }

    // Returns the events for the next frame: at most one event per key, and each key with the modifiers that were held
    // at its press. All other events wait for later frames.
    std::vector<KeyChange> take_frame();

  private:
    std::vector<KeyChange> waiting_;
};

}  // namespace milkomeda
