// The bodies of a run that are gas at present: bodies of the components of gas that have not become stars.
#pragma once

#include <span>
#include <vector>

#include "compute/device/particle_buffers.hpp"
#include "compute/simulation/run_device.hpp"

namespace milkomeda {

// The rank of a body is its number among the bodies that were gas at the start of the run, in the order of their rows.
class GasMembers {
  public:
    GasMembers(const RunDevice& device, const std::vector<Component>& components);

    // Declares the members unknown, because the bodies on the device have been replaced.
    void forget() { is_known_ = false; }
    // Finds the members if they are unknown. Waits for the device.
    void find(const ParticleBuffers& particles);
    // Removes the members with these indices, which must be ascending.
    void remove(std::span<const cl_uint> indices);

    // Rows of the bodies that were gas at the start, in the order of the ranks.
    const std::vector<cl_uint>& all_rows() const { return all_rows_; }
    std::size_t all() const { return all_rows_.size(); }
    std::size_t size() const { return members_.size(); }
    const std::vector<cl_uint>& members() const { return members_; }  // ranks of the members
    // Rows and ranks of the members on the device, in the order of the ranks.
    const cl::Buffer& rows() const { return rows_; }
    const cl::Buffer& ranks() const { return ranks_; }

  private:
    void upload();

    cl::CommandQueue queue_;
    std::vector<cl_uint> all_rows_;  // the row of each rank
    std::vector<cl_uint> members_;   // ranks
    cl::Buffer rows_, ranks_;
    bool is_known_ = false;
};

}  // namespace milkomeda
