// Adds up splats by compute shaders in a pyramid of levels; pixels of level n are 2^n picture pixels wide. On
// data-center GPUs this method is faster than drawing points, especially wide points.
#pragma once

#include <vector>

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class SplatPyramid {
  public:
    // Returns true if OpenGL supports a SplatPyramid for pictures of size `picture`.
    static bool possible(const glm::ivec2& picture);

    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit SplatPyramid(const ReadAsset& read);

    // Clears the levels for the bound viewport. Pixels of the coarsest level are 2^most_level picture pixels
    // wide. Throws std::runtime_error if OpenGL has not enough memory for the levels.
    static constexpr int most = 7;  // coarsest level that a picture 2160 pixels high needs
    void begin(int most_level = most);
    // Adds the splats of the rows [first, first + count), `instances` splats per row (particle). `program`
    // must be active and include shaders/scatter/scatter.glsl.
    void add(const ShaderProgram& program, int first, int count, int instances) const;
    // Adds the light of all levels to the target that was bound at begin(), and binds this target.
    void end();

  private:
    int widest() const { return static_cast<int>(wider_.size()) - 1; }
    void enlarge(int level, const glm::ivec2& corner) const;

    ScreenPass enlarge_;
    GlBuffer levels_;
    GlTexture shown_levels_;  // texture view of levels_ for the enlarging shader
    // summed light of each level and all coarser levels; the element for level 0 is unused
    std::vector<LightTarget> wider_;
    glm::ivec2 picture_{0};
    BoundTarget before_;
};

}  // namespace milkomeda
