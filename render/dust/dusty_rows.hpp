// Which rows carry dust: a list of them for OpenGL, so that the others are no work.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "render/gl/gl.hpp"

namespace milkomeda {

class DustyRows {
  public:
    // Of each row, from 0 for the coldest of its disk to 1; below 0 where there are no layers.
    void set_ranks(std::span<const float> ranks);

    // The numbers of the rows whose rank is less than `share`, in their order; the buffer is made anew where
    // the share is another one.
    const GlBuffer& below(float share);
    // The list's part that lies in [first, first + count), by the last share.
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
