// The potential of all bodies at the points of a lattice, beside whatever else the device does: nobody waits
// for it.
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
    // Builds the kernels that are best on such devices as a rule, and works in a queue of its own. Throws
    // KernelError.
    PotentialMap(const DeviceContext& device_context, const ReadAsset& read);
    ~PotentialMap();

    // Begins the sum -G sum m / sqrt(r^2 + softening^2) anew. The bodies (x, y, z, mass) are copied; those in
    // a buffer of the device context before the next call of anything here returns. Throws std::runtime_error
    // for a lattice that the device has no room for.
    void begin(std::span<const Float4> bodies, const Lattice& lattice, double gravity, double softening);
    void begin(const cl::Buffer& bodies, std::size_t count, const Lattice& lattice, double gravity,
               double softening);

    // Goes on with work that the device has about `seconds` for, unless it is still busy with that of the
    // last call; it learns how fast the device is. True when the map is complete. Does not wait.
    bool advance(double seconds);
    void wait();          // for the work that the device has
    double done() const;  // 0 to 1, of the work that has been given to the device

    // Of a complete map: a number for each point, in the lattice's order.
    std::vector<float> potentials() const;

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace milkomeda
