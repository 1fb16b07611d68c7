// Smooth camera path through key frames.
#pragma once

#include <span>
#include <vector>

#include "render/camera/camera.hpp"

namespace milkomeda {

struct KeyFrame {
    double time = 0;  // model time of the key frame
    Camera camera;

    bool operator==(const KeyFrame&) const = default;
};

class CameraPath {
  public:
    CameraPath() = default;
    explicit CameraPath(const std::vector<KeyFrame>& keys);  // `keys` need not be sorted

    // Returns the key frames sorted by time. Adding a key frame replaces an existing key frame of equal time.
    std::span<const KeyFrame> keys() const { return keys_; }
    bool empty() const { return keys_.empty(); }
    void add(const KeyFrame& key);
    void remove(std::size_t index);

    // Returns the camera at a model time; needs at least one key frame. The camera rests before the first and
    // after the last key frame. In between, angles, target, field of view and the logarithm of the distance
    // are monotone cubics. Their slope is 0 at both ends and at extrema, so that nothing overshoots and the
    // camera rests between equal key frames. The projection is that of the preceding key frame.
    Camera at(double time) const;

  private:
    std::vector<KeyFrame> keys_;
};

}  // namespace milkomeda
