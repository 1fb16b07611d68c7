// Functions that find the neighbors of each body and the density around it: on a GPU if there is one, else on
// all threads of the host.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "compute/device/device_context.hpp"
#include "data/base/inclusion.hpp"
#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

using FindNeighborhoods = std::function<Surroundings(std::span<const Float4>, std::span<const Component>)>;

FindNeighborhoods find_on_host();

// Returns a function that searches on this device. After a failure it logs a warning and uses the host.
FindNeighborhoods neighbor_finder(const DeviceContext& device_context, const ReadAsset& read);

}  // namespace milkomeda
