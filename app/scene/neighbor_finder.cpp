#include "app/scene/neighbor_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/io/log.hpp"
#include "compute/device/opencl_error.hpp"
#include "compute/fmm/neighbor_search.hpp"

namespace milkomeda {
namespace {

bool is_finite(const Float4& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

// Searches for neighbors on a device. The first search builds the kernels, in the thread that calls find().
class DeviceFinder {
  public:
    DeviceFinder(const DeviceContext& device_context, const ReadAsset& read)
        : device_context_{device_context}, read_{read} {}

    Surroundings find(std::span<const Float4> positions, std::span<const Component> components) try {
        if (failed_ || !std::ranges::all_of(positions, is_finite)) return surroundings(positions, components);
        if (!search_) search_.emplace(device_context_, read_);
        return search_->find(positions, components);
    } catch (const std::exception& error) {
        failed_ = true;
        log_warning(
            fmt::format("neighbors are now searched on the host, because the device failed: {}", in_words(error)));
        return surroundings(positions, components);
    }

  private:
    DeviceContext device_context_;
    ReadAsset read_;
    std::optional<NeighborSearch> search_;
    bool failed_ = false;
};

}  // namespace

FindNeighborhoods neighbor_finder(const DeviceContext& device_context, const ReadAsset& read) {
    if (!device_context.device || device_context.device->type == "cpu") return surroundings;
    return [finder = std::make_shared<DeviceFinder>(device_context, read)](auto positions, auto components) {
        return finder->find(positions, components);
    };
}

}  // namespace milkomeda
