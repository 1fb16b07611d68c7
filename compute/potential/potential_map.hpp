// Computes the potential of all bodies at the points of a lattice, in the background: advance() never waits for the
// device. begin() waits for the pending slice.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/potential/lattice.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

class PotentialMap {
  public:
    // Builds the kernels of the device's default form, and creates an OpenCL queue for them. Throws KernelError if a
    // kernel does not build.
    PotentialMap(const DeviceContext& device_context, const ReadAsset& read);
    ~PotentialMap();

    // Starts a map of -G sum m / sqrt(r^2 + softening^2) and discards an incomplete map. The bodies (x, y, z,
    // mass) are copied, so the caller may change them afterwards. Throws std::runtime_error if the lattice
    // does not fit into the device's memory.
    void begin(std::span<const Float4> bodies, const Lattice& lattice, double gravity, double softening);

    // Enqueues a slice of about `seconds` of work, unless the device is busy with the previous slice. Measures the
    // speed of each slice, to choose the size of the next slice. Returns true when the map is complete. Does not block.
    bool advance(double seconds);
    void wait();          // waits until the device has executed the enqueued work
    double done() const;  // fraction of the work that is enqueued, 0 to 1

    // Returns the potentials of a complete map, one number per point in lattice order: the index along the first axis
    // varies fastest.
    std::vector<float> potentials() const;

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace milkomeda
