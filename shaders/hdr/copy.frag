// Copies a picture of equal size.
#version 330 core

uniform sampler2D picture;

out vec4 color;

void main() { color = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }
