// Keeps all galaxies in the part of the picture that no panel covers: aims the camera when a scene starts, and moves it
// smoothly while the bodies move. Changes only the target, the distance and, at the start, the roll of a camera.
#pragma once

#include <optional>
#include <vector>

#include "app/viewport/framed_bodies.hpp"
#include "render/camera/framing.hpp"

namespace milkomeda {

class GalaxyFraming {
  public:
    // Must be called when a scene begins. If `is_on` is true, the framing aims the camera during the first second, and
    // again if the panels change size in this second.
    void begin(bool is_on);
    void end_start() { start_seconds_ = 0; }  // ends the first second, because the user has begun to use the window

    // Sets the part of the picture that the panels leave free. Must be called before each picture.
    void see(const FreeView& free) { free_ = free; }

    // The next call of follow() aims the camera at once instead of smoothly.
    void jump() { jumps_ = true; }

    // During the first second, aims `camera` at the initial state whenever the free part of the picture is new or has
    // changed. Returns true if the camera was aimed. `seconds`: time since the last picture.
    bool compose(Camera& camera, const LoadedScene& loaded, double seconds);
    // Moves `camera` toward a view of all galaxies at the present moment.
    void follow(Camera& camera, LoadedScene& loaded, double seconds);

    // Returns the light of the galaxies at the last call of follow().
    const std::vector<LightSphere>& light() const { return light_; }

  private:
    Camera aimed(const Camera& camera, LoadedScene& loaded);
    // Moves `camera` away from its target, if it is too near to show the light of all galaxies.
    void retreat(Camera& camera) const;

    std::optional<FreeView> free_, composed_for_;
    std::vector<LightSphere> light_;
    std::vector<glm::vec3> circles_;  // points of circles, facing the camera, around the light of all galaxies
    double start_seconds_ = 0;        // remaining seconds in which compose() has an effect
    bool jumps_ = false;
};

}  // namespace milkomeda
