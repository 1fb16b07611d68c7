// The mixed box: colliding small particles on the device and large particles on the host, computed at the
// same time.
#pragma once

#include <memory>
#include <optional>

#include "compute/device/device_context.hpp"
#include "compute/mixed/large_particles.hpp"
#include "compute/mixed/mixed_times.hpp"
#include "data/base/frame_profiler.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

struct MixedStatus {
    double time = 0;  // model time
    long steps = 0;   // displayed steps
    std::size_t small = 0, large = 0;
    std::size_t full_cells = 0;       // in the newest grid: cells without a slot for each of their particles
    std::size_t most_full_cells = 0;  // maximum over all grids
};

class MixedSimulation {
  public:
    // `start` comes from place_mixed() or read(). Throws KernelError, and std::runtime_error if the device's
    // memory is too small.
    MixedSimulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers buffers,
                    const MixedBox& box, std::shared_ptr<const ParticleSet> start, const ReadAsset& read);
    ~MixedSimulation();
    MixedSimulation(MixedSimulation&&) noexcept;
    MixedSimulation& operator=(MixedSimulation&&) noexcept;

    // These may be changed between two iterations.
    Vector3& gravity() const;
    MixedSchedule& schedule() const;
    std::optional<MixedHand>& hand() const;
    LargeParticles& large() const;

    const MixedBox& box() const;
    std::string device_name() const;
    Tier tier() const;
    std::string tier_reason() const;

    // Iterates until a displayed step is complete (returns true) or the time is spent.
    bool advance(double budget_seconds = 1e9);
    void iterate();
    void finish();          // waits for the device
    bool is_whole() const;  // true between displayed steps

    // Updates the rows for drawing. In Tier::copied, returns rows to upload, valid until the next call; in
    // other tiers, returns empty spans.
    struct Rows {
        std::span<const Float4> positions, velocities;
    };
    Rows show();
    ParticleSet read();  // current rows, in the order of `start`

    MixedStatus status() const;
    MixedTimes take_times();  // times since the last call; on the device, of completed commands
    void record_into(FrameProfiler* profiler);
    void reload(const ReadAsset& read);  // throws KernelError and keeps the old kernels
    void reset();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

// Kinetic energy of all moving particles.
double kinetic_energy(const ParticleSet& particles);

}  // namespace milkomeda
