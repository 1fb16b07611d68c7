// Forces between bodies in host memory, with errors that are measured and limited.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "compute/device/device_context.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

// Computes forces for one number of bodies on one device. Not thread-safe.
class HostForces {
  public:
    // Up to this number of bodies, the direct sum computes the forces for every accuracy.
    static constexpr std::size_t most_direct = 4096;

    // Builds the kernels, which takes seconds if the driver has not stored them. Requires an OpenCL device. Throws
    // std::runtime_error if the device has too little memory for the bodies, or if a kernel does not build.
    HostForces(const DeviceContext& device_context, const ReadAsset& read, std::size_t bodies, Accuracy accuracy);
    ~HostForces();
    HostForces(const HostForces&) = delete;
    HostForces& operator=(const HostForces&) = delete;

    // Returns page-locked memory for the rows to sum: x, y, z and mass.
    std::span<Float4> rows() const;
    // Sums the forces between rows(), for G = 1. Stores the accelerations in x, y and z of `results`, and the
    // potentials in w; `results` needs a row for each body. Compares the accelerations of 4,096 bodies with the direct
    // sum, and repeats the sum with a smaller tolerance while the 99th percentile of the relative errors exceeds the
    // accuracy. If the bodies have hardly moved since the last comparison, the tolerance is adjusted to the accuracy
    // within a few sums, and then only every 32nd sum is compared. Calls `poll` several times per second; an exception
    // from `poll` ends the sum. Throws std::runtime_error if the accuracy cannot be reached.
    void sum(double softening, std::span<Float4> results, const std::function<void()>& poll);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace milkomeda
