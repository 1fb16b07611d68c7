// Splats that compute shaders find and add up by themselves, as many as a card has work-items for, in levels
// of ever wider pixels: cards made to compute draw points slowly, and wide ones most of all.
#pragma once

#include <vector>

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class SplatPyramid {
  public:
    // Whether this OpenGL has what it takes, for pictures of so many pixels.
    static bool possible(const glm::ivec2& picture);

    // Throws std::runtime_error with the shader's log.
    explicit SplatPyramid(const ReadAsset& read);

    // Empty levels for the viewport that is bound now, with pixels of 2^n times its width at most. Throws
    // std::runtime_error when OpenGL has no memory for them.
    static constexpr int most = 7;  // as wide as the widest Gaussian of a picture of 2160 lines
    void begin(int most_level = most);
    // Adds the splats of the rows from `first` on, each of them so many times, by a program in use that has
    // shaders/scatter/scatter.glsl.
    void add(const ShaderProgram& program, int first, int count, int instances) const;
    // Adds all of it to what was bound at begin(), and binds that.
    void end();

  private:
    int widest() const { return static_cast<int>(wider_.size()) - 1; }
    void enlarge(int level, const glm::ivec2& corner) const;

    ShaderProgram enlarge_;
    GlVertexArray nothing_;
    GlBuffer levels_;
    GlTexture shown_levels_;          // the same for the shader that enlarges them
    std::vector<LightTarget> wider_;  // of each level all that it and wider ones have; of level 0 nothing
    glm::ivec2 picture_{0};
    BoundTarget before_;
};

}  // namespace milkomeda
