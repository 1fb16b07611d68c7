// A library for LD_PRELOAD that simulates two monitors for GLFW instead of the single monitor of the X server. The
// monitors are side by side, each half as wide as the screen. The text scale of the right monitor is 1.5. While a file
// named `unplugged` exists in the current folder, there is no monitor. This library replaces only the functions of GLFW
// that concern monitors.
#define _GNU_SOURCE
#include <GLFW/glfw3.h>
#include <dlfcn.h>
#include <stddef.h>
#include <unistd.h>

#define WIDTH 800
#define HEIGHT 900

struct GLFWmonitor {
    const char* name;
    int x;
    float scale;
};
static struct GLFWmonitor monitors[] = {{"left", 0, 1.0f}, {"right", WIDTH, 1.5f}};
static GLFWmonitor* pointers[] = {&monitors[0], &monitors[1]};
static GLFWmonitor* filled;  // monitor filled by the window in full screen

static int is_ours(const GLFWmonitor* monitor) {
    return monitor == pointers[0] || monitor == pointers[1];
}

static int are_unplugged(void) {
    return access("unplugged", F_OK) == 0;
}

#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

GLFWmonitor** glfwGetMonitors(int* count) {
    *count = are_unplugged() ? 0 : 2;
    return *count ? pointers : NULL;
}

GLFWmonitor* glfwGetPrimaryMonitor(void) {
    return are_unplugged() ? NULL : pointers[0];
}

const char* glfwGetMonitorName(GLFWmonitor* monitor) {
    return is_ours(monitor) ? monitor->name : REAL(glfwGetMonitorName)(monitor);
}

void glfwGetMonitorPos(GLFWmonitor* monitor, int* x, int* y) {
    if (!is_ours(monitor)) {
        REAL(glfwGetMonitorPos)(monitor, x, y);
        return;
    }
    *x = monitor->x;
    *y = 0;
}

const GLFWvidmode* glfwGetVideoMode(GLFWmonitor* monitor) {
    static const GLFWvidmode mode = {WIDTH, HEIGHT, 8, 8, 8, 60};
    return is_ours(monitor) ? &mode : REAL(glfwGetVideoMode)(monitor);
}

GLFWmonitor* glfwGetWindowMonitor(GLFWwindow* window) {
    (void)window;
    return filled;
}

void glfwSetWindowMonitor(GLFWwindow* window, GLFWmonitor* monitor, int x, int y, int width, int height, int rate) {
    filled = monitor;
    REAL(glfwSetWindowMonitor)(window, NULL, monitor ? monitor->x : x, monitor ? 0 : y, width, height, rate);
}

// Returns the scale of the monitor that contains the center of the window.
void glfwGetWindowContentScale(GLFWwindow* window, float* x, float* y) {
    int left, top, width, height;
    glfwGetWindowPos(window, &left, &top);
    glfwGetWindowSize(window, &width, &height);
    *x = *y = monitors[left + width / 2 >= WIDTH].scale;
}
