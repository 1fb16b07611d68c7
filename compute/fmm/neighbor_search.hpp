// Finds the nearest neighbors and local density of each body on a device. The version for the host is in
// data/neighbors.
#pragma once

#include <span>

#include "compute/device/device_context.hpp"
#include "data/base/inclusion.hpp"
#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

class NeighborSearch {
  public:
    // Builds the kernels. Throws KernelError if a kernel does not build.
    NeighborSearch(const DeviceContext& device_context, const ReadAsset& read);
    ~NeighborSearch();

    // Returns the neighbors and densities of all bodies, as the function surroundings() in data/neighbors does on the
    // host. All positions must be finite. Sorts the bodies of each kind in Morton order and builds a tree of them, in
    // temporary device memory of about 170 bytes per body. Uses its own command queue, so any thread may call this
    // function. Throws cl::Error.
    Surroundings find(std::span<const Float4> positions, std::span<const Component> components);

  private:
    struct Search;
    std::unique_ptr<Search> context_;
};

}  // namespace milkomeda
