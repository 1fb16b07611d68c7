// Camera motion after a drag, and flights between views. The motion does not depend on the frame rate.
#pragma once

#include "render/camera/camera.hpp"

namespace milkomeda {

// Rotation that decays after a drag: v(t) = v(0) exp(-t / fade_seconds), in window heights per second.
class OrbitInertia {
  public:
    void start(glm::vec2 velocity) { velocity_ = velocity; }
    void stop() { velocity_ = glm::vec2{0}; }
    bool turns() const { return velocity_ != glm::vec2{0}; }
    glm::vec2 advance(
        double seconds);  // returns the rotation in `seconds`, as the mouse drag in window heights that would cause it

    static constexpr float fade_seconds = 0.5f;

  private:
    glm::vec2 velocity_{0};
};

// Flight from one camera to another, with a smooth start and end (smoothstep).
class CameraTransition {
  public:
    void start(const Camera& from) { from_ = from, passed_ = 0; }
    void stop() { passed_ = seconds; }
    bool flies() const { return passed_ < seconds; }
    // moves the flight's starting point, for a camera that follows a moving body
    void shift(const glm::vec3& motion) { from_.target += motion; }
    void advance(double frame_seconds) { passed_ += static_cast<float>(frame_seconds); }
    Camera shown(const Camera& goal) const;

    static constexpr float seconds = 1.2f;

  private:
    Camera from_;
    float passed_ = seconds;
};

// Returns `distance` after moving exponentially toward `goal` for `seconds`. Returns exactly `goal` once the
// relative difference is below 0.001.
float approach(float distance, float goal, double seconds);

// Returns the fraction of the distance to a goal that exponential motion with the time constant `slowness` covers in
// `seconds`: 1 - exp(-seconds / slowness).
float share_covered(double seconds, double slowness);

}  // namespace milkomeda
