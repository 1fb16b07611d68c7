// Who finds how crowded it is around each body: a GPU where there is one, else all threads of the host.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "compute/device/device_context.hpp"
#include "data/base/inclusion.hpp"
#include "data/neighbours/neighbours.hpp"

namespace milkomeda {

using FindNeighbourhoods = std::function<Surroundings(std::span<const Float4>, std::span<const Component>)>;

FindNeighbourhoods find_on_host();

// A device that fails says so once, and the host goes on.
FindNeighbourhoods neighbour_finder(const DeviceContext& device_context, const ReadAsset& read);

}  // namespace milkomeda
