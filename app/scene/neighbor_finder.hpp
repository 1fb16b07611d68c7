// Functions that find the neighbors of each body and the density around each body.
#pragma once

#include <functional>
#include <span>

#include "compute/device/device_context.hpp"
#include "data/base/inclusion.hpp"
#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

using FindNeighborhoods = std::function<Surroundings(std::span<const Float4>, std::span<const Component>)>;

// Returns a function that searches on this device if it is a GPU, else on the host. After an error of the device,
// the function logs a warning and searches on the host.
FindNeighborhoods neighbor_finder(const DeviceContext& device_context, const ReadAsset& read);

}  // namespace milkomeda
