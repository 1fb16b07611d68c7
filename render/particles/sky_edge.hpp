// The edge of a map of the sky: sprites that lie on it are cut off there.
#pragma once

#include "render/gl/shader_program.hpp"

namespace milkomeda {

class SkyEdge {
  public:
    // Throws std::runtime_error with the shader's log.
    explicit SkyEdge(const ReadAsset& read);

    // Blackens the viewport, whose lower left corner this is, outside of the map; other projections have no
    // edge. Alpha is cleared too where it is the mass that was collected.
    void cut(const View& view, const glm::ivec2& corner, bool clear_alpha) const;

  private:
    ShaderProgram program_;
    GlVertexArray nothing_;
};

}  // namespace milkomeda
