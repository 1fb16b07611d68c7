// Geometry of the plane of a potential slice. The user moves the plane by sliders and by two handles in the picture.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "app/scene/slice_choice.hpp"
#include "compute/potential/lattice.hpp"
#include "render/camera/projection.hpp"
#include "render/slice/slice_renderer.hpp"

namespace milkomeda {

// tip of the arrow that points from the center of the plane along its normal
glm::vec3 tip_of(const PlaneChoice& plane);
SlicePlane rectangle_of(const PlaneChoice& plane);
Lattice lattice_of(const PlaneChoice& plane, std::size_t points_of_edge);

// Handles in the picture that the mouse can drag: `center` moves the plane along its normal; `tip`, the tip of the
// arrow, turns the plane.
enum class Handle { center, tip };
std::optional<Handle> handle_at(const PlaneChoice& plane, const View& view, glm::vec2 pointer, float scale);
// Returns the plane after the mouse has dragged the handle from pixel `from` to pixel `to` of the view.
PlaneChoice dragged(PlaneChoice plane, Handle handle, const View& view, glm::vec2 from, glm::vec2 to);

}  // namespace milkomeda
