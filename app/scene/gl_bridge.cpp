#include "app/scene/gl_bridge.hpp"

#include <memory>

#include "render/gl/gl.hpp"
#include "render/gl/native_gl.hpp"

namespace milkomeda {

GlBridge::GlBridge() {
    const NativeGl native = current_native_gl();
    if (native.api == NativeGl::Api::none) return;
    const auto probe = std::make_shared<ProbeBuffer>();
    side_.api = native.api == NativeGl::Api::glx ? GlSide::Api::glx : GlSide::Api::egl;
    side_.display = native.display;
    side_.context = native.context;
    side_.finish = [] { glFinish(); };
    side_.probe_buffer = probe->name();
    side_.probe_bytes = ProbeBuffer::size_bytes;
    side_.read_probe = [probe] { return probe->read(); };
}

}  // namespace milkomeda
