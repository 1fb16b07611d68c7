// Reads rows (array entries of shown particles) back to the host, for cameras, labels, picking and attributes.
#pragma once

#include <future>
#include <memory>
#include <vector>

#include "app/playback/particle_source.hpp"
#include "data/base/parallel.hpp"
#include "render/particles/row_readback.hpp"

namespace milkomeda {

class ParticleReadback {
  public:
    // The buffers must contain the rows of `initial`.
    ParticleReadback(const VertexBuffers& buffers, std::shared_ptr<const ParticleSet> initial);

    // True for pictures and videos: rows() waits for the rows at the shown time. False for the window: rows()
    // extrapolates the newest rows that have arrived by their velocities.
    bool waits = false;

    // Sets the moment that the next picture shows. The buffers must already contain its rows.
    void show(const Moment& moment);

    // Returns the rows of `range` at the shown moment; empty if these rows are unknown. Without `waits`, the rows
    // arrive a few frames after the first call. The rows stay current while this function is called in every frame.
    ParticleRows rows(const RowRange& range);

    // Reads the rows of the buffers in `ranges`, or all rows. Pictures show each row at position + velocity *
    // time_offset().
    std::future<ParticleRows> present_rows(const std::vector<RowRange>& ranges);
    std::future<ParticleRows> all_rows() { return present_rows({{0, buffers_.bodies}}); }
    float time_offset() const { return static_cast<float>(moment_.time_offset); }

    // Starts to read the requested rows. Must be called once per frame, after the picture is drawn.
    void read();

  private:
    struct Known {
        std::vector<RowRange> ranges;  // ranges of the rows in `rows`, in their order
        ParticleRows rows;
        double time = 0;
    };
    struct PresentRows {
        RowReadback reader;
        std::promise<ParticleRows> promise;
    };
    ParticleRows known_rows(const RowRange& range) const;

    VertexBuffers buffers_;
    std::shared_ptr<const ParticleSet> initial_;
    Moment moment_;
    std::vector<RowRange> asked_;
    RowReadback reader_;
    Known arriving_, known_;
    std::vector<PresentRows> present_;  // unfinished reads of present_rows(), oldest first
    RowReadback idle_;                  // unused reader, whose memory the next read of present_rows() uses
};

}  // namespace milkomeda
