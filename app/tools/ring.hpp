// The ring around a galaxy that the user is adding: the edge of the new disk, which the mouse can turn.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "render/camera/projection.hpp"

namespace milkomeda {

struct Aim;

// Returns the points of the closed ring in model units; the last point equals the first. Empty if the spin is 0.
std::vector<glm::vec3> ring_of(const Aim& aim);

// Returns the point of the ring whose image is nearest to `pixel`; empty if no point of the ring is within `reach`
// pixels.
std::optional<glm::vec3> ring_point_at(const View& view, const Aim& aim, const glm::vec2& pixel, float reach);

// Turns a ring as if it were fixed to a ball: the grabbed point of the ball stays under the pointer. All vectors have
// the axes of the picture: right, up, and toward the viewer.
class RingGrip {
  public:
    // `place`: grabbed point relative to the center of the ring, in ring radii. `behind`: true if the grabbed
    // point is on the far half of the ring.
    RingGrip(const glm::vec2& place, bool behind, const glm::vec3& spin);

    // Returns the spin of the ring after its grabbed point has moved to `place`.
    glm::vec3 turned(const glm::vec2& place) const;

  private:
    glm::vec3 on_ball(const glm::vec2& place) const;

    bool behind_;
    glm::vec3 grabbed_, spin_;
};

}  // namespace milkomeda
