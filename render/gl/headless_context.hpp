// An OpenGL context that needs no display and no window.
#pragma once

namespace milkomeda {

// OpenGL 3.3 core through EGL, current on this thread, its functions loaded; there is no default framebuffer
// (see OffscreenTarget). A hardware device is preferred to Mesa's software one. One at a time: EGL's
// connection to a device ends with the context.
class HeadlessContext {
  public:
    // Throws std::runtime_error that says what to install when there is none to be had.
    explicit HeadlessContext(bool print_messages = false);
    ~HeadlessContext();
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;

  private:
    bool open(void* display);  // null: no such display
    void close();

    void* display_ = nullptr;  // EGLDisplay and EGLContext, whose headers stay out of ours
    void* context_ = nullptr;
};

}  // namespace milkomeda
