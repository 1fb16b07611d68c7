// Device teams for tests. Every device forms a team with itself, in two contexts. If there are several devices, they
// also form teams with each other.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "compute/device/opencl.hpp"
#include "tests/kernels/devices.hpp"

namespace milkomeda::test {

using Devices = std::vector<Device>;

// PoCL 5 aborts the process if two contexts on one device build equal kernels (assertion on a reference count). PoCL
// 3 and 6 do not abort.
inline bool works_in_two_contexts(const Device& device) {
    return device.platform != "Portable Computing Language" ||
           !handle_of(device).getInfo<CL_DRIVER_VERSION>().starts_with("5.");
}

template <typename Test>
void on_every_team(Test test) {
    const Devices devices = list_devices();
    REQUIRE_MESSAGE(!devices.empty(), "no OpenCL device found: install pocl-opencl-icd");
    std::vector<Devices> teams;
    for (const Device& device : devices)
        if (works_in_two_contexts(device))
            teams.push_back({device, device});
        else
            MESSAGE("skipped: a team that contains ", device.name, " twice, because of PoCL ",
                    handle_of(device).getInfo<CL_DRIVER_VERSION>());
    if (devices.size() > 1) teams.insert(teams.end(), {devices, {devices.rbegin(), devices.rend()}});
    for (const Devices& team : teams) {
        const std::string first = team[0].name, second = team[1].name;
        CAPTURE(first);
        CAPTURE(second);
        test(team);
    }
}

}  // namespace milkomeda::test
