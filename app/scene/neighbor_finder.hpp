// Who finds how crowded it is around each body: a GPU where there is one, else all threads of the host.
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

// A device that fails says so once, and the host goes on.
FindNeighborhoods neighbor_finder(const DeviceContext& device_context, const ReadAsset& read);

}  // namespace milkomeda
