// The window: an OpenGL 3.3 context, what people do in it, and the presentation of frames.
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
    bool print_messages = false;  // OpenGL's debug messages on standard error
    std::optional<std::size_t>
        monitor{};  // where it opens and is full screen; empty: where the desktop puts it
};

// Does the environment name one?
bool has_display();

class Window {
  public:
    // Throws std::runtime_error when there is no display, no OpenGL 3.3, no such monitor.
    explicit Window(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool begin_frame();         // takes in events; false once the window is to close
    bool wait(double seconds);  // for an event, at most so long; false when there was none
    const Input& input() const { return input_; }
    void present(FrameProfiler* timeline = nullptr);  // shows the frame, no faster than the screen can
    double refresh_seconds() const;              // from one picture of the screen to the next
    void close();
    void copy(const std::string& text);  // into the clipboard

    glm::ivec2 framebuffer_size() const;  // pixels; zero while minimised
    glm::ivec2 size() const;              // screen coordinates, as mouse and panels use
    float pixels_per_coordinate() const;
    // WindowOptions that open it like this again, full screen or not; of the last frame that it was there.
    const glm::ivec2& size_to_open() const { return size_to_open_; }
    glm::ivec2 place() const;     // of its upper left corner, screen coordinates
    float content_scale() const;  // of text and panels
    bool full_screen() const;
    void toggle_full_screen();  // on the monitor chosen, else on the one that shows most of the window

    std::vector<std::string> monitors() const;  // names for people
    std::optional<std::size_t> chosen_monitor() const { return monitor_; }
    void choose_monitor(std::optional<std::size_t> monitor);  // full screen moves there at once
    GLFWwindow* handle() const { return window_; }

    // Another program may destroy it at any moment. Mesa's software renderer does not survive drawing then,
    // so this is asked shortly before; begin_frame() says it.
    bool is_gone() const;

  private:
    glm::ivec2 told(const glm::ivec2& now, const glm::ivec2& before) const;
    void remember_sizes();
    bool is_still_there();
    void fill_screen();
    void open_on(std::size_t monitor);

    GLFWwindow* window_ = nullptr;
    std::optional<InputEvents> events_;
    Input input_;                                                 // of this frame
    glm::ivec4 windowed_place_{0};                                // x, y, width, height before full screen
    glm::ivec2 size_{1}, framebuffer_size_{1}, size_to_open_{1};  // of the last frame
    bool was_refused_ = false;                                    // something, and said so
    std::optional<std::size_t> monitor_;
    Clock::time_point last_present_;
};

}  // namespace milkomeda
