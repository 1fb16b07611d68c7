// Places a body as a point in web pages whose browser cannot draw into floating-point buffers (docs/page.md).
#version 330 core

#include "shaders/camera/projection.glsl"
#include "shaders/particles/row.glsl"
#include "shaders/particles/visibility.glsl"

uniform vec3 point_light;  // light of a point, display values
uniform float point_size;  // pixels

flat out vec4 light;

void main() {
#ifdef PAGE
    unpack_row();
#endif
    gl_Position = is_hidden(moving.w) ? vec4(2.0, 2.0, 2.0, 1.0) : project(position.xyz).clip;
    gl_PointSize = point_size;
    light = vec4(point_light, 0.0);
}
