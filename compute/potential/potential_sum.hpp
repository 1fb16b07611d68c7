// The potential of all bodies at the points of a lattice, in slices: the sum itself, for whoever has a queue.
#pragma once

#include <span>

#include "compute/device/opencl.hpp"
#include "compute/potential/lattice.hpp"
#include "compute/potential/potential_forms.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

class PotentialSum {
  public:
    // Builds the kernels; throws KernelError.
    PotentialSum(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                 const ReadAsset& read, const PotentialChoice& choice);

    // From here on the sum has a copy of the bodies (rows of x, y, z and mass), which may move on. Throws
    // std::runtime_error for a lattice that the device has no room for.
    void begin(const cl::Buffer& positions, std::size_t bodies, const Lattice& lattice, double gravity,
               double softening);
    // The same sum once more.
    void restart();

    // So many evaluations, a body at a point each, or a few more; all that are left for infinity.
    void enqueue_slice(double evaluations);
    double done() const;  // 0 to 1
    double evaluations() const {
        return static_cast<double>(bodies_) * static_cast<double>(lattice_.points());
    }

    // After the last slice: begins to read, into memory that stays there until `arrived`.
    void enqueue_read(std::vector<float>& padded, cl::Event& arrived) const;
    // What was read, in the lattice's order.
    std::vector<float> in_order(const std::vector<float>& padded) const;
    // Both, with waiting.
    std::vector<float> read() const;

  private:
    std::size_t enqueue_block(std::size_t most_bodies);
    std::size_t range_of(std::size_t bodies, std::size_t rows) const;

    cl::Context context_;
    Device device_;
    DeviceTraits traits_;
    cl::CommandQueue queue_;
    GroupShape shape_;
    cl::Kernel to_lattice_, potential_, add_ranges_;
    Lattice lattice_;                     // as asked for
    std::array<std::size_t, 3> order_{};  // its axes as the kernels have them: the longest makes the rows
    std::size_t bodies_ = 0;              // as asked for
    std::size_t padded_bodies_ = 0;       // whole runs
    std::size_t pitch_ = 0, rows_ = 0;    // padded
    std::size_t rows_of_block_ = 0;       // are computed at a time
    float softening_squared_ = 0;
    cl::Buffer rows_of_bodies_, ranges_, potentials_;
    std::size_t room_for_bodies_ = 0, room_for_points_ = 0, room_for_ranges_ = 0;  // in those
    std::size_t next_row_ = 0, next_body_ = 0;
};

}  // namespace milkomeda
