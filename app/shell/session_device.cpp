// A device may fail at any time: the session keeps its window and what a person made, and goes on from the
// last whole state once there is a device again.
#include <utility>

#include "app/io/log.hpp"
#include "app/shell/session.hpp"
#include "compute/device/orphaned_memory.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// So that the Timing panel can show at any time what the queue does.
DeviceContext profiled(DeviceContext device_context) {
    device_context.profiled = true;
    return device_context;
}

}  // namespace

// Without the device that fails here the window opens, and shows the start.
DeviceContext Session::first_device() try {
    return profiled(select_device(options_.device, gl_.side()));
} catch (const std::exception& error) {
    if (!is_device_trouble(error)) throw;
    trouble_at_start_ = in_words(error);
    return {.reason = trouble_at_start_, .device = {}, .context = {}};
}

LoadedScene Session::first_load() {
    try {
        kernels_.use_device(options_.device, device_context_);
        return load(options_.scene);
    } catch (const std::exception& error) {
        if (!is_device_trouble(error)) throw;
        trouble_at_start_ = in_words(error);
    }
    device_context_ = {.reason = trouble_at_start_, .device = {}, .context = {}};
    kernels_.use_device(options_.device, device_context_);
    return load(options_.scene);
}

// Does the work; false if the device failed meanwhile.
bool Session::survives(const std::function<void()>& work) try {
    work();
    return true;
} catch (const UsageError& error) {  // what a person asked for cannot be done here
    notices_.add(error.what());
    return true;
} catch (const std::exception& error) {
    if (!is_device_trouble(error)) throw;  // kernels are built on the way, too
    lose_device(in_words(error));
    return false;
}

void Session::lose_device(const std::string& reason) {
    tour_.end();
    split_.end();
    tools_.drop();
    const bool at_start = !std::exchange(trouble_at_start_, {}).empty();
    const bool plays_on =
        lost_device_ ? lost_device_->plays_on : at_start || loaded_.particle_source().transport().playing();
    device_context_ = {.reason = reason, .device = {}, .context = {}};
    kernels_.use_device(options_.device, device_context_);  // before the simulation that it works for ends
    loaded_.lose_device(reason);
    auto_save_.ask_again();
    loaded_.update();
    lost_device_ = {reason, plays_on, list_devices()};
    notices_.add(reason + "; the window stays, at " +
                 format_time(loaded_.particle_source().transport().time()));
    keep_settings();
}

// On failure the window goes on waiting.
void Session::open_device(const std::string& device) try {
    free_orphans();
    DeviceOptions options = options_.device;
    if (!device.empty()) options.names = device;
    const DeviceContext found = profiled(select_device(options, gl_.side()));
    if (found.tier == Tier::none) throw std::runtime_error(found.reason);
    const BodiesLimit limit = bodies_limit(found);
    kernels_.use_device(options, found);
    loaded_.go_on({found, gl_.side(), assets_,
                   kernels_.start(loaded_.initial().particles.size(), parameters_.accuracy)});
    auto_save_.ask_again();
    device_context_ = found;
    smooth_bodies_.clear();
    most_bodies_ = limit.bodies;
    options_.device = options;
    panels_.loaded(options_.scene, notices_);
    if (loaded_.particle_source().limits().uses_device)
        loaded_.particle_source().transport().play(lost_device_->plays_on);
    lost_device_.reset();
    notices_.add(device_names(device_context_) + " goes on from " +
                 format_time(loaded_.particle_source().transport().time()));
} catch (const std::exception& error) {
    lose_device(in_words(error));
}

// The display may go at any time, too: what a person made is kept with what needs neither it, nor OpenGL, nor
// the device, which may never answer again. It is said what is kept before what can take long.
void Session::keep_without_display() {
    tour_.end();
    std::string line = "the display is gone";
    if (keep_settings()) line += "; settings are kept";
    if (const auto time = auto_save_.finish_at_once(loaded_.particle_source(), hold_, notices_, trace_))
        line += (line.ends_with("kept") ? ", and the run as it was at " : "; the run is kept as it was at ") +
                format_time(*time);
    log_error(line);
    finish_without_display();
}

void Session::finish_without_display() {
    state_writer_.finish_writing(notices_, trace_);
    tell(recorder_.finish());
    if (film_.recording()) end_film();
    tell(film_.finish());
}

}  // namespace milkomeda
