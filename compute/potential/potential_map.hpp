// Computes the potential of all bodies at the points of a lattice in the background; no call except wait()
// blocks on the device.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/potential/lattice.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace cl {
class Buffer;
}

namespace milkomeda {

class PotentialMap {
  public:
    // Builds the kernels that are usually the fastest on the device; works in a queue of its own. Throws
    // KernelError.
    PotentialMap(const DeviceContext& device_context, const ReadAsset& read);
    ~PotentialMap();

    // Restarts the sum -G sum m / sqrt(r^2 + softening^2). Bodies (x, y, z, mass) are copied; a buffer of the
    // device context is copied before the next call of this class returns. Throws std::runtime_error if the
    // lattice does not fit into the device's memory.
    void begin(std::span<const Float4> bodies, const Lattice& lattice, double gravity, double softening);
    void begin(const cl::Buffer& bodies, std::size_t count, const Lattice& lattice, double gravity,
               double softening);

    // Enqueues about `seconds` of work, unless the device is still busy with the previous slice; learns the
    // device's speed. Returns true when the map is complete. Does not block.
    bool advance(double seconds);
    void wait();          // waits for the enqueued work
    double done() const;  // enqueued fraction of the work, 0 to 1

    // Returns the potentials of a complete map, one number per point in the lattice's order.
    std::vector<float> potentials() const;

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace milkomeda
