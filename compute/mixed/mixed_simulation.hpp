// A box of particles that push each other: the small ones on the device, the large ones on the host, both at
// once.
#pragma once

#include <memory>
#include <optional>

#include "compute/device/device_context.hpp"
#include "compute/mixed/large_particles.hpp"
#include "compute/mixed/mixed_times.hpp"
#include "data/base/inclusion.hpp"
#include "data/base/frame_profiler.hpp"

namespace milkomeda {

struct MixedStatus {
    double time = 0;  // of the model
    long steps = 0;   // displayed ones
    std::size_t small = 0, large = 0;
    std::size_t full_cells = 0;       // of the newest grid: cells that held fewer than they should have
    std::size_t most_full_cells = 0;  // of all grids
};

class MixedSimulation {
  public:
    // `start` as place_mixed() makes it, or as read() gave it. Throws KernelError, and std::runtime_error
    // where the device's memory is too small.
    MixedSimulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers buffers,
                    const MixedBox& box, std::shared_ptr<const ParticleSet> start, const ReadAsset& read);
    ~MixedSimulation();
    MixedSimulation(MixedSimulation&&) noexcept;
    MixedSimulation& operator=(MixedSimulation&&) noexcept;

    // What may change between two iterations.
    Vector3& gravity() const;
    MixedSchedule& schedule() const;
    std::optional<MixedHand>& hand() const;
    LargeParticles& large() const;

    const MixedBox& box() const;
    std::string device_name() const;
    Tier tier() const;
    std::string tier_reason() const;

    // Iterations until a displayed step is whole, or the time is spent: true when it is whole.
    bool advance(double budget_seconds = 1e9);
    void iterate();
    void finish();          // the device has done all that was asked
    bool is_whole() const;  // no step is under way

    // Brings the rows to where they are drawn; in the tier `copied` these are the rows to upload, valid until
    // the next call, else none.
    struct Rows {
        std::span<const Float4> positions, velocities;
    };
    Rows show();
    ParticleSet read();  // rows as they are now, in the start's order

    MixedStatus status() const;
    MixedTimes take_times();  // since the last call, or the start; the device's of commands that have ended
    void record_into(FrameProfiler* profiler);
    void reload(const ReadAsset& read);  // throws KernelError, and keeps the old kernels
    void reset();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

// Of all that moves.
double kinetic_energy(const ParticleSet& particles);

}  // namespace milkomeda
