// The list of rows that carry dust, as an OpenGL index buffer, so that other rows cost nothing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "render/gl/gl.hpp"

namespace milkomeda {

class DustyRows {
  public:
    // Sets the vertical rank of each row: 0 for the smallest vertical motion in its disk, 1 for the largest;
    // below 0 outside disks.
    void set_ranks(std::span<const float> ranks);

    // Returns the ascending indices of the rows whose rank is less than `share`. Rebuilds the buffer if
    // `share` has changed.
    const GlBuffer& below(float share);
    // Part of the list with the rows in [first, first + count), for the last `share`.
    struct Part {
        std::size_t first, count;
    };
    Part part(std::size_t first, std::size_t count) const;

  private:
    std::vector<float> ranks_;
    std::vector<unsigned> rows_;
    GlBuffer buffer_;
    float share_ = -1;
};

}  // namespace milkomeda
