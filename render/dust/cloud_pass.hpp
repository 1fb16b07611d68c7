// Draws the clouds of dust that the rows of disks carry, into a DustScreen.
#pragma once

#include "render/gl/shader_program.hpp"

namespace milkomeda {

// How opaque a disk is in V, seen face-on, in its middle: between 0.5 and 1.5 (Bianchi 2007, A&A 471, 765).
inline constexpr float central_optical_depth = 1;

// A disk whose rows carry dust.
struct DustyDisk {
    std::size_t rows = 0;
    float half_radius = 1;
    float mass = 1;           // of its stars
    glm::vec3 axis{0, 0, 1};  // around which it turned at the start
    glm::vec3 drift{0};       // its mean velocity
    int hash_offset = 0;
    float stands_for = 1;  // each row that is drawn, itself among them
};

class CloudPass {
  public:
    CloudPass() = default;
    // Throws std::runtime_error with the shader's log.
    // As points, or `scattered` into SplatPyramid.
    explicit CloudPass(const ReadAsset& read, bool scattered = false);

    // Sets what is the same for all disks: clouds are placed inside the light of their rows, which is a
    // Gaussian of `sigma_per_smoothing_length`, or of `unknown_sigma`. `largest_point` is OpenGL's limit, in
    // pixels, and a pixel is `coarseness` of the view's.
    void use(const View& view, int coarseness, float time_offset, float sigma_per_smoothing_length,
             float unknown_sigma, float largest_point) const;
    // Sets what belongs to a disk, of whose rows that share, the coldest, has `amount` of the dust observed;
    // so many clouds are to be drawn of each row.
    int use(const DustyDisk& disk, float amount, float share) const;

    const ShaderProgram& program() const { return program_; }

  private:
    ShaderProgram program_;
};

}  // namespace milkomeda
