// Reads particle rows back from the vertex buffers without waiting for the GPU.
#pragma once

#include <optional>
#include <vector>

#include "render/particles/particle_renderer.hpp"

namespace milkomeda {

class RowReadback {
  public:
    // Starts copying the current rows of `ranges` and discards an unfinished request. Ignores rows beyond the last row.
    // The object keeps its buffers between requests, because drivers allocate host-visible memory slowly.
    void ask(const VertexBuffers& buffers, const std::vector<RowRange>& ranges);
    bool under_way() const { return is_requested_; }

    // Returns the requested rows, range after range, once all rows have arrived; before that, returns an empty
    // optional. A call takes only a few milliseconds, so a large request needs several calls. If `waits` is true, waits
    // for all rows.
    std::optional<ParticleRows> take(bool waits);

  private:
    void reserve();  // allocates the buffers for count_ rows
    void copy_slice();

    // copy_ is in GPU memory and holds the positions of all ranges, then the velocities. slice_ receives one part of
    // copy_ after another, because copying millions of rows to the host in one step would delay a frame.
    GlBuffer copy_, slice_;
    std::size_t capacity_ = 0;   // capacity of copy_ in rows
    GlFence copied_;             // completion of the copy to slice_
    bool is_requested_ = false;  // true from ask() until take() has returned the rows
    std::size_t count_ = 0;      // number of requested rows
    ParticleRows rows_;          // rows received so far
};

// Reads the current rows of `range` from the vertex buffers and waits for the GPU.
ParticleRows read_rows(const VertexBuffers& buffers, const RowRange& range);

}  // namespace milkomeda
