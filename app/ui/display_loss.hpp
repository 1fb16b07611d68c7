// Handles the loss of the X server, and of a window that another program destroys. Xlib's own handlers would
// end the program immediately and lose the user's work.
#pragma once

#include <functional>
#include <string>

struct GLFWwindow;

namespace milkomeda {

// Call it after GLFW has created the window. Does nothing without X11, for example under Wayland.
void watch_display();

// Sets the work to be done when the connection to the display is broken. It must not use X or OpenGL.
// Afterwards the program ends with exit code 1 and cleans up as after a signal. If `work` is empty, only a
// line is logged.
void when_display_is_lost(std::function<void()> work);

// Returns true if the display has refused a request since the last take_refusal(). Values that GLFW has
// returned meanwhile may be wrong.
bool display_has_refused();
// Describes the last refused request; empty if no request was refused.
std::string take_refusal();

bool is_destroyed(GLFWwindow* window);

}  // namespace milkomeda
