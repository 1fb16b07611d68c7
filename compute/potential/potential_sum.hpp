// Computes the potential of all bodies at the points of a lattice in slices, on a queue of the caller.
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

    // Copies the bodies (rows of x, y, z and mass), so they may change afterwards. Throws std::runtime_error
    // if the lattice does not fit into the device's memory.
    void begin(const cl::Buffer& positions, std::size_t bodies, const Lattice& lattice, double gravity,
               double softening);
    // Starts the same sum again.
    void restart();

    // Enqueues about `evaluations` evaluations (one body at one point); infinity enqueues the rest.
    void enqueue_slice(double evaluations);
    double done() const;  // enqueued fraction of the sum, 0 to 1
    double evaluations() const {
        return static_cast<double>(bodies_) * static_cast<double>(lattice_.points());
    }

    // Starts reading the result after the last slice. `padded` must stay valid until `arrived` is complete.
    void enqueue_read(std::vector<float>& padded, cl::Event& arrived) const;
    // Sorts the values that enqueue_read() read into the lattice's order.
    std::vector<float> in_order(const std::vector<float>& padded) const;
    // Blocking read: enqueue_read(), wait, in_order().
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
    Lattice lattice_;  // the caller's lattice
    // its axes in the order of the kernels: the longest axis becomes the rows
    std::array<std::size_t, 3> order_{};
    std::size_t bodies_ = 0;            // number of bodies
    std::size_t padded_bodies_ = 0;     // number of bodies, rounded up to whole runs
    std::size_t pitch_ = 0, rows_ = 0;  // padded sizes
    std::size_t rows_of_block_ = 0;     // rows that are computed at a time
    float softening_squared_ = 0;
    cl::Buffer rows_of_bodies_, ranges_, potentials_;
    // capacities of these buffers
    std::size_t capacity_of_bodies_ = 0, capacity_of_points_ = 0, capacity_of_ranges_ = 0;
    std::size_t next_row_ = 0, next_body_ = 0;
};

}  // namespace milkomeda
