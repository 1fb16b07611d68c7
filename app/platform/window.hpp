// The window: an OpenGL 3.3 context, what people do in it, and the presentation of frames.
#pragma once

#include <chrono>
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

struct GLFWwindow;

namespace milkomeda {

struct WindowOptions {
    int width = 1280;
    int height = 720;
    std::string title = "Milkomeda";
    bool visible = true;
    bool print_messages = false;  // OpenGL's debug messages on standard error
    std::optional<std::size_t>
        monitor{};  // opens there, and is full screen there; empty: where it comes to be
};

struct KeyPress {
    char32_t character = 0;  // what the keyboard's layout makes of it, lower case; 0 for a function key
    int key = 0;             // GLFW's name of a function key; 0 for a character
    bool control = false;
};

// What happened since the last frame and was not over a panel. Drags are in units of the window's height.
struct Input {
    glm::vec2 rotate{0};   // left drag
    glm::vec2 pan{0};      // middle drag
    float zoom = 0;        // right drag up, in notches of the wheel
    float wheel = 0;       // notches
    bool pressed = false;  // a button
    glm::vec2 flick{0};    // velocity that the pointer had when a left drag was let go: heights per second
    std::optional<glm::vec2> chosen;  // Ctrl+click, screen coordinates
    std::vector<KeyPress> keys;
    std::vector<char32_t> held;  // letters that are down now, and arrows as U'←', U'↑', U'→', U'↓'
    bool shift = false;          // is down
    std::vector<std::filesystem::path> dropped;  // files
};

class Window {
  public:
    // Throws std::runtime_error when there is no display, no OpenGL 3.3, no such monitor.
    explicit Window(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool begin_frame();  // takes in events; false once the window is to close
    const Input& input() const { return input_; }
    void present();  // shows the frame, no faster than the screen can
    void close();

    glm::ivec2 framebuffer_size() const;  // pixels; zero while minimised
    glm::ivec2 size() const;              // screen coordinates, as mouse and panels use
    float pixels_per_coordinate() const;
    glm::ivec2 size_to_open() const;  // WindowOptions that open it like this again, full screen or not
    glm::ivec2 place() const;         // of its upper left corner, screen coordinates
    float content_scale() const;      // of text and panels
    bool full_screen() const;
    void toggle_full_screen();  // on the monitor chosen, else on the one that shows most of the window

    std::vector<std::string> monitors() const;  // names for people
    std::optional<std::size_t> chosen_monitor() const { return monitor_; }
    void choose_monitor(std::optional<std::size_t> monitor);  // full screen moves there at once
    GLFWwindow* handle() const { return window_; }

  private:
    glm::vec2 velocity() const;
    void fill_screen();
    void open_on(std::size_t monitor);

    struct Callbacks;
    enum class Drag { none, rotate, zoom, pan };

    GLFWwindow* window_ = nullptr;
    Input input_;     // of this frame
    Input incoming_;  // of the next
    Drag drag_ = Drag::none;
    glm::dvec2 pointer_{0};
    struct Motion {
        double since, time;  // the events before were taken in, and this one was; seconds
        glm::vec2 way;
    };
    std::vector<Motion> motions_;  // of the left drag under way
    double polled_ = 0, poll_seconds_ = 0;
    std::vector<std::pair<int, char32_t>> held_;  // by GLFW's name of the key
    bool key_repeats_ = false;
    glm::ivec4 windowed_place_{0};  // x, y, width, height before full screen
    std::optional<std::size_t> monitor_;
    std::chrono::steady_clock::time_point last_present_;
};

}  // namespace milkomeda
