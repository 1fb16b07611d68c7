// Keeps the window open when the device fails, and continues the run from its last complete state on a device
// that the user chooses.
#pragma once

#include <functional>
#include <string>

#include "app/shell/persistence.hpp"

namespace milkomeda {

class DeviceRecovery {
  public:
    // Calls `end_tools` when the device is lost: it must end everything that works with rows on the device.
    DeviceRecovery(Screen& screen, ActiveRun& run, Persistence& persistence, Panels& panels,
                   std::function<void()> end_tools);

    // Calls `work`, and returns false if the device failed meanwhile. What the user asked for and cannot be
    // done (UsageError) becomes a notice; other errors are thrown.
    bool survives(const std::function<void()>& work);
    // Shows the last complete state without a device.
    void lose_device(const std::string& reason);
    // Continues on a device after the device was lost: its index, or the device of the start if empty. If
    // that fails, the window goes on waiting.
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
