// Gaussian blur of HDR pictures, first in horizontal and then in vertical direction.
#pragma once

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class GaussianBlur {
  public:
    // Compiles the shaders. `least_sigma` is the smallest standard deviation in pixels. Throws std::runtime_error with
    // the compiler's log on failure.
    GaussianBlur(const ReadAsset& read, float least_sigma);

    // Blurs `from` into `to` with a standard deviation of `sigma_in_heights` picture heights. `scratch` receives the
    // picture after the horizontal blur. All three pictures have equal sizes. If `wider` is not null, the share
    // `wider_share` of the result comes from `wider`, a picture with a quarter of the width and height.
    void blur(const LightTarget& from, const LightTarget& scratch, const LightTarget& to, float sigma_in_heights,
              const LightTarget* wider = nullptr, float wider_share = 0) const;

  private:
    ScreenPass pass_;
    float least_sigma_;
};

}  // namespace milkomeda
