// A run's positions and velocities as integers on the device, and the moves that can be undone
// (kernels/step/fixed_point.cl). The rows of floats that forces and pictures are made from follow from them.
#pragma once

#include <array>
#include <optional>

#include "compute/device/async_readback.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"
#include "data/simulation/direction.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/external_mass.hpp"

namespace milkomeda {

class IntegerColumns {
  public:
    IntegerColumns(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                 std::size_t bodies, const ReadAsset& read);

    // Whether there are any; the rows of floats are theirs then, and nobody else may move them.
    bool holds() const { return format_.has_value(); }
    const FixedPoint& format() const { return *format_; }

    // Builds what rows of this format need, before they are there; is_ready() if it was done for some format.
    void get_ready(const FixedPoint& format);
    bool is_ready() const { return built_bits_ > 0; }

    // The rows of floats as integers, which they are made from, then: rounded. False where they are no
    // numbers. This and all that follows needs a lease.
    bool take(ParticleBuffers& particles);
    void write(const ParticleBuffers& particles, const IntegerRows& rows);
    IntegerRows read() const;
    void drop() { format_.reset(); }
    // All that there is of them on the device: to be copied, and, once it holds() some of that format, to be
    // filled from a copy.
    std::array<cl::Buffer, 2> columns() const { return {positions_, velocities_}; }
    void hold(const FixedPoint& format) { use(format); }

    void kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
              Direction direction);
    void drift(const ParticleBuffers& particles, double dt, Direction direction);
    // What a body that is none of the particles pulls in the time `dt`.
    void pull(const ParticleBuffers& particles, const ExternalMass& body, double gravity, double dt,
              Direction direction);
    void damp(const ParticleBuffers& particles, double factor);

    // Asks whether a body has left the range by now; the answer is there once the queue has done so far.
    void ask();
    std::optional<std::size_t> row_outside();
    // No body inside the range can reach the end of what there is room for in so much time.
    double safe_time() const { return format_->position_range() / (2 * format_->velocity_range()); }

    // Builds the kernels again, if it has them; on failure throws and keeps the old ones.
    void reload(const ReadAsset& read);

  private:
    struct Kernels {
        cl::Kernel show, kick, drift, pull, damp;
    };
    void use(const FixedPoint& format);
    Kernels build(const ReadAsset& read, int bits) const;
    void show(const ParticleBuffers& particles);
    template <typename... Arguments>
    void move(cl::Kernel& kernel, const Arguments&... arguments);

    cl::Context context_;
    Device device_;
    cl::CommandQueue queue_;
    std::size_t bodies_;
    ReadAsset read_;
    std::optional<FixedPoint> format_;
    int built_bits_ = 0;  // of kernels and buffers, made when they are first needed
    Kernels kernels_;
    cl::Buffer positions_, velocities_, first_;
    AsyncReadback<cl_uint> outside_;
};

}  // namespace milkomeda
