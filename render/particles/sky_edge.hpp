// Cuts off sprites at the edge of a sky map.
#pragma once

#include "render/gl/shader_program.hpp"

namespace milkomeda {

class SkyEdge {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit SkyEdge(const ReadAsset& read);

    // Blackens the part of the viewport outside the sky map; `corner` is the viewport's lower left corner.
    // Does nothing in projections without an edge. If `clear_alpha` is true, also clears alpha (mass).
    void cut(const View& view, const glm::ivec2& corner, bool clear_alpha) const;

  private:
    ScreenPass pass_;
};

}  // namespace milkomeda
