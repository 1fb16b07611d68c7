// Reads rows of the vertex buffers back without making anybody wait.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "render/particles/particle_renderer.hpp"

namespace milkomeda {

class RowReadback {
  public:
    // Begins to copy these rows as they are now; drops what was asked for before. What lies beyond the last
    // row is left out. Keeps its memory: a driver takes its time to find what it and the host both see.
    void ask(const VertexBuffers& buffers, const std::vector<RowRange>& ranges);
    bool under_way() const { return asked_; }

    // The rows, range after range, once they are there. A call takes over only so many that it lasts a few
    // milliseconds, so many rows come after several calls; with `waits` they come at once.
    std::optional<ParticleRows> take(bool waits);

  private:
    void make_room();
    void copy_slice();
    bool is_copied(bool waits);

    struct FreeSync {
        void operator()(GLsync sync) const { glDeleteSync(sync); }
    };

    // The copy lies with the GPU, positions of all ranges and then velocities: that of millions of rows to
    // the host would hold a picture up. A slice of it does not.
    GlBuffer copy_, slice_;
    std::size_t room_ = 0;  // rows that the copy can hold
    std::unique_ptr<std::remove_pointer_t<GLsync>, FreeSync> copied_;
    bool asked_ = false;
    std::size_t count_ = 0;
    ParticleRows rows_;  // what has been taken over from the copy
};

// The same for those who wait: rows as the vertex buffers hold them now.
ParticleRows read_rows(const VertexBuffers& buffers, const RowRange& range);

}  // namespace milkomeda
