// Positions and velocities as integers on the device, with kicks and drifts that can be undone exactly
// (kernels/step/fixed_point.cl). Used in reversible mode.
//
// If a body leaves the domain of 32-bit integers, settle() widens all integers to 64 bits. If all bodies are inside
// that domain again, settle() narrows the integers. The two sizes have equal units, and the steps compute equal numbers
// with either size. So backward steps restore the original numbers, no matter at which steps the size changes.
#pragma once

#include <array>
#include <map>
#include <optional>

#include "compute/device/async_readback.hpp"
#include "compute/device/program.hpp"
#include "compute/simulation/moves.hpp"
#include "data/simulation/fixed_point.hpp"

namespace milkomeda {

// While holds() is true, the integers are authoritative. Every move also updates the float rows, from which forces and
// pictures are computed. Functions that take ParticleBuffers may be called only while OpenCL has access to the buffers.
class IntegerColumns : public Moves {
  public:
    // `step` is the program of build_step_program().
    IntegerColumns(const KernelContext& context, const cl::Program& step, std::size_t bodies);

    bool holds() const { return format_.has_value(); }
    const FixedPoint& format() const { return *format_; }

    // Builds kernels and buffers for integers of this format, unless holds() is true. After the first call of
    // get_ready(), is_ready() returns true.
    void get_ready(const FixedPoint& format);
    bool is_ready() const { return column_bits_ > 0; }

    // Converts the float rows to integers by rounding. Returns false if a row is not finite.
    bool take(ParticleBuffers& particles);
    void write(const ParticleBuffers& particles, const IntegerRows& rows);
    IntegerRows read() const;
    void drop() { format_.reset(); }
    // For copies of the state: columns() returns the integer positions and the integer velocities on the device. hold()
    // allocates integer columns of a format; the caller must then fill these columns.
    std::array<cl::Buffer, 2> columns() const { return {positions_, velocities_}; }
    void hold(const FixedPoint& format);

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

    // A body that has left the domain. If `is_exact` is true, the integers now have 64 bits. Otherwise the body has
    // left the domain of 64-bit integers, or has moved so far within a round that an integer overflowed; the integers
    // are then dropped.
    struct Departure {
        std::size_t row;
        bool is_exact;
    };
    // ask() enqueues a check whether a body has left the domain of the integers. After the queue has finished, settle()
    // widens, narrows or drops the integers accordingly. Does not narrow the integers if `may_narrow` is false.
    void ask();
    std::optional<Departure> settle(bool may_narrow);
    // Widens integers of 32 bits to 64 bits.
    void widen();
    // Returns a duration in model time. A body in the domain cannot drift so far within this duration that an integer
    // overflows.
    double safe_time() const { return format_->position_range() / (2 * format_->velocity_range()); }
    // Returns true if 32-bit integers could overflow between two checks of the domain, which are up to two steps apart.
    // `step_time` is the model time by which the bodies drift in a step.
    bool may_overflow(double step_time) const { return 2 * step_time > safe_time(); }

    // Rebuilds the kernels, if any are built. On failure, throws and keeps the old kernels.
    void reload(const ReadAsset& read, const cl::Program& step);

  private:
    struct Kernels {
        cl::Kernel show, kick, drift, damp, find_outside, change_size;
    };
    // The lowest row with an integer that has overflowed, the lowest row with an integer beyond FixedPoint::limit(),
    // and the lowest row with an integer beyond the domain of 64-bit integers.
    using Found = std::array<cl_uint, 3>;
    using KernelSets = std::map<int, Kernels>;  // the key is the number of bits of the integers

    static Kernels build(const KernelContext& context, int bits);
    Kernels& kernels(int bits);
    Kernels& kernels() { return kernels(format_->bits); }
    cl::Buffer new_column(int bits) const { return context_.buffer<std::byte>(3 * bodies_ * bits / 8); }
    void allocate(int bits);
    void change_bits(int bits);

    KernelContext context_;
    std::size_t bodies_;
    std::optional<FixedPoint> format_;
    KernelSets kernels_;
    cl::Kernel external_increments_;
    int column_bits_ = 0;  // size of the integers in the existing columns, in bits; 0 if no columns exist
    cl::Buffer positions_, velocities_;
    cl::Buffer increments_;  // velocity increments by the external mass; null before the first external mass
    cl::Buffer found_;
    AsyncReadback<Found> answer_;
    bool is_asked_ = false;  // true after ask(), until settle()
};

}  // namespace milkomeda
