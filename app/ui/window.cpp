#include "app/ui/window.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>

#include "app/io/log.hpp"
#include "app/ui/display_loss.hpp"
#include "render/gl/native_gl.hpp"

namespace milkomeda {
namespace {

std::string last_glfw_error() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "unknown reason";
}

std::span<GLFWmonitor*> all_monitors() {
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    return {monitors, static_cast<std::size_t>(count)};
}

// Returns x, y, width and height of the monitor in screen coordinates.
glm::ivec4 area_of(GLFWmonitor* monitor) {
    glm::ivec2 corner;
    glfwGetMonitorPos(monitor, &corner.x, &corner.y);
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    return mode ? glm::ivec4{corner, mode->width, mode->height} : glm::ivec4{corner, 0, 0};
}

// Returns the monitor that shows the largest part of the window; the primary monitor if none shows any part.
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
    throw std::runtime_error(
        fmt::format("no window can be opened ({}); without a display, use milkomeda render or simulate", reason));
}

}  // namespace

bool has_display() {
    const auto is_set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

Window::Window(const WindowOptions& options) {
    // Checks the environment first, because without a display, libraries used by GLFW print messages of their own.
    if (!has_display()) refuse_window("neither DISPLAY nor WAYLAND_DISPLAY is set");
    if (!glfwInit()) refuse_window(last_glfw_error());
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "milkomeda");  // equals StartupWMClass in the desktop entry
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "milkomeda");
    glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
    for (const GlVersion& version : wished_gl_versions) {
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, version.major);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, version.minor);
        window_ = glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
        if (window_ != nullptr) break;
    }
    if (window_ == nullptr) {
        const std::string reason = last_glfw_error();
        glfwTerminate();
        throw std::runtime_error(fmt::format("no window with OpenGL 3.3 can be opened: {}", reason));
    }
    glfwMakeContextCurrent(window_);
    if (options.monitor) open_on(*options.monitor);
    load_gl(reinterpret_cast<GLADloadfunc>(glfwGetProcAddress), options.print_messages);
    glfwSwapInterval(1);
    watch_display();
    remember_sizes();
    events_.emplace(window_);
    last_present_ = Clock::now();
}

// Moves the window to the center of the monitor, or to the monitor's corner if the monitor is too small.
void Window::open_on(std::size_t monitor) {
    if (const std::size_t count = all_monitors().size(); monitor >= count) {
        glfwDestroyWindow(window_);
        glfwTerminate();
        throw std::runtime_error(
            fmt::format("there is no monitor {}; the last monitor has the number {}", monitor + 1, count));
    }
    monitor_ = monitor;
    const glm::ivec4 area = area_of(all_monitors()[monitor]);
    glm::ivec2 extent;
    glfwGetWindowSize(window_, &extent.x, &extent.y);
    const glm::ivec2 margin = glm::max((glm::ivec2{area.z, area.w} - extent) / 2, glm::ivec2{0});
    glfwSetWindowPos(window_, area.x + margin.x, area.y + margin.y);
}

Window::~Window() {
    glfwDestroyWindow(window_);
    glfwTerminate();
}

bool Window::begin_frame() {
    input_ = events_->poll();
    return is_still_there() && !glfwWindowShouldClose(window_);
}

// Returns false if the window was destroyed. The X server then refuses the request for the window's sizes.
bool Window::is_still_there() {
    remember_sizes();
    const std::string refusal = take_refusal();
    if (refusal.empty()) return true;
    if (is_destroyed(window_)) {
        log_info("another program has destroyed the window; Milkomeda ends as after a click on the close button");
        return false;
    }
    if (!std::exchange(was_refused_, true))
        log_warning(
            fmt::format("the X server has refused a request of the window ({}); the program continues", refusal));
    return true;
}

bool Window::is_gone() const {
    int width = 0, height = 0;
    glfwGetWindowSize(window_, &width, &height);  // The X server refuses this request if the window was destroyed.
    return display_has_refused() && is_destroyed(window_);
}

// Reads the sizes once per frame, because each request waits for an answer of the X server, which takes long while the
// processor is busy.
void Window::remember_sizes() {
    glm::ivec2 extent, pixels;
    glfwGetWindowSize(window_, &extent.x, &extent.y);
    glfwGetFramebufferSize(window_, &pixels.x, &pixels.y);
    const bool is_minimized = glfwGetWindowAttrib(window_, GLFW_ICONIFIED);
    if (display_has_refused()) return;  // GLFW then returns uninitialized values
    size_ = extent;
    framebuffer_size_ = is_minimized ? glm::ivec2{0} : pixels;
    pixels_per_coordinate_ = static_cast<float>(std::max(1, pixels.x)) / static_cast<float>(std::max(1, extent.x));
    const glm::ivec2 windowed = full_screen() ? glm::ivec2{windowed_place_.z, windowed_place_.w} : extent;
    // GLFW multiplies the size of a new window by the content scale, so the size is divided by the scale here.
    size_to_open_ = glm::round(glm::vec2{windowed} / content_scale());
}

bool Window::wait(double seconds) {
    const double start = glfwGetTime();
    glfwWaitEventsTimeout(seconds);
    return glfwGetTime() - start < 0.99 * seconds;
}

double Window::refresh_seconds() const {
    GLFWmonitor* const monitor = glfwGetPrimaryMonitor();  // null if all monitors are unplugged
    const GLFWvidmode* const mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    return 1.0 / (mode && mode->refreshRate > 0 ? mode->refreshRate : 60);
}

void Window::present(FrameProfiler* profiler) {
    {
        const auto timed = measure(profiler, "swap");
        glfwSwapBuffers(window_);
    }
    // Limits the frame rate, because some drivers do not wait for the screen, for example on virtual displays. Frames
    // that the screen never shows would take time from the simulation. The limit is slightly above the refresh rate, so
    // that every refresh gets a frame.
    const auto timed = measure(profiler, "sleep");
    const auto shortest =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(0.9 * refresh_seconds()));
    std::this_thread::sleep_until(last_present_ + shortest);
    last_present_ = Clock::now();
}

void Window::copy(const std::string& text) { glfwSetClipboardString(window_, text.c_str()); }

void Window::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

glm::ivec2 Window::place() const {
    glm::ivec2 corner;
    glfwGetWindowPos(window_, &corner.x, &corner.y);
    return corner;
}

float Window::content_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    // Divides the content scale by the pixels per screen coordinate, because a framebuffer with several pixels per
    // coordinate is already scaled.
    return std::max(0.5f, x / pixels_per_coordinate_);
}

bool Window::full_screen() const { return glfwGetWindowMonitor(window_) != nullptr; }

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
    const std::span<GLFWmonitor*> monitors = all_monitors();  // the selected monitor may have been unplugged
    GLFWmonitor* const monitor = monitor_ && *monitor_ < monitors.size() ? monitors[*monitor_] : monitor_of(window_);
    const GLFWvidmode* const mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (mode) glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

std::vector<std::string> Window::monitors() const {
    std::vector<std::string> names;
    for (GLFWmonitor* monitor : all_monitors()) {
        const glm::ivec4 area = area_of(monitor);
        names.push_back(fmt::format("{}: {}, {}x{}", names.size() + 1, glfwGetMonitorName(monitor), area.z, area.w));
    }
    return names;
}

void Window::choose_monitor(std::optional<std::size_t> monitor) {
    monitor_ = monitor;
    if (full_screen()) fill_screen();
}

}  // namespace milkomeda
