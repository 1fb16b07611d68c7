// Reads rows of the vertex buffers back without waiting for the GPU.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "render/particles/particle_renderer.hpp"

namespace milkomeda {

class RowReadback {
  public:
    // Starts copying the current rows of `ranges` and discards an unfinished request. Rows beyond the last
    // row are ignored. Keeps its buffers, because drivers allocate host-visible memory slowly.
    void ask(const VertexBuffers& buffers, const std::vector<RowRange>& ranges);
    bool under_way() const { return asked_; }

    // Returns the rows, range after range, once all have arrived; empty before. A call takes only a few
    // milliseconds, so large requests need several calls. If `waits` is true, waits for all rows.
    std::optional<ParticleRows> take(bool waits);

  private:
    void make_room();
    void copy_slice();
    bool is_copied(bool waits);

    struct FreeSync {
        void operator()(GLsync sync) const { glDeleteSync(sync); }
    };

    // copy_ stays on the GPU: positions of all ranges, then velocities. Copying millions of rows to the host
    // at once would delay a frame; copying slice_ does not.
    GlBuffer copy_, slice_;
    std::size_t room_ = 0;  // capacity of copy_ in rows
    std::unique_ptr<std::remove_pointer_t<GLsync>, FreeSync> copied_;
    bool asked_ = false;
    std::size_t count_ = 0;
    ParticleRows rows_;  // rows that have arrived
};

// Returns the current rows of the vertex buffers; waits for the GPU.
ParticleRows read_rows(const VertexBuffers& buffers, const RowRange& range);

}  // namespace milkomeda
