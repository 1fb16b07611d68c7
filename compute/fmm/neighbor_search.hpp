// How crowded it is around each body, found on the device: what data/neighbors/neighbors finds on the host.
#pragma once

#include <span>
#include <vector>

#include "compute/device/device_context.hpp"
#include "data/base/inclusion.hpp"
#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

class NeighborSearch {
  public:
    // Builds the kernels; throws KernelError where the device's compiler refuses them.
    NeighborSearch(const DeviceContext& device_context, const ReadAsset& read);
    ~NeighborSearch();

    // As surroundings(); all positions are finite. Sorts the bodies of each kind
    // along the Morton curve and makes a tree of them, in memory of the device that it gives back (about 170
    // bytes a body), in a queue of its own, so that any thread may call it. Throws cl::Error.
    Surroundings find(std::span<const Float4> positions, std::span<const Component> components);

  private:
    struct Search;
    std::unique_ptr<Search> context_;
};

}  // namespace milkomeda
