// Enlarges a low-resolution picture by linear interpolation.
#version 330 core

uniform sampler2D picture;

in vec2 place;

out vec4 color;

void main() { color = texture(picture, place); }
