#include "app/shell/device_recovery.hpp"

#include <fmt/format.h>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "compute/device/opencl_error.hpp"
#include "compute/device/orphaned_memory.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

bool DeviceRecovery::survives(const std::function<void()>& work) try {
    work();
    return true;
} catch (const UsageError& error) {
    screen_.notices.hint(error.what());
    return true;
} catch (const std::exception& error) {
    if (!is_device_trouble(error)) throw;
    lose_device(in_words(error));
    return false;
}

void DeviceRecovery::lose_device(const std::string& reason) {
    end_tools_();
    const bool at_start = !std::exchange(run_.device_failure, {}).empty();
    const bool plays_on =
        run_.lost_device ? run_.lost_device->plays_on : at_start || run_.source().transport().playing();
    run_.device_context = {.reason = reason, .device = {}, .context = {}};
    run_.kernels.use_device(run_.options.device,
                            run_.device_context);  // first, because this call stops the kernel search
    run_.loaded.lose_device(reason);
    persistence_.auto_save.forget_request();
    run_.loaded.update();
    run_.lost_device = {reason, plays_on, list_devices()};
    screen_.notices.fail(fmt::format("{}; the window stays open and shows the state at {}", reason,
                                     format_time(run_.source().transport().time())));
    persistence_.store_settings();
}

void DeviceRecovery::request_device(const std::string& device) {
    screen_.work.add({.notice = "opening the device ...", .run = [this, device] {
                          // An earlier request may already have replaced the lost device.
                          if (run_.lost_device) open_device(device);
                      }});
}

void DeviceRecovery::open_device(const std::string& device) try {
    free_orphans();
    DeviceOptions options = run_.options.device;
    if (!device.empty()) options.names = device;
    const DeviceContext found = profiled_device(options, run_.gl);
    if (found.tier == Tier::none) throw std::runtime_error(found.reason);
    const BodiesLimit limit = bodies_limit(found);
    run_.kernels.use_device(options, found);
    run_.loaded.go_on({found, run_.gl, run_.assets,
                       run_.kernels.start(run_.loaded.initial().particles.size(), run_.parameters.accuracy)});
    persistence_.auto_save.forget_request();
    run_.set_device(found, limit.bodies);
    run_.options.device = options;
    panels_.scene_panel().loaded(run_.options.scene, screen_.notices);
    if (run_.source().limits().uses_device) run_.source().transport().play(run_.lost_device->plays_on);
    run_.lost_device.reset();
    screen_.notices.add(fmt::format("{} continues the run from {}", device_names(found),
                                    format_time(run_.source().transport().time())));
} catch (const std::exception& error) {
    lose_device(in_words(error));
}

}  // namespace milkomeda
