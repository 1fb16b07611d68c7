// A small picture of the orbit on which two galaxies pass each other.
#pragma once

#include <array>
#include <vector>

#include "app/scene/scene_draft.hpp"
#include "data/scene/kepler.hpp"

namespace milkomeda {

// Colors of the two galaxies in the preview: red, green, blue from 0 to 1.
inline constexpr std::array<std::array<float, 3>, 2> preview_colors{{{0.45f, 0.7f, 1}, {1, 0.7f, 0.35f}}};

// Draws the orbits of two galaxies around their center of mass into the rectangle `place` (x, y, width, height) of the
// current ImGui window, seen along the axis of the orbit. Outlines show the galaxies at the start, arrows show the
// directions of motion at the pericenter, and a scale bar shows a round number of kpc.
void draw_orbit_preview(const KeplerOrbit& orbit, const std::vector<DraftGalaxy>& galaxies,
                        const std::array<float, 4>& place);

}  // namespace milkomeda
