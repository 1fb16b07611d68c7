// Cuts off sprites at the edge of a map of the sky.
#pragma once

#include "render/gl/shader_program.hpp"

namespace milkomeda {

class SkyEdge {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit SkyEdge(const ReadAsset& read);

    // Blackens the viewport outside the map; `corner` is its lower left corner. Does nothing in projections
    // without an edge. If `clear_alpha` is true, also clears alpha, the collected mass.
    void cut(const View& view, const glm::ivec2& corner, bool clear_alpha) const;

  private:
    ShaderProgram program_;
    GlVertexArray nothing_;
};

}  // namespace milkomeda
