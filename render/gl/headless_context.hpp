// OpenGL context without display or window.
#pragma once

namespace milkomeda {

// Creates an OpenGL core context of version 4.3, or else 3.3, through EGL, makes it current on this thread and loads
// its functions. The context has no default framebuffer (see OffscreenTarget). Prefers hardware to Mesa's software
// renderer. Only one HeadlessContext may exist at a time, because its destructor ends the EGL connection to the device.
class HeadlessContext {
  public:
    // Throws std::runtime_error if no context can be created; the message says what to install.
    explicit HeadlessContext(bool print_messages = false);
    ~HeadlessContext();
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;

  private:
    bool open(void* display);  // tries `display`; returns false for a null display
    void close();

    void* display_ = nullptr;  // EGLDisplay and EGLContext; void* keeps the EGL headers out of this header
    void* context_ = nullptr;
};

}  // namespace milkomeda
