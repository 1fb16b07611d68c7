// A smooth camera path through key frames.
#pragma once

#include <span>
#include <vector>

#include "render/camera/camera.hpp"

namespace milkomeda {

struct KeyFrame {
    double time = 0;  // model time
    Camera camera;
};

class CameraPath {
  public:
    CameraPath() = default;
    explicit CameraPath(const std::vector<KeyFrame>& keys);  // `keys` may be in any order

    // Returns the key frames in the order of their times. A new key frame replaces a key frame of the same
    // time.
    std::span<const KeyFrame> keys() const { return keys_; }
    bool empty() const { return keys_.empty(); }
    void add(const KeyFrame& key);
    void remove(std::size_t index);

    // Returns the camera at a model time; needs at least one key frame. Before the first and after the last
    // key frame the camera stands still. In between, angles, target, field of view and the logarithm of the
    // distance are monotone cubics with slope 0 at both ends and at extrema, so that nothing overshoots and
    // equal key frames hold the camera still. The projection is that of the preceding key frame.
    Camera at(double time) const;

  private:
    std::vector<KeyFrame> keys_;
};

}  // namespace milkomeda
