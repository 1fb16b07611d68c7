// Positions and velocities as integers on the device, with kicks and drifts that can be undone exactly
// (kernels/step/fixed_point.cl). Used in reversible mode.
#pragma once

#include <array>
#include <optional>

#include "compute/device/async_readback.hpp"
#include "compute/device/program.hpp"
#include "compute/simulation/moves.hpp"
#include "data/simulation/fixed_point.hpp"

namespace milkomeda {

// While holds() is true, the integers are authoritative. Every move also updates the float rows, from which
// forces and pictures are computed. All functions with ParticleBuffers require device access.
class IntegerColumns : public Moves {
  public:
    IntegerColumns(const KernelContext& context, std::size_t bodies);

    bool holds() const { return format_.has_value(); }
    const FixedPoint& format() const { return *format_; }

    // Builds kernels and buffers for integers of this format. After the first call of get_ready(), is_ready() returns
    // true.
    void get_ready(const FixedPoint& format);
    bool is_ready() const { return built_bits_ > 0; }

    // Converts the float rows to integers by rounding. Returns false if a row is not finite.
    bool take(ParticleBuffers& particles);
    void write(const ParticleBuffers& particles, const IntegerRows& rows);
    IntegerRows read() const;
    void drop() { format_.reset(); }
    // For copies of the state: columns() returns the integer positions and the integer velocities on the device. hold()
    // allocates integer columns of a format; the caller must then fill these columns.
    std::array<cl::Buffer, 2> columns() const { return {positions_, velocities_}; }
    void hold(const FixedPoint& format) { use(format); }

    // kick() ignores `damping` (see damp()) and drift() ignores `b`, because damping, and drifts that depend on
    // accelerations, cannot be undone.
    void kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt, Direction direction,
              double damping) override;
    void drift(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt, Direction direction,
               double b) override;
    void kick_external(const ParticleBuffers& particles, const ExternalMass& mass, double gravity, double dt,
                       Direction direction) override;
    // Multiplies the velocities by `factor`. Cannot be undone, because of rounding.
    void damp(const ParticleBuffers& particles, double factor);

    // ask() enqueues a check whether a body has left the domain of the integers. After the queue has finished,
    // row_outside() returns the row of a body that has left the domain, if any.
    void ask();
    std::optional<std::size_t> row_outside();
    // Returns the duration, in model time, within which no body can drift from the domain out of the integers' range.
    double safe_time() const { return format_->position_range() / (2 * format_->velocity_range()); }

    // Rebuilds the kernels, if any are built. On failure, throws and keeps the old kernels.
    void reload(const ReadAsset& read);

  private:
    struct Kernels {
        cl::Kernel show, kick, drift, kick_external, damp;
    };
    void use(const FixedPoint& format);
    static Kernels build(const KernelContext& context, int bits);
    template <typename... Arguments>
    void move(cl::Kernel& kernel, const Arguments&... arguments);

    KernelContext context_;
    std::size_t bodies_;
    std::optional<FixedPoint> format_;
    int built_bits_ = 0;  // size of the integers of the existing kernels and buffers, in bits; 0 if no kernels exist
    Kernels kernels_;
    cl::Buffer positions_, velocities_, first_;
    AsyncReadback<cl_uint> outside_;
};

}  // namespace milkomeda
