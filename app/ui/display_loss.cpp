// Uses the Xlib library that GLFW loads at run time; the program itself is not linked to Xlib.
#include "app/ui/display_loss.hpp"

#include <X11/Xlib.h>

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "app/io/log.hpp"
#include "data/system/loaded_library.hpp"
#include "data/system/signal_cleanup.hpp"
#include "data/system/this_process.hpp"

namespace milkomeda {
namespace {

// Global variables, because Xlib's handlers receive no user data. Only one thread sends requests to the display, so the
// variables need no lock.
std::function<void()> last_work;
bool is_ending = false;
std::string refusal;

template <typename Function>
Function* of_xlib(const char* name) {
    return reinterpret_cast<Function*>(function_in_library("libX11.so.6", name));
}

// Returns the GLFW function `name`; null if GLFW was built without X11.
template <typename Function>
Function* of_glfw(const char* name) {
    return reinterpret_cast<Function*>(function_in_program(name));
}

// Calls `last_work` and catches all exceptions, because an exception must not pass through Xlib.
void do_last_work() try {
    if (const auto work = std::exchange(last_work, nullptr)) return work();
    log_error("the connection to the display is broken");
} catch (const std::exception& error) {
    log_error(fmt::format("the connection to the display is broken, and saving the run and the settings failed: {}",
                          error.what()));
}

extern "C" int end_without_display(Display*) {
    if (!std::exchange(is_ending, true)) do_last_work();
    clean_up_unfinished();
    end_process_now(1);
}

extern "C" int note_refusal(Display*, XErrorEvent* event) {
    refusal = fmt::format("request {}.{}, error {}", event->request_code, event->minor_code, event->error_code);
    return 0;
}

}  // namespace

void watch_display() {
    // A write to a broken connection would end the program before Xlib can report the error.
    ignore_broken_pipes();
    if (auto* const set = of_xlib<decltype(XSetErrorHandler)>("XSetErrorHandler")) set(note_refusal);
    if (auto* const set = of_xlib<decltype(XSetIOErrorHandler)>("XSetIOErrorHandler")) set(end_without_display);
}

void when_display_is_lost(std::function<void()> work) { last_work = std::move(work); }

bool display_has_refused() { return !refusal.empty(); }

std::string take_refusal() { return std::exchange(refusal, {}); }

// Returns true if the window no longer exists. Must be called after the X server has refused a request
// (display_has_refused()).
bool is_destroyed(GLFWwindow* window) {
    auto* const display = of_glfw<Display*()>("glfwGetX11Display");
    auto* const number = of_glfw<::Window(GLFWwindow*)>("glfwGetX11Window");
    auto* const ask = of_xlib<decltype(XGetWindowAttributes)>("XGetWindowAttributes");
    // If GLFW or Xlib lacks one of these functions, assumes that the window is destroyed: every request to the window
    // could fail.
    if (!display || !number || !ask || !display()) return true;
    XWindowAttributes attributes;
    return ask(display(), number(window), &attributes) == 0;
}

}  // namespace milkomeda
