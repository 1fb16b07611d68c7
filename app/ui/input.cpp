#include "app/ui/input.hpp"

#include <backends/imgui_impl_glfw.h>
#include <imgui.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cwctype>

namespace milkomeda {
namespace {

// A drag over the whole height of the window zooms as much as this number of wheel notches.
constexpr float zoom_per_height = 20;

// Largest distance between the two clicks of a double click, in screen coordinates.
constexpr double double_click_distance = 6;

bool over_panel() { return ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantCaptureMouse; }
// Returns true while a text field takes letters. ImGui's WantCaptureKeyboard is unsuitable, because ImGui also sets
// this flag right after a click, so that the next key press would be lost.
bool typing_in_panel() { return ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantTextInput; }

// Returns true while the panels take not only text but also arrow keys and the space bar (Panels::pass_keys()).
bool keys_move_in_panels() {
    return ImGui::GetCurrentContext() != nullptr &&
           (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
}

// Returns the letter of a key in the present keyboard layout; 0 for keys without letter. If the present layout has no
// Latin letter for the key, uses the American layout.
char32_t letter(int key, int scancode) {
    const char* name = glfwGetKeyName(key, scancode);
    if (name != nullptr && name[0] >= 'a' && name[0] <= 'z' && name[1] == '\0') return static_cast<char32_t>(name[0]);
    return key >= GLFW_KEY_A && key <= GLFW_KEY_Z ? static_cast<char32_t>('a' + key - GLFW_KEY_A) : 0;
}

// Returns true for the keys that edit or leave a text field while the user types, and that start commands otherwise.
bool is_editing_key(int key) {
    return key == GLFW_KEY_ESCAPE || key == GLFW_KEY_DELETE || key == GLFW_KEY_BACKSPACE || key == GLFW_KEY_HOME ||
           key == GLFW_KEY_END;
}

// Returns the arrow of an arrow key; 0 for all other keys.
char32_t arrow(int key) {
    // GLFW numbers the arrow keys in this order.
    return key >= GLFW_KEY_RIGHT && key <= GLFW_KEY_UP ? U"→←↓↑"[key - GLFW_KEY_RIGHT] : 0;
}

}  // namespace

// Converts GLFW callbacks to Input. A drag that begins over the picture belongs to the picture until its end. ImGui's
// own callbacks run as well, except for keys and pointer motions (see Ui::Ui()).
struct InputEvents::Callbacks {
    static InputEvents& self(GLFWwindow* window) {
        return *static_cast<InputEvents*>(glfwGetWindowUserPointer(window));
    }

    static void button(GLFWwindow* handle, int button, int action, int modifiers) {
        InputEvents& events = self(handle);
        const Drag meant = button == GLFW_MOUSE_BUTTON_LEFT     ? Drag::rotate
                           : button == GLFW_MOUSE_BUTTON_RIGHT  ? Drag::zoom
                           : button == GLFW_MOUSE_BUTTON_MIDDLE ? Drag::pan
                                                                : Drag::none;
        if (action == GLFW_RELEASE) {
            if (events.drag_ != meant) return;
            if (meant == Drag::rotate) events.incoming_.flick = events.velocity();
            events.drag_ = Drag::none;
            return;
        }
        events.incoming_.touched = true;
        if (!over_panel()) {
            events.incoming_.pressed = true;
            if (events.drag_ != Drag::none) return;
            glfwGetCursorPos(handle, &events.pointer_.x, &events.pointer_.y);
            events.motions_.clear();
            if (meant == Drag::rotate && (modifiers & GLFW_MOD_CONTROL) != 0)
                events.incoming_.chosen = events.pointer_;
            else
                events.drag_ = meant;
            if (events.drag_ == Drag::rotate) events.incoming_.left_pressed = events.pointer_;
            if (events.drag_ == Drag::rotate && events.is_double_click())
                events.incoming_.double_clicked = events.from_middle(events.pointer_);
        }
    }

    static void move(GLFWwindow* handle, double x, double y) {
        InputEvents& events = self(handle);
        const glm::dvec2 here{x, y};
        int width = 0, height = 0;
        glfwGetWindowSize(handle, &width, &height);
        const glm::vec2 motion{(here - events.pointer_) / std::max(1.0, double(height))};
        events.pointer_ = here;
#if IMGUI_VERSION_NUM >= 18700
        if (ImGui::GetCurrentContext()) ImGui_ImplGlfw_CursorPosCallback(handle, panels_pointer(x, width), y);
#endif
        if (glm::distance(here, events.pressed_at_) > double_click_distance) events.pressed_ = -1;
        if (events.drag_ == Drag::rotate) {
            events.incoming_.rotate += motion;
            events.motions_.push_back({events.polled_, glfwGetTime(), motion});
        }
        if (events.drag_ == Drag::pan) events.incoming_.pan += motion;
        if (events.drag_ == Drag::zoom) events.incoming_.zoom -= zoom_per_height * motion.y;
    }

    static void scroll(GLFWwindow* handle, double, double notches) {
        InputEvents& events = self(handle);
        events.incoming_.touched = true;
        if (over_panel()) return;
        events.incoming_.wheel += static_cast<float>(notches);
        glm::dvec2 here{0};
        glfwGetCursorPos(handle, &here.x, &here.y);
        events.incoming_.wheel_at = events.from_middle(here);
    }

    // GLFW calls this function before `character` when the user presses a key. Repeats of a held key are ignored. While
    // the user types, the keys of is_editing_key(), Ctrl+Z and Ctrl+Y belong to the text field. F1 to F12 and all
    // other letters with Control start commands, also while the user types.
    static void key(GLFWwindow* handle, int key, int scancode, int action, int modifiers) {
        InputEvents& events = self(handle);
        events.key_repeats_ = action == GLFW_REPEAT;
        if (action != GLFW_REPEAT) events.incoming_.key_changes.push_back({key, scancode, action, modifiers});
        if (action == GLFW_RELEASE) std::erase_if(events.held_, [key](const auto& held) { return held.first == key; });
        if (action != GLFW_PRESS) return;
        events.incoming_.touched = true;
        const bool moves_in_panels = keys_move_in_panels();
        const char32_t meaning = arrow(key) && !moves_in_panels ? arrow(key) : letter(key, scancode);
        if (meaning != 0 && !typing_in_panel() && (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)) == 0)
            events.held_.emplace_back(key, meaning);
        if ((key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) || (is_editing_key(key) && !typing_in_panel()))
            events.incoming_.keys.push_back({.key = key});
        if ((modifiers & GLFW_MOD_CONTROL) == 0) return;
        const char32_t pressed = letter(key, scancode);
        const bool undoes_typing = typing_in_panel() && (pressed == U'z' || pressed == U'y');
        if (pressed != 0 && !undoes_typing)
            events.incoming_.keys.push_back(
                {.character = pressed, .control = true, .shift = (modifiers & GLFW_MOD_SHIFT) != 0});
        if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9)
            events.incoming_.keys.push_back(
                {.character = U'0' + static_cast<char32_t>(key - GLFW_KEY_0), .control = true});
    }

    static void focus(GLFWwindow* handle, int has_it) {
        if (!has_it) self(handle).held_.clear();  // another window will receive the key releases
    }

    static void character(GLFWwindow* handle, unsigned codepoint) {
        InputEvents& events = self(handle);
        const bool may_repeat = codepoint == '+' || codepoint == '=' || codepoint == '-';  // point size keys
        if (typing_in_panel() || (events.key_repeats_ && !may_repeat)) return;
        if (codepoint == ' ' && keys_move_in_panels()) return;
        events.incoming_.keys.push_back({static_cast<char32_t>(std::towlower(codepoint))});
    }

    static void drop(GLFWwindow* handle, int count, const char** paths) {
        for (int i = 0; i < count; ++i) self(handle).incoming_.dropped.emplace_back(paths[i]);
    }

    static void install(GLFWwindow* handle) {
        glfwSetMouseButtonCallback(handle, button);
        glfwSetCursorPosCallback(handle, move);
        glfwSetScrollCallback(handle, scroll);
        glfwSetKeyCallback(handle, key);
        glfwSetCharCallback(handle, character);
        glfwSetDropCallback(handle, drop);
        glfwSetWindowFocusCallback(handle, focus);
    }
};

Input Input::without_left_drag() const {
    Input rest = *this;
    rest.rotate = rest.flick = glm::vec2{0};
    rest.pressed = false;
    rest.double_clicked.reset();
    return rest;
}

double panels_pointer(double x, int window_width) {
    const double extent = static_cast<double>(ImGui::GetIO().DisplaySize.x);
    const bool in_both_halves = extent > 0 && 2 * extent <= window_width;
    return in_both_halves && x >= window_width - extent ? x - (window_width - extent) : x;
}

InputEvents::InputEvents(GLFWwindow* window) : window_{window} {
    glfwSetWindowUserPointer(window, this);
    Callbacks::install(window);
}

Input InputEvents::poll() {
    const double now = glfwGetTime();
    poll_seconds_ = now - polled_;
    glfwPollEvents();
    polled_ = now;
    Input input = std::exchange(incoming_, {});
    for (const auto& [key, meaning] : held_) input.held.push_back(meaning);
    const auto is_down = [this](int left, int right) {
        return glfwGetKey(window_, left) == GLFW_PRESS || glfwGetKey(window_, right) == GLFW_PRESS;
    };
    input.shift = is_down(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    input.control = is_down(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    glm::dvec2 pointer{0};
    glfwGetCursorPos(window_, &pointer.x, &pointer.y);
    input.pointer = pointer;
    input.left_held = drag_ == Drag::rotate;
    return input;
}

glm::vec2 InputEvents::from_middle(const glm::dvec2& place) const {
    glm::ivec2 size{0};
    glfwGetWindowSize(window_, &size.x, &size.y);
    return glm::vec2{(place - glm::dvec2{size} / 2.0) / std::max(1.0, double(size.y))};
}

// Returns true if this press of the left button completes a double click without a drag.
bool InputEvents::is_double_click() {
    constexpr double longest = 0.4;  // largest time between the two presses in seconds
    const double now = glfwGetTime();
    const bool is_second = now - pressed_ < longest && glm::distance(pointer_, pressed_at_) <= double_click_distance;
    pressed_ = is_second ? -1 : now;
    pressed_at_ = pointer_;
    return is_second;
}

// Returns the velocity of the pointer when the button is released. At least two recent motions are needed,
// because a single motion may be a jump.
glm::vec2 InputEvents::velocity() const {
    constexpr double just_now = 0.05;  // age of the oldest counted motion in seconds
    constexpr double fastest = 1.5;    // largest returned speed in window heights per second
    const double now = glfwGetTime();
    glm::vec2 total{0};
    double since = now;
    int count = 0;
    for (const PointerMotion& motion : motions_)
        if (now - motion.time < std::max(just_now, 1.2 * poll_seconds_)) {
            since = std::min(since, motion.since);
            total += motion.motion;
            ++count;
        }
    if (count < 2 || !(now > since)) return glm::vec2{0};
    const glm::vec2 velocity = total / static_cast<float>(now - since);
    return velocity * static_cast<float>(std::min(1.0, fastest / std::max(1e-6f, glm::length(velocity))));
}

}  // namespace milkomeda
