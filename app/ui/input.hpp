// Mouse and keyboard input over the picture, collected frame by frame.
#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "app/ui/key_queue.hpp"

struct GLFWwindow;

namespace milkomeda {

struct KeyStroke {
    char32_t character = 0;               // lower-case character in the keyboard layout; 0 if `key` is set
    int key = 0;                          // GLFW key code of F1 to F12 or of a key such as Escape; 0 for characters
    bool control = false, shift = false;  // modifier keys; shift is set only together with Control

    bool operator==(const KeyStroke&) const = default;
};

// Input since the last frame. Presses of mouse buttons and turns of the wheel count only over the picture, except for
// `touched`. Motions of the pointer are in window heights; x points to the right, y downward.
struct Input {
    glm::vec2 rotate{0};    // motion with the left button held, in window heights
    glm::vec2 pan{0};       // motion with the middle button held, in window heights
    float zoom = 0;         // upward motion with the right button held, converted to notches of the wheel
    float wheel = 0;        // rotation of the wheel in notches
    glm::vec2 wheel_at{0};  // pointer position during the rotation of the wheel, in window heights from the center
    bool pressed = false;   // true if a mouse button was pressed
    glm::vec2 pointer{0};   // present pointer position in screen coordinates
    // position of a press of the left button without Ctrl, in screen coordinates
    std::optional<glm::vec2> left_pressed;
    bool left_held = false;           // true while the left button is held after a press without Ctrl
    bool touched = false;             // true if a key, a mouse button or the wheel was used, even over a panel
    glm::vec2 flick{0};               // pointer velocity at the end of a left drag, in window heights per second
    std::optional<glm::vec2> chosen;  // position of a Ctrl+click in screen coordinates
    // position of a double click, in window heights from the center of the window
    std::optional<glm::vec2> double_clicked;
    std::vector<KeyStroke> keys;
    std::vector<char32_t> held;           // letters of the held keys; arrow keys as U'←', U'↑', U'→', U'↓'
    bool shift = false, control = false;  // true while the modifier key is held
    std::vector<std::filesystem::path> dropped;  // files that the user dropped on the window
    std::vector<KeyChange> key_changes;          // key events for the panels

    // Returns the input without the drag of the left button, for tools that have handled the drag.
    Input without_left_drag() const;
};

// Returns the x position of the pointer for the panels. In a side-by-side stereo picture both halves show the
// panels; a position in the right half is converted to the equal position in the left half.
double panels_pointer(double x, int window_width);

// Collects the input events of a window, frame by frame.
class InputEvents {
  public:
    // Sets the GLFW callbacks and the user pointer of this window, which must outlive the object.
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
    struct PointerMotion {
        double since, time;  // in seconds: time of the previous poll(), and time of this motion
        glm::vec2 motion;    // motion of the pointer in window heights
    };

    GLFWwindow* window_;
    Input incoming_;
    Drag drag_ = Drag::none;
    glm::dvec2 pointer_{0};
    glm::dvec2 pressed_at_{0};            // position of the last left press in screen coordinates
    double pressed_ = -1;                 // time of the last left press in seconds; -1 after a double click or motion
    std::vector<PointerMotion> motions_;  // pointer motions in the present left drag
    double polled_ = 0, poll_seconds_ = 0;
    std::vector<std::pair<int, char32_t>> held_;  // GLFW key code and letter of each held key
    bool key_repeats_ = false;
};

}  // namespace milkomeda
