// The plane of a slice as people set it: by sliders, and by two handles that the mouse drags.
#pragma once

#include <glm/glm.hpp>
#include <optional>

#include "app/scene/slice_choice.hpp"
#include "compute/potential/lattice.hpp"
#include "render/camera/projection.hpp"
#include "render/slice/slice_renderer.hpp"

namespace milkomeda {

glm::vec3 tip_of(const PlaneChoice& plane);  // of an arrow from the center along the normal
SlicePlane rectangle_of(const PlaneChoice& plane);
Lattice lattice_of(const PlaneChoice& plane, std::size_t points_of_edge);

// What the mouse can take hold of: the center moves the plane along its normal, the arrow's tip turns it.
enum class Handle { center, tip };
std::optional<Handle> handle_at(const PlaneChoice& plane, const View& view, glm::vec2 pointer, float scale);
// The plane after the pointer has moved from one pixel of the view to another.
PlaneChoice dragged(PlaneChoice plane, Handle handle, const View& view, glm::vec2 from, glm::vec2 to);

}  // namespace milkomeda
