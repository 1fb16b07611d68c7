// Keeps the window open when the compute device fails, and continues the run from its last complete state on
// a device that the user chooses.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "app/shell/persistence.hpp"

namespace milkomeda {

class DeviceRecovery {
  public:
    // `end_tools` must stop all tools that use particle data on the device. It is called when the device is lost.
    DeviceRecovery(Screen& screen, ActiveRun& run, Persistence& persistence, Panels& panels,
                   std::function<void()> end_tools)
        : screen_{screen}, run_{run}, persistence_{persistence}, panels_{panels}, end_tools_{std::move(end_tools)} {}

    // Calls `work`. Returns false if the device fails during the call. Shows a UsageError as a notice and rethrows all
    // other errors.
    bool survives(const std::function<void()>& work);
    // Replaces the live run by its last complete state, which needs no device.
    void lose_device(const std::string& reason);
    // Continues the run on the device with the index `device`, or on the device of the program start if `device` is
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
