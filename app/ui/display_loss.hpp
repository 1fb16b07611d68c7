// The X server may end under the window, and other programs may destroy the window. Xlib's own handlers end
// the program at once then, and what a person made with it.
#pragma once

#include <functional>
#include <string>

struct GLFWwindow;

namespace milkomeda {

// Call it once GLFW has made the window. Without X11, as under Wayland, nothing happens.
void watch_display();

// What is done once the connection to the display is broken: with nothing of X or OpenGL, which are gone.
// Then the program ends with exit code 1, as a signal would end it. Empty: nothing but a line.
void when_display_is_lost(std::function<void()> work);

// Something that was asked for since the last take_refusal(): what GLFW has told meanwhile may be nonsense.
bool display_has_refused();
// The last of it, in words; empty: nothing.
std::string take_refusal();

bool is_destroyed(GLFWwindow* window);

}  // namespace milkomeda
