// The window: an OpenGL 3.3 context, the user's input, and the presentation of frames.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/input.hpp"
#include "data/base/clock.hpp"
#include "data/base/frame_profiler.hpp"

struct GLFWwindow;

namespace milkomeda {

struct WindowOptions {
    int width = 1280;
    int height = 720;
    std::string title = "Milkomeda";
    bool visible = true;
    bool print_messages = false;  // true: OpenGL's debug messages on standard error
    std::optional<std::size_t>
        monitor{};  // monitor where the window opens and is full screen; empty: the desktop decides
};

// Returns true if the environment names a display.
bool has_display();

class Window {
  public:
    // Throws std::runtime_error if there is no display, no OpenGL 3.3, or no such monitor.
    explicit Window(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool begin_frame();         // reads events; false when the window is to close
    bool wait(double seconds);  // waits for an event, at most `seconds`; false if none came
    const Input& input() const { return input_; }
    // shows the frame, at most once per refresh of the screen
    void present(FrameProfiler* profiler = nullptr);
    double refresh_seconds() const;  // time between two refreshes of the screen
    void close();
    void copy(const std::string& text);  // into the clipboard

    glm::ivec2 framebuffer_size() const;  // pixels; zero while minimized
    glm::ivec2 size() const;              // screen coordinates, as used by mouse and panels
    float pixels_per_coordinate() const;
    // Size for WindowOptions that reopens the window like this, full screen or not; from the last frame in
    // which it existed.
    const glm::ivec2& size_to_open() const { return size_to_open_; }
    glm::ivec2 place() const;     // upper left corner in screen coordinates
    float content_scale() const;  // scale of text and panels
    bool full_screen() const;
    void toggle_full_screen();  // on the chosen monitor, else on the monitor that shows most of the window

    std::vector<std::string> monitors() const;  // names for the user
    std::optional<std::size_t> chosen_monitor() const { return monitor_; }
    void choose_monitor(std::optional<std::size_t> monitor);  // a full-screen window moves there immediately
    GLFWwindow* handle() const { return window_; }

    // Another program may destroy the window at any moment. Mesa's software renderer then crashes while
    // drawing, so this is checked shortly before drawing; begin_frame() reports the loss.
    bool is_gone() const;

  private:
    glm::ivec2 told(const glm::ivec2& now, const glm::ivec2& before) const;
    void remember_sizes();
    bool is_still_there();
    void fill_screen();
    void open_on(std::size_t monitor);

    GLFWwindow* window_ = nullptr;
    std::optional<InputEvents> events_;
    Input input_;                                                 // input of this frame
    glm::ivec4 windowed_place_{0};                                // x, y, width, height before full screen
    glm::ivec2 size_{1}, framebuffer_size_{1}, size_to_open_{1};  // sizes in the last frame
    // true after the display has refused a request and the refusal was logged
    bool was_refused_ = false;
    std::optional<std::size_t> monitor_;
    Clock::time_point last_present_;
};

}  // namespace milkomeda
