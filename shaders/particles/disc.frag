// Draws a pixel of a disc: a sphere lit from the upper left, with an edge one pixel wide. Output: color and coverage.
// An instanced square (without AS_POINTS) also writes the depth of each pixel.
#version 330 core

#ifdef AS_POINTS
flat in float half_size;
#else
in vec2 place;
#endif
flat in vec4 ball;  // radius, opacity and depths of the disc; see disc.vert

uniform vec3 color;  // disc color after the anaglyph filter of the eye

out vec4 shown;

void main() {
#ifdef AS_POINTS
    vec2 place = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0) * half_size / ball.x;
#endif
    float away = length(place);
    float cover = clamp((1.0 - away) * ball.x + 0.5, 0.0, 1.0) * ball.y;
    if (cover <= 0.0) discard;
    float toward = sqrt(max(1.0 - away * away, 0.0));
    float lit = max(dot(vec3(place, toward), vec3(-0.40, 0.53, 0.75)), 0.0);
    shown = vec4(color * (0.42 + 0.62 * lit), cover);
#ifndef AS_POINTS
    gl_FragDepth = clamp(mix(ball.z, ball.w, toward), 0.0, 1.0);
#endif
}
