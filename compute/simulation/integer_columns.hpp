// Positions and velocities of a run as integers on the device, and kicks and drifts that can be undone
// exactly (kernels/step/fixed_point.cl).
#pragma once

#include <array>
#include <optional>

#include "compute/device/async_readback.hpp"
#include "compute/device/program.hpp"
#include "compute/simulation/moves.hpp"
#include "data/simulation/fixed_point.hpp"

namespace milkomeda {

// While integers are held they are authoritative: every move also computes the rows of floats, from which
// forces and pictures are made. All functions with ParticleBuffers need device access.
class IntegerColumns : public Moves {
  public:
    IntegerColumns(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                   std::size_t bodies, const ReadAsset& read);

    bool holds() const { return format_.has_value(); }
    const FixedPoint& format() const { return *format_; }

    // Builds kernels and buffers for rows of this format. is_ready() returns true if some format was
    // prepared.
    void get_ready(const FixedPoint& format);
    bool is_ready() const { return built_bits_ > 0; }

    // Converts the rows of floats to integers, which rounds them. Returns false if a row is not finite.
    bool take(ParticleBuffers& particles);
    void write(const ParticleBuffers& particles, const IntegerRows& rows);
    IntegerRows read() const;
    void drop() { format_.reset(); }
    // The columns on the device, positions first, for copies. hold() makes columns of this format, to be
    // filled from copies.
    std::array<cl::Buffer, 2> columns() const { return {positions_, velocities_}; }
    void hold(const FixedPoint& format) { use(format); }

    // `damping` and `b` are ignored: neither can be undone. See damp().
    void kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
              Direction direction, double damping) override;
    void drift(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
               Direction direction, double b) override;
    void kick_external(const ParticleBuffers& particles, const ExternalMass& mass, double gravity, double dt,
                       Direction direction) override;
    // Multiplies the velocities by `factor`. Cannot be undone.
    void damp(const ParticleBuffers& particles, double factor);

    // Enqueues a query for a body outside the domain. row_outside() returns the result once the queue has
    // finished.
    void ask();
    std::optional<std::size_t> row_outside();
    // Time of drifting within which a body inside the domain cannot leave the range of the integers.
    double safe_time() const { return format_->position_range() / (2 * format_->velocity_range()); }

    // Builds the kernels again, if there are any; on failure throws and keeps the old kernels.
    void reload(const ReadAsset& read);

  private:
    struct Kernels {
        cl::Kernel show, kick, drift, kick_external, damp;
    };
    void use(const FixedPoint& format);
    Kernels build(const ReadAsset& read, int bits) const;
    template <typename... Arguments>
    void move(cl::Kernel& kernel, const Arguments&... arguments);

    cl::Context context_;
    Device device_;
    cl::CommandQueue queue_;
    std::size_t bodies_;
    ReadAsset read_;
    std::optional<FixedPoint> format_;
    int built_bits_ = 0;  // bits of the integers that kernels and buffers exist for; 0: none yet
    Kernels kernels_;
    cl::Buffer positions_, velocities_, first_;
    AsyncReadback<cl_uint> outside_;
};

}  // namespace milkomeda
