// Simulates the mixed box: small particles collide on the device while the host computes the large particles.
#pragma once

#include <memory>
#include <optional>

#include "compute/device/device_context.hpp"
#include "compute/mixed/large_particles.hpp"
#include "data/base/frame_profiler.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

struct MixedStatus {
    double time = 0;  // model time
    long steps = 0;   // completed displayed steps, each of several iterations
    std::size_t small = 0, large = 0;
    std::size_t full_cells = 0;       // number of overfull cells in the newest grid
    std::size_t most_full_cells = 0;  // largest number of overfull cells in any grid of the run
};

// Times of the parts of the iterations of MixedSimulation: seconds summed over `iterations` iterations.
struct MixedTimes {
    double device = 0;  // duration of the kernels on the device
    double host = 0;    // collisions and moves on the host
    double wait = 0;    // time that the host waits for the device
    double map = 0;     // mapping or copying memory: duration of the host's calls and the device's commands
    double total = 0;
    long iterations = 0;
};
MixedTimes operator+(MixedTimes a, const MixedTimes& b);
MixedTimes mean_of(MixedTimes sum);  // returns the mean times per iteration

class MixedSimulation {
  public:
    // `start` must be a result of place_mixed(), or of read() of an earlier simulation. Throws KernelError if a kernel
    // does not build, and std::runtime_error if the device's memory is too small.
    MixedSimulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers buffers, const MixedBox& box,
                    std::shared_ptr<const ParticleSet> start, const ReadAsset& read);
    ~MixedSimulation();
    MixedSimulation(MixedSimulation&&) noexcept;
    MixedSimulation& operator=(MixedSimulation&&) noexcept;

    // The returned objects may be changed between two iterations.
    glm::dvec3& gravity() const;
    MixedSchedule& schedule() const;
    std::optional<MixedHand>& hand() const;
    LargeParticles& large() const;

    const MixedBox& box() const;
    const DeviceContext& device_context() const;

    // Iterates until a displayed step is complete (returns true) or `budget_seconds` have passed (returns false).
    bool advance(double budget_seconds = 1e9);
    void iterate();
    void finish();          // waits until the device has finished
    bool is_whole() const;  // true between displayed steps

    // Updates the particles for drawing. In Tier::shared, writes to OpenGL's buffers and returns empty spans. In
    // Tier::copied, returns rows to upload to OpenGL, which are valid until the next call.
    struct Rows {
        std::span<const Float4> positions, velocities;
    };
    Rows show();
    ParticleSet read();  // current particles, in the order of `start`

    MixedStatus status() const;
    MixedTimes take_times();  // returns the times of all iterations since the previous call
    void record_into(FrameProfiler* profiler);
    void reload(const ReadAsset& read);  // rebuilds the kernels; on KernelError, the old kernels stay in use
    void reset();

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

// Returns the kinetic energy of all moving particles in model units.
double kinetic_energy(const ParticleSet& particles);

}  // namespace milkomeda
