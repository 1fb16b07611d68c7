// A camera's way through key frames: what it is at given times, and smooth in between.
#pragma once

#include <span>
#include <vector>

#include "render/camera/camera.hpp"

namespace milkomeda {

struct KeyFrame {
    double time = 0;  // model units
    Camera camera;
};

class CameraPath {
  public:
    CameraPath() = default;
    explicit CameraPath(const std::vector<KeyFrame>& keys);  // in any order

    // In the order of their times. A new one takes the place of another of the same time.
    std::span<const KeyFrame> keys() const { return keys_; }
    bool empty() const { return keys_.empty(); }
    void add(const KeyFrame& key);
    void remove(std::size_t index);

    // Before the first key frame and after the last as they are; there has to be one. In between, direction,
    // target, field of view and the logarithm of the distance are monotone cubics, at rest at both ends and
    // wherever they turn round, so nothing swings beyond its key frames and equal ones hold still. The
    // projection is that of the key frame before.
    Camera at(double time) const;

  private:
    std::vector<KeyFrame> keys_;
};

}  // namespace milkomeda
