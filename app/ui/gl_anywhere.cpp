#include "app/ui/gl_anywhere.hpp"

#include "app/ui/window.hpp"
#include "render/gl/headless_context.hpp"

namespace milkomeda {

GlAnywhere::GlAnywhere(bool print_messages) {
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

GlAnywhere::~GlAnywhere() = default;

}  // namespace milkomeda
