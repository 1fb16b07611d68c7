#include "app/scene/neighbor_finder.hpp"

#include <stdexcept>

#include "compute/gravity/timing_cloud.hpp"
#include "devices.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

bool same_neighbors(const std::vector<Neighborhood>& a, const std::vector<Neighborhood>& b) {
    return std::ranges::equal(a, b, [](const Neighborhood& one, const Neighborhood& other) {
        return one.radius == other.radius && one.density == other.density;
    });
}

DeviceContext as_gpu(const Device& device) {
    DeviceContext device_context = copied(device);
    device_context.device->type = "gpu";
    return device_context;
}

}  // namespace

TEST_CASE("neighbors are found on a GPU, or on the CPU if the GPU fails") {
    const std::vector<Float4> sphere = timing_sphere(3000);
    const Surroundings host = surroundings(sphere, {});
    on_every_device([&](const Device& device) {
        int reads = 0;
        const ReadAsset counted = [&](std::string_view name) {
            ++reads;
            return built_in_kernels()(name);
        };
        const std::vector<Neighborhood> found = neighbor_finder(as_gpu(device), counted)(sphere, {}).around;
        CHECK(reads > 0);
        REQUIRE(found.size() == host.around.size());
        CHECK(found[7].radius == doctest::Approx(host.around[7].radius).epsilon(1e-6).scale(0));

        int failures = 0;
        const ReadAsset missing = [&](std::string_view) -> std::string {
            ++failures;
            throw std::runtime_error("no such kernel");
        };
        const FindNeighborhoods failing = neighbor_finder(as_gpu(device), missing);
        CHECK(same_neighbors(failing(sphere, {}).around, host.around));
        CHECK(same_neighbors(failing(sphere, {}).around, host.around));
        CHECK(failures == 1);  // After the first failure, the finder does not use the device.
    });
}

TEST_CASE("the neighbor finder lets the CPU search if positions are not finite, and the CPU omits these positions") {
    std::vector<Float4> sphere = timing_sphere(100);
    sphere[3].y = std::numeric_limits<float>::quiet_NaN();
    on_every_device([&](const Device& device) {
        const auto found = neighbor_finder(as_gpu(device), built_in_kernels())(sphere, {}).around;
        CHECK(same_neighbors(found, surroundings(sphere, {}).around));
        CHECK(found[3].radius == 0);
    });
}
