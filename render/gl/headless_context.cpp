#include "render/gl/headless_context.hpp"

#include <glad/egl.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "render/gl/native_gl.hpp"

namespace milkomeda {
namespace {

// Returns the EGL displays to try, in descending order of preference.
std::vector<EGLDisplay> candidates() {
    std::vector<EGLDisplay> hardware;
    std::vector<EGLDisplay> software;
    if (!GLAD_EGL_EXT_platform_base) return {eglGetDisplay(EGL_DEFAULT_DISPLAY)};

    if (GLAD_EGL_MESA_platform_surfaceless)
        software.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    if (GLAD_EGL_EXT_device_enumeration || GLAD_EGL_EXT_device_base) {
        EGLDeviceEXT devices[32] = {};
        EGLint count = 0;
        if (eglQueryDevicesEXT(32, devices, &count) == EGL_FALSE) count = 0;
        for (EGLint i = 0; i < count; ++i) {
            const char* extensions = eglQueryDeviceStringEXT(devices[i], EGL_EXTENSIONS);
            const bool is_software = extensions != nullptr && std::string_view{extensions}.find(
                                                                  "EGL_MESA_device_software") != std::string_view::npos;
            (is_software ? software : hardware)
                .push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
        }
    }
    hardware.insert(hardware.end(), software.begin(), software.end());
    return hardware;
}

}  // namespace

HeadlessContext::HeadlessContext(bool print_messages) {
    constexpr const char* advice =
        "drawing without a display needs EGL and OpenGL 3.3; on Debian and Ubuntu: apt install libegl1 "
        "libgl1-mesa-dri";
    if (gladLoaderLoadEGL(EGL_NO_DISPLAY) == 0) throw std::runtime_error(advice);
    const std::vector<EGLDisplay> displays = candidates();
    if (std::none_of(displays.begin(), displays.end(), [this](EGLDisplay display) { return open(display); }))
        throw std::runtime_error(advice);
    try {
        load_gl(reinterpret_cast<GLADloadfunc>(eglGetProcAddress), print_messages);
    } catch (...) {
        close();
        throw;
    }
}

HeadlessContext::~HeadlessContext() { close(); }

bool HeadlessContext::open(void* display) {
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) return false;
    display_ = display;
    // loads the EGL functions that are available only after the display is initialized
    gladLoaderLoadEGL(display);

    const EGLint config_wish[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint configs = 0;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_TRUE &&
        eglChooseConfig(display, config_wish, &config, 1, &configs) == EGL_TRUE && configs > 0) {
        for (const GlVersion& version : wished_gl_versions) {
            const EGLint context_wish[] = {EGL_CONTEXT_MAJOR_VERSION,
                                           version.major,
                                           EGL_CONTEXT_MINOR_VERSION,
                                           version.minor,
                                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                           EGL_NONE};
            context_ = eglCreateContext(display, config, EGL_NO_CONTEXT, context_wish);
            if (context_ != EGL_NO_CONTEXT) break;
        }
        if (context_ != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE)
            return true;
    }
    close();
    return false;
}

void HeadlessContext::close() {
    if (display_ == nullptr) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    eglTerminate(display_);
    display_ = nullptr;
    context_ = nullptr;
}

}  // namespace milkomeda
