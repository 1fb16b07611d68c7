// Functions that find the neighbors and the density around each body: on a GPU if there is one, else on all
// threads of the host.
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

// If the device fails, the function logs it once and uses the host from then on.
FindNeighborhoods neighbor_finder(const DeviceContext& device_context, const ReadAsset& read);

}  // namespace milkomeda
