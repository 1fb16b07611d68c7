// The window with an OpenGL 3.3 context, the user's input, and the presentation of frames.
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
    bool print_messages = false;  // true: prints OpenGL debug messages to standard error
    // index of the monitor for the window and the full-screen mode; empty: the desktop selects the monitor
    std::optional<std::size_t> monitor{};
};

// Returns true if the environment variables name a display.
bool has_display();

class Window {
  public:
    // Opens the window. Throws std::runtime_error if there is no display, no OpenGL 3.3, or no such monitor.
    explicit Window(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool begin_frame();         // reads events; returns false when the window must close
    bool wait(double seconds);  // waits for an event, at most `seconds`; returns false if there was no event
    const Input& input() const { return input_; }
    // presents the frame, and limits the frame rate to slightly above the refresh rate of the screen
    void present(FrameProfiler* profiler = nullptr);
    double refresh_seconds() const;  // time between two refreshes of the primary monitor, in seconds
    void close();
    void copy(const std::string& text);  // copies text to the clipboard

    // The sizes are those at the beginning of the frame.
    const glm::ivec2& framebuffer_size() const { return framebuffer_size_; }  // size in pixels; zero while minimized
    const glm::ivec2& size() const { return size_; }  // size in screen coordinates, the unit of mouse and panels
    float pixels_per_coordinate() const { return pixels_per_coordinate_; }
    // Width and height for WindowOptions that open the next window as large as this window; in full-screen mode, as
    // large as before that mode. The value stays valid after the window was destroyed.
    const glm::ivec2& size_to_open() const { return size_to_open_; }
    glm::ivec2 place() const;     // upper left corner of the window in screen coordinates
    float content_scale() const;  // scale of text and panels that the monitor recommends
    bool full_screen() const;
    // enters or leaves full-screen mode on the selected monitor or, if none is selected, on the monitor of the window
    void toggle_full_screen();

    std::vector<std::string> monitors() const;  // names of the monitors, to be shown to the user
    std::optional<std::size_t> chosen_monitor() const { return monitor_; }
    void choose_monitor(std::optional<std::size_t> monitor);  // moves a full-screen window to the monitor at once
    GLFWwindow* handle() const { return window_; }

    // Returns true if another program has destroyed the window. Must be checked just before drawing, because
    // Mesa's software renderer crashes if it draws into a destroyed window. begin_frame() reports the loss.
    bool is_gone() const;

  private:
    void remember_sizes();
    bool is_still_there();
    void fill_screen();
    void open_on(std::size_t monitor);

    GLFWwindow* window_ = nullptr;
    std::optional<InputEvents> events_;
    Input input_;                   // input of the present frame
    glm::ivec4 windowed_place_{0};  // x, y, width, height before full-screen mode
    glm::ivec2 size_{1}, framebuffer_size_{1}, size_to_open_{1};
    float pixels_per_coordinate_ = 1;
    bool was_refused_ = false;  // true after a warning that the X server refused a request
    std::optional<std::size_t> monitor_;
    Clock::time_point last_present_;
};

}  // namespace milkomeda
