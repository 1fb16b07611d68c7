// Adds splats by compute shaders in a pyramid of levels with ever wider pixels. GPUs built for computing draw
// points slowly, most of all wide points.
#pragma once

#include <vector>

#include "render/gl/light_target.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

class SplatPyramid {
  public:
    // Returns true if OpenGL supports this for pictures of this size.
    static bool possible(const glm::ivec2& picture);

    // Throws std::runtime_error with the shader's log.
    explicit SplatPyramid(const ReadAsset& read);

    // Clears the levels for the bound viewport; the coarsest pixels are 2^most_level picture pixels wide.
    // Throws std::runtime_error if OpenGL has no memory for the levels.
    static constexpr int most = 7;  // wide enough for the widest splat of a picture 2160 pixels high
    void begin(int most_level = most);
    // Adds the splats of rows [first, first + count), `instances` splats per row. `program` must be in use
    // and include shaders/scatter/scatter.glsl.
    void add(const ShaderProgram& program, int first, int count, int instances) const;
    // Adds the light of all levels to the target that was bound at begin(), and binds that target.
    void end();

  private:
    int widest() const { return static_cast<int>(wider_.size()) - 1; }
    void enlarge(int level, const glm::ivec2& corner) const;

    ShaderProgram enlarge_;
    GlVertexArray nothing_;
    GlBuffer levels_;
    GlTexture shown_levels_;          // levels_ as a texture for the enlarging shader
    std::vector<LightTarget> wider_;  // light of each level and all coarser levels; unused for level 0
    glm::ivec2 picture_{0};
    BoundTarget before_;
};

}  // namespace milkomeda
