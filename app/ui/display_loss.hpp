// Handles the loss of the X server, and of a window that another program destroys. Xlib's own error handlers
// would end the program at once, without saving the user's work.
#pragma once

#include <functional>
#include <string>

struct GLFWwindow;

namespace milkomeda {

// Installs the error handlers. Must be called after GLFW has created the window. Does nothing without X11.
void watch_display();

// Sets a function that is called when the connection to the display breaks; `work` must use neither X nor
// OpenGL. After `work`, the program removes its temporary files and ends with exit code 1. If `work` is empty,
// only a message is logged.
void when_display_is_lost(std::function<void()> work);

// Returns true if the X server has refused a request since the last take_refusal(). Values that GLFW has returned since
// then may be wrong.
bool display_has_refused();
// Returns a description of the last refused request, and clears the description; empty if no request was refused.
std::string take_refusal();

bool is_destroyed(GLFWwindow* window);

}  // namespace milkomeda
