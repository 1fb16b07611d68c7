// Keeps the window open when the compute device fails, and continues the run from its last complete state on
// a device that the user chooses.
#pragma once

#include <functional>
#include <string>

#include "app/shell/persistence.hpp"

namespace milkomeda {

class DeviceRecovery {
  public:
    // Calls `end_tools` when the device is lost, to stop all tools that use particle data on the device.
    DeviceRecovery(Screen& screen, ActiveRun& run, Persistence& persistence, Panels& panels,
                   std::function<void()> end_tools);

    // Calls `work`. Returns false if the device fails during the call. A UsageError becomes a notice; all
    // other errors are rethrown.
    bool survives(const std::function<void()>& work);
    // Continues without a device: shows the last complete state of the run.
    void lose_device(const std::string& reason);
    // Continues on the device with the index `device`, or on the device of the program start if `device` is
    // empty. If the device cannot be opened, the window stays open without a device.
    void request_device(const std::string& device);

  private:
    void open_device(const std::string& device);

    Screen& screen_;
    ActiveRun& run_;
    Persistence& persistence_;
    Panels& panels_;
    std::function<void()> end_tools_;
};

}  // namespace milkomeda
