// A small picture of how two galaxies will pass each other.
#pragma once

#include <array>
#include <vector>

#include "app/scene/scene_draft.hpp"
#include "data/scene/kepler.hpp"

namespace milkomeda {

// The two galaxies' colours in the preview: red, green, blue, 0 to 1.
inline constexpr std::array<std::array<float, 3>, 2> preview_colors{{{0.45f, 0.7f, 1}, {1, 0.7f, 0.35f}}};

// Draws two galaxies' paths about their common center, seen from the axis of the orbit with pericenter
// sideways, into the rectangle x, y, width, height of ImGui's current window: outlines where they start, an
// arrow each at pericenter, and a bar of a round number of kpc.
void draw_orbit_preview(const KeplerOrbit& orbit, const std::vector<DraftGalaxy>& galaxies,
                        const std::array<float, 4>& place);

}  // namespace milkomeda
