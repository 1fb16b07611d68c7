// An OpenGL context for programs that may run without a display. Belongs to a hidden window if there is a display, and
// is created by EGL otherwise.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "render/gl/native_gl.hpp"

namespace milkomeda {

class Window;
class HeadlessContext;

class AnyGlContext {
  public:
    explicit AnyGlContext(bool print_messages);
    ~AnyGlContext();

    std::optional<GlInfo> info() const { return info_; }     // empty if no context could be created
    const std::string& why_not() const { return why_not_; }  // reason why no context could be created

  private:
    std::unique_ptr<Window> window_;
    std::unique_ptr<HeadlessContext> headless_;
    std::optional<GlInfo> info_;
    std::string why_not_;
};

}  // namespace milkomeda
