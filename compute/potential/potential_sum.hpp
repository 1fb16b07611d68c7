// Computes the potential of all bodies at the points of a lattice, in slices on a queue of the caller.
#pragma once

#include "compute/device/program.hpp"
#include "compute/potential/lattice.hpp"
#include "compute/potential/potential_forms.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

class PotentialSum {
  public:
    // Builds the kernels; throws KernelError.
    PotentialSum(const KernelContext& context, const PotentialChoice& choice);

    // Starts a sum over `positions` (rows of x, y, z and mass). The bodies are copied, so `positions` may
    // change afterwards. Throws std::runtime_error if the lattice does not fit into the device's memory.
    void begin(const cl::Buffer& positions, std::size_t bodies, const Lattice& lattice, double gravity,
               double softening);
    // Restarts the sum of the last begin() from its beginning.
    void restart() { next_row_ = next_body_ = 0; }

    // Enqueues about `evaluations` evaluations (potential of a body at a point); infinity enqueues all that remain.
    void enqueue_slice(double evaluations);
    double done() const;  // enqueued fraction of the sum, 0 to 1
    double evaluations() const { return static_cast<double>(bodies_) * static_cast<double>(lattice_.points()); }

    // Enqueues the transfer of a complete result. `padded` must stay valid until `arrived` is complete.
    void enqueue_read(std::vector<float>& padded, cl::Event& arrived) const;
    // Sorts the values that enqueue_read() transferred into lattice order: the index along the first axis varies
    // fastest.
    std::vector<float> in_order(const std::vector<float>& padded) const;
    // Reads a complete result and returns it in the order of in_order(); waits for the device.
    std::vector<float> read() const;

  private:
    std::size_t enqueue_block(std::size_t most_bodies);
    std::size_t range_of(std::size_t bodies, std::size_t rows) const;

    KernelContext context_;
    DeviceTraits traits_;
    GroupShape shape_;
    cl::Kernel to_lattice_, potential_, add_ranges_;
    Lattice lattice_;  // lattice of the last begin()
    // axes sorted by number of points; the rows of points in the kernels run along order_[0], the axis with most points
    std::array<int, 3> order_{};
    std::size_t bodies_ = 0;
    std::size_t padded_bodies_ = 0;     // number of bodies, rounded up to a multiple of `run`
    std::size_t pitch_ = 0, rows_ = 0;  // points per row, and rows, both padded
    std::size_t rows_of_block_ = 0;     // number of rows that one launch computes
    float softening_squared_ = 0;
    cl::Buffer rows_of_bodies_, ranges_, potentials_;
    // number of elements for which the three buffers have memory
    std::size_t capacity_of_bodies_ = 0, capacity_of_points_ = 0, capacity_of_ranges_ = 0;
    std::size_t next_row_ = 0, next_body_ = 0;
};

}  // namespace milkomeda
