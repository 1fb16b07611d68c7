// List of the particles (rows) that carry dust, as an OpenGL index buffer, so that particles without dust
// cost no drawing time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "render/gl/gl.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

class DustyRows {
  public:
    // Sets the vertical rank of each particle: 0 for the smallest vertical motion in its disk, 1 for the
    // largest, negative for particles outside disks.
    void set_ranks(std::span<const float> ranks);

    // Returns an index buffer with the rows, in ascending order, of the particles whose vertical rank is at least 0 and
    // less than `share`. Rebuilds the buffer if `share` has changed.
    const GlBuffer& below(float share);
    // Returns the range of the index buffer from the last call of below() that contains the particles from `first` to
    // first + count - 1.
    RowRange part(std::size_t first, std::size_t count) const;

  private:
    std::vector<float> ranks_;
    std::vector<unsigned> rows_;
    GlBuffer buffer_;
    float share_ = -1;
};

}  // namespace milkomeda
