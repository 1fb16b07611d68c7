#include "app/platform/window.hpp"

#include <imgui.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdlib>
#include <cwctype>
#include <span>
#include <stdexcept>
#include <thread>

#include "render/gl/native_gl.hpp"

namespace milkomeda {
namespace {

std::string last_glfw_error() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "unknown reason";
}

bool over_panel() {
    return ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantCaptureMouse;
}
bool typing_in_panel() {
    return ImGui::GetCurrentContext() != nullptr &&
           (ImGui::GetIO().WantTextInput || ImGui::GetIO().WantCaptureKeyboard);
}

// What the keyboard's layout makes of a key; where that is no Latin letter, what an American one makes. Else
// 0.
char32_t letter(int key, int scancode) {
    const char* name = glfwGetKeyName(key, scancode);
    if (name != nullptr && name[0] >= 'a' && name[0] <= 'z' && name[1] == '\0')
        return static_cast<char32_t>(name[0]);
    return key >= GLFW_KEY_A && key <= GLFW_KEY_Z ? static_cast<char32_t>('a' + key - GLFW_KEY_A) : 0;
}

char32_t arrow(int key) {
    switch (key) {
        case GLFW_KEY_LEFT:
            return U'←';
        case GLFW_KEY_UP:
            return U'↑';
        case GLFW_KEY_RIGHT:
            return U'→';
        case GLFW_KEY_DOWN:
            return U'↓';
        default:
            return 0;
    }
}

std::span<GLFWmonitor*> all_monitors() {
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    return {monitors, static_cast<std::size_t>(count)};
}

// x, y, width, height; screen coordinates.
glm::ivec4 area_of(GLFWmonitor* monitor) {
    glm::ivec2 corner;
    glfwGetMonitorPos(monitor, &corner.x, &corner.y);
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    return mode ? glm::ivec4{corner, mode->width, mode->height} : glm::ivec4{corner, 0, 0};
}

// The monitor with the largest overlap, the primary one when there is none.
GLFWmonitor* monitor_of(GLFWwindow* window) {
    glm::ivec2 place, size;
    glfwGetWindowPos(window, &place.x, &place.y);
    glfwGetWindowSize(window, &size.x, &size.y);
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    int best_area = 0;
    for (GLFWmonitor* monitor : all_monitors()) {
        const glm::ivec4 area = area_of(monitor);
        const glm::ivec2 corner{area}, extent{area.z, area.w};
        const glm::ivec2 overlap =
            glm::max(glm::ivec2{0}, glm::min(place + size, corner + extent) - glm::max(place, corner));
        if (overlap.x * overlap.y > best_area) {
            best_area = overlap.x * overlap.y;
            best = monitor;
        }
    }
    return best;
}

[[noreturn]] void refuse_window(const std::string& reason) {
    throw std::runtime_error("no window can be opened (" + reason +
                             "); without a display, use milkomeda render or simulate");
}

bool has_display() {
    const auto is_set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

}  // namespace

// A drag over the whole window zooms by as much as this many notches of the wheel.
constexpr float zoom_per_height = 20;

// GLFW's callbacks, turned into Input. Drags belong to whoever they began with; the panels' own callbacks
// run besides these.
struct Window::Callbacks {
    static Window& self(GLFWwindow* window) {
        return *static_cast<Window*>(glfwGetWindowUserPointer(window));
    }

    static void button(GLFWwindow* handle, int button, int action, int modifiers) {
        Window& window = self(handle);
        const Drag meant = button == GLFW_MOUSE_BUTTON_LEFT     ? Drag::rotate
                           : button == GLFW_MOUSE_BUTTON_RIGHT  ? Drag::zoom
                           : button == GLFW_MOUSE_BUTTON_MIDDLE ? Drag::pan
                                                                : Drag::none;
        if (action == GLFW_RELEASE) {
            if (window.drag_ != meant) return;
            if (meant == Drag::rotate) window.incoming_.flick = window.velocity();
            window.drag_ = Drag::none;
        } else if (!over_panel()) {
            window.incoming_.pressed = true;
            if (window.drag_ != Drag::none) return;
            glfwGetCursorPos(handle, &window.pointer_.x, &window.pointer_.y);
            window.motions_.clear();
            if (meant == Drag::rotate && (modifiers & GLFW_MOD_CONTROL) != 0)
                window.incoming_.chosen = window.pointer_;
            else
                window.drag_ = meant;
        }
    }

    static void move(GLFWwindow* handle, double x, double y) {
        Window& window = self(handle);
        const glm::dvec2 here{x, y};
        const glm::vec2 motion{(here - window.pointer_) / std::max(1.0, double(window.size().y))};
        window.pointer_ = here;
        if (window.drag_ == Drag::rotate) {
            window.incoming_.rotate += motion;
            window.motions_.push_back({window.polled_, glfwGetTime(), motion});
        }
        if (window.drag_ == Drag::pan) window.incoming_.pan += motion;
        if (window.drag_ == Drag::zoom) window.incoming_.zoom -= zoom_per_height * motion.y;
    }

    static void scroll(GLFWwindow* handle, double, double notches) {
        if (!over_panel()) self(handle).incoming_.wheel += static_cast<float>(notches);
    }

    // Runs before `character` for the same press; only the sizes of points follow a key that is held.
    // Who types in a panel keeps Escape; F1 to F12 and Control with a letter make no text.
    static void key(GLFWwindow* handle, int key, int scancode, int action, int modifiers) {
        Window& window = self(handle);
        window.key_repeats_ = action == GLFW_REPEAT;
        if (action == GLFW_RELEASE)
            std::erase_if(window.held_, [key](const auto& held) { return held.first == key; });
        if (action != GLFW_PRESS) return;
        const char32_t meaning = arrow(key) ? arrow(key) : letter(key, scancode);
        if (meaning != 0 && !typing_in_panel() && (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)) == 0)
            window.held_.emplace_back(key, meaning);
        if ((key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) || (key == GLFW_KEY_ESCAPE && !typing_in_panel()))
            window.incoming_.keys.push_back({0, key, false});
        if ((modifiers & GLFW_MOD_CONTROL) == 0) return;
        if (const char32_t made = letter(key, scancode)) window.incoming_.keys.push_back({made, 0, true});
        if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9)
            window.incoming_.keys.push_back({U'0' + static_cast<char32_t>(key - GLFW_KEY_0), 0, true});
    }

    static void focus(GLFWwindow* handle, int has_it) {
        if (!has_it) self(handle).held_.clear();  // their releases go to others
    }

    static void character(GLFWwindow* handle, unsigned codepoint) {
        Window& window = self(handle);
        const bool may_repeat = codepoint == '+' || codepoint == '=' || codepoint == '-';
        if (typing_in_panel() || (window.key_repeats_ && !may_repeat)) return;
        window.incoming_.keys.push_back({static_cast<char32_t>(std::towlower(codepoint)), 0, false});
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

Window::Window(const WindowOptions& options) {
    // Asked here, since libraries below GLFW print lines of their own.
    if (!has_display()) refuse_window("neither DISPLAY nor WAYLAND_DISPLAY is set");
    if (!glfwInit()) refuse_window(last_glfw_error());
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
    window_ = glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
    if (window_ == nullptr) {
        const std::string reason = last_glfw_error();
        glfwTerminate();
        throw std::runtime_error("no window with OpenGL 3.3 can be opened: " + reason);
    }
    glfwMakeContextCurrent(window_);
    if (options.monitor) open_on(*options.monitor);
    load_gl(reinterpret_cast<GLADloadfunc>(glfwGetProcAddress), options.print_messages);
    glfwSwapInterval(1);
    glfwSetWindowUserPointer(window_, this);
    Callbacks::install(window_);
    last_present_ = std::chrono::steady_clock::now();
}

// In its middle, or as much of it as there is.
void Window::open_on(std::size_t monitor) {
    if (const std::size_t count = all_monitors().size(); monitor >= count) {
        glfwDestroyWindow(window_);
        glfwTerminate();
        throw std::runtime_error("there is no monitor " + std::to_string(monitor + 1) + ", only " +
                                 std::to_string(count));
    }
    monitor_ = monitor;
    const glm::ivec4 area = area_of(all_monitors()[monitor]);
    const glm::ivec2 margin = glm::max((glm::ivec2{area.z, area.w} - size()) / 2, glm::ivec2{0});
    glfwSetWindowPos(window_, area.x + margin.x, area.y + margin.y);
}

Window::~Window() {
    glfwDestroyWindow(window_);
    glfwTerminate();
}

bool Window::begin_frame() {
    const double now = glfwGetTime();
    poll_seconds_ = now - polled_;
    glfwPollEvents();
    polled_ = now;
    input_ = std::exchange(incoming_, {});
    for (const auto& [key, meaning] : held_) input_.held.push_back(meaning);
    input_.shift = glfwGetKey(window_, GLFW_KEY_LEFT_SHIFT) == GLFW_PRESS ||
                   glfwGetKey(window_, GLFW_KEY_RIGHT_SHIFT) == GLFW_PRESS;
    return !glfwWindowShouldClose(window_);
}

// Of a pointer that is moving when it lets go: it did so more than once just now, for one motion is a jump.
glm::vec2 Window::velocity() const {
    constexpr double just_now = 0.05, fastest = 1.5;  // heights per second: three quarters of a turn
    const double now = glfwGetTime();
    glm::vec2 way{0};
    double since = now;
    int count = 0;
    for (const Motion& motion : motions_)
        if (now - motion.time < std::max(just_now, 1.2 * poll_seconds_)) {
            since = std::min(since, motion.since);
            way += motion.way;
            ++count;
        }
    if (count < 2 || !(now > since)) return glm::vec2{0};
    const glm::vec2 velocity = way / static_cast<float>(now - since);
    return velocity * static_cast<float>(std::min(1.0, fastest / std::max(1e-6f, glm::length(velocity))));
}

void Window::present() {
    glfwSwapBuffers(window_);
    // Where the driver does not wait for the screen, as on virtual displays, frames nobody can see would
    // take the time of the simulation. A little faster than the screen, so as not to miss its beat.
    const GLFWvidmode* mode = glfwGetVideoMode(glfwGetPrimaryMonitor());
    const double refresh_hz = mode && mode->refreshRate > 0 ? mode->refreshRate : 60;
    const auto shortest = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(0.9 / refresh_hz));
    std::this_thread::sleep_until(last_present_ + shortest);
    last_present_ = std::chrono::steady_clock::now();
}

void Window::close() {
    glfwSetWindowShouldClose(window_, GLFW_TRUE);
}

glm::ivec2 Window::framebuffer_size() const {
    if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED)) return {0, 0};
    glm::ivec2 pixels;
    glfwGetFramebufferSize(window_, &pixels.x, &pixels.y);
    return pixels;
}

glm::ivec2 Window::size() const {
    glm::ivec2 extent;
    glfwGetWindowSize(window_, &extent.x, &extent.y);
    return extent;
}

glm::ivec2 Window::size_to_open() const {
    const glm::ivec2 windowed = full_screen() ? glm::ivec2{windowed_place_.z, windowed_place_.w} : size();
    return glm::ivec2{glm::round(glm::vec2{windowed} / content_scale())};  // which opening multiplies by
}

glm::ivec2 Window::place() const {
    glm::ivec2 corner;
    glfwGetWindowPos(window_, &corner.x, &corner.y);
    return corner;
}

float Window::content_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    // Where screen coordinates are larger than pixels, the framebuffer holds the scale already.
    return std::max(0.5f, x / pixels_per_coordinate());
}

float Window::pixels_per_coordinate() const {
    glm::ivec2 pixels;
    glfwGetFramebufferSize(window_, &pixels.x, &pixels.y);
    return static_cast<float>(std::max(1, pixels.x)) / static_cast<float>(std::max(1, size().x));
}

bool Window::full_screen() const {
    return glfwGetWindowMonitor(window_) != nullptr;
}

void Window::toggle_full_screen() {
    if (full_screen()) {
        glfwSetWindowMonitor(window_, nullptr, windowed_place_.x, windowed_place_.y, windowed_place_.z,
                             windowed_place_.w, GLFW_DONT_CARE);
        return;
    }
    glfwGetWindowPos(window_, &windowed_place_.x, &windowed_place_.y);
    glfwGetWindowSize(window_, &windowed_place_.z, &windowed_place_.w);
    fill_screen();
}

void Window::fill_screen() {
    const std::span<GLFWmonitor*> monitors = all_monitors();  // one that was chosen may have been unplugged
    GLFWmonitor* const monitor =
        monitor_ && *monitor_ < monitors.size() ? monitors[*monitor_] : monitor_of(window_);
    const GLFWvidmode* const mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (mode) glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

std::vector<std::string> Window::monitors() const {
    std::vector<std::string> names;
    for (GLFWmonitor* monitor : all_monitors()) {
        const glm::ivec4 area = area_of(monitor);
        names.push_back(std::to_string(names.size() + 1) + ": " + glfwGetMonitorName(monitor) + ", " +
                        std::to_string(area.z) + "x" + std::to_string(area.w));
    }
    return names;
}

void Window::choose_monitor(std::optional<std::size_t> monitor) {
    monitor_ = monitor;
    if (full_screen()) fill_screen();
}

}  // namespace milkomeda
