// Visibility of the bodies of the group that is being drawn. render/particles/visibility.hpp sets the uniforms.
uniform bool hides_young_stars;  // true if stars that have formed from gas are not drawn
uniform bool hides_others;       // true if all other bodies are not drawn

// Returns true if a body is not drawn. `number` is the fourth number of its velocity (data/particles/young_stars.hpp).
bool is_hidden(float number) { return number < 0.0 ? hides_young_stars : hides_others; }
