// Geometry of the plane of a potential slice. The user moves the plane by sliders and by two handles in the picture.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "app/scene/slice_choice.hpp"
#include "compute/potential/lattice.hpp"
#include "render/camera/projection.hpp"
#include "render/slice/slice_renderer.hpp"

namespace milkomeda {

glm::vec3 tip_of(const PlaneChoice& plane);  // tip of the arrow from the center of the plane along its normal
SlicePlane rectangle_of(const PlaneChoice& plane);
Lattice lattice_of(const PlaneChoice& plane, std::size_t points_of_edge);

// Handles that the mouse can drag: the center moves the plane along its normal, the tip of the arrow turns the plane.
enum class Handle { center, tip };
std::optional<Handle> handle_at(const PlaneChoice& plane, const View& view, glm::vec2 pointer, float scale);
// Returns the plane after the mouse has dragged the handle from pixel `from` to pixel `to` of the view.
PlaneChoice dragged(PlaneChoice plane, Handle handle, const View& view, glm::vec2 from, glm::vec2 to);

}  // namespace milkomeda
