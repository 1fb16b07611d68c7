// Draws a photograph in a plane of the world, and combines it with the picture of a model.
#pragma once

#include <span>

#include "data/base/names.hpp"
#include "render/gl/shader_program.hpp"

namespace milkomeda {

enum class PictureBlend {
    over,        // the photograph covers the model, according to its opacity
    under,       // the light of the model is added to the photograph, as on a screen
    difference,  // orange where the model is brighter, blue where the photograph is brighter
};
template <>
inline constexpr std::array<std::string_view, 3> names<PictureBlend>{"over", "under", "difference"};

struct PicturePlane {
    glm::vec3 corner{0};                       // top-left corner of the photograph, in the world
    glm::vec3 right{1, 0, 0}, down{0, -1, 0};  // vectors along its top and left edges
};

struct PictureStyle {
    PictureBlend blend = PictureBlend::over;
    float opacity = 0.5f;  // 0 to 1; without effect on differences
};

class PictureRenderer {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit PictureRenderer(const ReadAsset& read);

    // Uploads gray values from 0 to 1, top row first.
    void set(std::span<const float> values, int columns, int rows);

    // Draws the photograph over the bound framebuffer. `corner` is the lower left corner of the viewport in pixels,
    // and the viewport shows `view`. Does nothing in maps of the sky.
    void draw(const View& view, const glm::ivec2& corner, const PicturePlane& plane, const PictureStyle& style);

  private:
    ShaderProgram program_;
    GlTexture photograph_, model_;
    GlVertexArray nothing_;
};

}  // namespace milkomeda
