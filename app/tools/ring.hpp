// The ring of a galaxy that is to be added: its disk's edge, which is seen, and turned by the hand.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "render/camera/projection.hpp"

namespace milkomeda {

struct Aim;

// Around it, the first point again at the end; empty without a spin. Model units.
std::vector<glm::vec3> ring_of(const Aim& aim);

// The point of the ring that is seen nearest to this pixel, if it is near it.
std::optional<glm::vec3> ring_point_at(const View& view, const Aim& aim, const glm::vec2& pixel, float reach);

// A hand turns the ring like a ball, by a point that stays under the pointer. All of it is told in axes of
// the picture: to the right, up, and towards the person.
class RingGrip {
  public:
    // Grabbed there, as seen from the middle in units of the radius; `behind`: on the farther half.
    RingGrip(const glm::vec2& place, bool behind, const glm::vec3& spin);

    // The spin that takes the point there.
    glm::vec3 turned(const glm::vec2& place) const;

  private:
    glm::vec3 on_ball(const glm::vec2& place) const;

    bool behind_;
    glm::vec3 grabbed_, spin_;
};

}  // namespace milkomeda
