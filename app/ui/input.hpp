// Mouse and keyboard over the picture, frame by frame.
#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "app/ui/key_queue.hpp"

struct GLFWwindow;

namespace milkomeda {

struct KeyPress {
    char32_t character = 0;               // letter by the keyboard layout, lower case; 0 for a function key
    int key = 0;                          // GLFW's number of a key without a character; 0 for other keys
    bool control = false, shift = false;  // shift: only for letters pressed together with Control

    bool operator==(const KeyPress&) const = default;
};

// Events since the last frame that were not over a panel; `touched` and `key_changes` include panels. Drags
// and positions are in units of the window's height, to the right and downward.
struct Input {
    glm::vec2 rotate{0};  // movement with the left button
    glm::vec2 pan{0};     // movement with the middle button
    float zoom = 0;       // upward movement with the right button, in notches of the wheel
    float wheel = 0;      // notches of the wheel
    // position of the pointer at that time, from the middle of the window
    glm::vec2 wheel_at{0};
    bool pressed = false;                   // true if a button was pressed
    glm::vec2 pointer{0};                   // present position, screen coordinates
    std::optional<glm::vec2> left_pressed;  // position where it was pressed without Ctrl
    bool left_held = false;                 // true if it has been held since
    // true if a key, a button or the wheel was used, also over a panel
    bool touched = false;
    // velocity of the pointer at the end of a left drag: window heights per second
    glm::vec2 flick{0};
    std::optional<glm::vec2> chosen;          // position of a Ctrl+click, screen coordinates
    std::optional<glm::vec2> double_clicked;  // position from the middle of the window
    std::vector<KeyPress> keys;
    std::vector<char32_t> held;  // letters that are held down now; arrow keys as U'←', U'↑', U'→', U'↓'
    bool shift = false, control = false;         // true while the key is held
    std::vector<std::filesystem::path> dropped;  // files that were dropped on the window
    std::vector<KeyChange> key_changes;          // key events for the panels
};

// Returns the pointer's x position for the panels. In a picture for two eyes the panels are in both halves of
// the window; a position in the right half means the equal position in the left half.
double panels_pointer(double x, int window_width);

// Collects a window's events, except events for the panels.
class InputEvents {
  public:
    // Sets GLFW's callbacks and user pointer of this window, which must outlive the object.
    explicit InputEvents(GLFWwindow* window);
    InputEvents(const InputEvents&) = delete;
    InputEvents& operator=(const InputEvents&) = delete;

    Input poll();  // returns the events since the last call

  private:
    glm::vec2 velocity() const;
    glm::vec2 from_middle(const glm::dvec2& place) const;
    bool is_double_click();

    struct Callbacks;
    enum class Drag { none, rotate, zoom, pan };
    struct ParticleSource {
        double since, time;  // seconds: when the previous events were read, and when this event was read
        glm::vec2 way;
    };

    GLFWwindow* window_;
    Input incoming_;
    Drag drag_ = Drag::none;
    glm::dvec2 pointer_{0};
    glm::dvec2 pressed_at_{0};             // position of the left button's press, screen coordinates
    double pressed_ = -1;                  // time of the press in seconds
    std::vector<ParticleSource> motions_;  // movements of the current left drag
    double polled_ = 0, poll_seconds_ = 0;
    std::vector<std::pair<int, char32_t>> held_;  // GLFW's number of the key, and its letter
    bool key_repeats_ = false;
};

}  // namespace milkomeda
