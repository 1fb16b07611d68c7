// Restricts drawing to the color channels that one eye sees in an anaglyph picture.
#pragma once

#include <glm/glm.hpp>

#include "render/gl/gl.hpp"

namespace milkomeda {

// While an object exists, only the color channels that the eye sees are written, and alpha is not written.
// `light_for_eye` is the matrix View::light_for_eye.
class EyeChannels {
  public:
    explicit EyeChannels(const glm::mat3& light_for_eye) {
        const auto sees = [&](int channel) {
            return light_for_eye[0][channel] != 0 || light_for_eye[1][channel] != 0 || light_for_eye[2][channel] != 0;
        };
        glColorMask(sees(0), sees(1), sees(2), GL_FALSE);
    }
    ~EyeChannels() { glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE); }
    EyeChannels(const EyeChannels&) = delete;
    EyeChannels& operator=(const EyeChannels&) = delete;
};

}  // namespace milkomeda
