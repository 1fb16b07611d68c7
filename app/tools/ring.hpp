// The ring around a galaxy that is being added: the edge of its disk, which the mouse can turn.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "render/camera/projection.hpp"

namespace milkomeda {

struct Aim;

// Returns points along the ring in model units, the first point again at the end; empty if the spin is zero.
std::vector<glm::vec3> ring_of(const Aim& aim);

// Returns the point of the ring that appears nearest to a pixel, within `reach` pixels; empty if no
// point is that near.
std::optional<glm::vec3> ring_point_at(const View& view, const Aim& aim, const glm::vec2& pixel, float reach);

// Turns the ring like a ball by a point that stays under the pointer. All vectors are in axes of the picture:
// right, up, and toward the viewer.
class RingGrip {
  public:
    // `place` is the grabbed point relative to the ring's center, in units of its radius. `behind`: on the
    // far half.
    RingGrip(const glm::vec2& place, bool behind, const glm::vec3& spin);

    // Returns the spin with which the grabbed point is at `place`.
    glm::vec3 turned(const glm::vec2& place) const;

  private:
    glm::vec3 on_ball(const glm::vec2& place) const;

    bool behind_;
    glm::vec3 grabbed_, spin_;
};

}  // namespace milkomeda
