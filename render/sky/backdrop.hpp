// Sky background of a scene: far galaxies, dimmed by the scene's dust, and foreground stars with the
// diffraction spikes of a telescope. All objects are infinitely far away: they move only when the camera
// rotates, and appear equal to both eyes.
#pragma once

#include "render/dust/dust_screen.hpp"
#include "render/gl/shader_program.hpp"
#include "render/sky/sky_catalog.hpp"

namespace milkomeda {

class Backdrop {
  public:
    // Compiles the shaders. Throws std::runtime_error with the compiler's log on failure.
    explicit Backdrop(const ReadAsset& read);

    // Adds the background light, multiplied by `amount`, to the bound framebuffer; `corner` is the viewport's lower
    // left corner. `area_scale` converts light per pixel to light per model area. For an orthographic view, pass the
    // corresponding perspective view, because only a view with an opening angle can show objects at infinity. Far
    // galaxies are drawn at most as large as `largest_size`, their half-light radius in radians.
    void draw(const View& view, const glm::ivec2& corner, float area_scale, float amount, const DustScreen& dust,
              float largest_size = 1) const;

  private:
    struct Objects {
        GlBuffer rows;
        GlVertexArray shape;
        GLsizei count = 0;
    };
    static Objects objects_of(std::string_view name, const std::vector<SkyObject>& rows);

    ShaderProgram galaxy_, star_;
    Objects galaxies_, stars_;
    float largest_point_;
};

}  // namespace milkomeda
