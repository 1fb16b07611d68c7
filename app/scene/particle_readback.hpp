// Rows of the particles as they are shown, read back for cameras, labels, picking and attributes. This is the
// one place that knows when they arrive.
#pragma once

#include <future>
#include <memory>
#include <vector>

#include "app/playback/particle_source.hpp"
#include "render/particles/row_readback.hpp"

namespace milkomeda {

class ParticleReadback {
  public:
    // The buffers hold the `initial` rows.
    ParticleReadback(const VertexBuffers& buffers, std::shared_ptr<const ParticleSet> initial);

    // Pictures and films wait for the rows of their moment. The window does not: it has the newest rows that
    // have arrived, moved on by their velocities.
    bool waits = false;

    // The moment of the next picture, whose rows are in the buffers now.
    void show(const Moment& moment);

    // These rows at that moment; empty while they are not known. Who asks in one frame has them in one of the
    // next frames, as long as they go on asking.
    ParticleRows rows(const RowRange& range);

    // All rows as the buffers hold them now; each is shown at position + velocity * time_offset().
    std::future<ParticleRows> all_rows();
    float time_offset() const { return static_cast<float>(moment_.time_offset); }

    // Begins to read what was asked for. Call it once a frame, after the picture is drawn.
    void read();

  private:
    struct Known {
        std::vector<RowRange> ranges;  // one after another in `rows`
        ParticleRows rows;
        double time = 0;
    };
    struct AllRows {
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
    std::vector<AllRows> all_;  // that are being read, the oldest first
    RowReadback idle_;            // with the memory of those that were read last
};

// Whether a future that was asked for is there.
template <typename T>
bool is_ready(const std::future<T>& future) {
    return future.valid() && future.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}

}  // namespace milkomeda
