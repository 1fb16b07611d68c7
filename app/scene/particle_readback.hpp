// Reads rows of the shown particles back to the host, for cameras, labels, picking and attributes.
#pragma once

#include <future>
#include <memory>
#include <vector>

#include "app/playback/particle_source.hpp"
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

    // Returns these rows at the shown moment; empty if they are unknown. Without `waits`, rows arrive a few
    // frames after the first call. To keep them current, call this function in every frame.
    ParticleRows rows(const RowRange& range);

    // Reads all rows of the buffers. The picture shows each row at position + velocity * time_offset().
    std::future<ParticleRows> all_rows();
    float time_offset() const { return static_cast<float>(moment_.time_offset); }

    // Starts to read the requested rows. Call it once per frame, after the picture is drawn.
    void read();

  private:
    struct Known {
        std::vector<RowRange> ranges;  // ranges whose rows follow each other in `rows`
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
    std::vector<AllRows> all_;  // unfinished reads of all rows, oldest first
    RowReadback idle_;          // unused reader, kept because it owns memory for the next read
};

// Returns true if the future has a result, so that get() does not wait.
template <typename T>
bool is_ready(const std::future<T>& future) {
    return future.valid() && future.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}

}  // namespace milkomeda
