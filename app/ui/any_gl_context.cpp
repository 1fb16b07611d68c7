#include "app/ui/any_gl_context.hpp"

#include "app/ui/window.hpp"
#include "render/gl/headless_context.hpp"

namespace milkomeda {

AnyGlContext::AnyGlContext(bool print_messages) {
    try {
        window_ = std::make_unique<Window>(WindowOptions{.visible = false, .print_messages = print_messages});
        info_ = current_gl_info();
        return;
    } catch (const std::exception& error) {
        why_not_ = error.what();
    }
    try {
        headless_ = std::make_unique<HeadlessContext>(print_messages);
        info_ = current_gl_info();
    } catch (const std::exception& error) {
        why_not_ = error.what();
    }
}

AnyGlContext::~AnyGlContext() = default;

}  // namespace milkomeda
