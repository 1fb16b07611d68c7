// A camera that keeps moving after a drag has ended. All of it depends on the wall clock alone: the same
// at every frame rate.
#pragma once

#include "render/camera/camera.hpp"

namespace milkomeda {

// A turn that goes on and dies away: v(t) = v(0) exp(-t / fade), in heights of the window per second.
class OrbitInertia {
  public:
    void start(glm::vec2 velocity) { velocity_ = velocity; }
    void stop() { velocity_ = glm::vec2{0}; }
    bool turns() const { return velocity_ != glm::vec2{0}; }
    glm::vec2 advance(double seconds);  // the motion in that time

    static constexpr float fade_seconds = 0.5f;

  private:
    glm::vec2 velocity_{0};
};

// A flight to where the camera is to be, from where it was: gently off, gently there.
class CameraTransition {
  public:
    void start(const Camera& from) { from_ = from, passed_ = 0; }
    void stop() { passed_ = seconds; }
    bool flies() const { return passed_ < seconds; }
    void shift(const glm::vec3& motion) { from_.target += motion; }  // of what is gone after
    void advance(double frame_seconds) { passed_ += static_cast<float>(frame_seconds); }
    Camera shown(const Camera& goal) const;

    static constexpr float seconds = 1.2f;

  private:
    Camera from_;
    float passed_ = seconds;
};

// A distance on its way to another, by ratio; the goal itself once it is within a thousandth.
float approach(float distance, float goal, double seconds);

// The share of the way to a moving goal that is covered in this time.
float share_of_way(double seconds, double slowness);

}  // namespace milkomeda
