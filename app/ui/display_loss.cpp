// GLFW alone has to do with Xlib, which is not linked here but taken from where GLFW has loaded it.
#include "app/ui/display_loss.hpp"

#include <X11/Xlib.h>

#include <exception>
#include <string>
#include <utility>

#include "app/io/log.hpp"
#include "data/system/loaded_library.hpp"
#include "data/system/signal_cleanup.hpp"
#include "data/system/this_process.hpp"

namespace milkomeda {
namespace {

// Handlers reach nothing but globals. All that is asked of the display is asked by one thread.
std::function<void()> last_work;
bool is_ending = false;
std::string refusal;

template <typename Function>
Function* of_xlib(const char* name) {
    return reinterpret_cast<Function*>(function_in_library("libX11.so.6", name));
}

// Those of X11 alone, which a GLFW without it lacks.
template <typename Function>
Function* of_glfw(const char* name) {
    return reinterpret_cast<Function*>(function_in_program(name));
}

// An exception would have to pass through Xlib.
void do_last_work() try {
    if (const auto work = std::exchange(last_work, nullptr)) return work();
    log_error("the display is gone");
} catch (const std::exception& error) {
    log_error(std::string{"the display is gone, and not all could be kept: "} + error.what());
}

extern "C" int end_without_display(Display*) {
    if (!std::exchange(is_ending, true)) do_last_work();
    clean_up_unfinished();
    end_process_now(1);
}

extern "C" int note_refusal(Display*, XErrorEvent* event) {
    refusal = "request " + std::to_string(event->request_code) + "." + std::to_string(event->minor_code) +
              ", error " + std::to_string(event->error_code);
    return 0;
}

}  // namespace

void watch_display() {
    // A connection that is cut while something is written to it would end the program before Xlib can say so.
    ignore_broken_pipes();
    if (auto* const set = of_xlib<decltype(XSetErrorHandler)>("XSetErrorHandler")) set(note_refusal);
    if (auto* const set = of_xlib<decltype(XSetIOErrorHandler)>("XSetIOErrorHandler"))
        set(end_without_display);
}

void when_display_is_lost(std::function<void()> work) {
    last_work = std::move(work);
}

bool display_has_refused() {
    return !refusal.empty();
}

std::string take_refusal() {
    return std::exchange(refusal, {});
}

// Only X11 refuses.
bool is_destroyed(GLFWwindow* window) {
    auto* const display = of_glfw<Display*()>("glfwGetX11Display");
    auto* const number = of_glfw<::Window(GLFWwindow*)>("glfwGetX11Window");
    auto* const ask = of_xlib<decltype(XGetWindowAttributes)>("XGetWindowAttributes");
    if (!display || !number || !ask || !display()) return true;  // to be safe: a window may refuse for ever
    XWindowAttributes attributes;
    return ask(display(), number(window), &attributes) == 0;
}

}  // namespace milkomeda
