// The window with its user interface, frame times, notices, queued work, the output of --trace, and the socket of
// --listen.
#pragma once

#include <memory>

#include "app/cli/options.hpp"
#include "app/diagnostics/timing.hpp"
#include "app/io/notices.hpp"
#include "app/shell/settings.hpp"
#include "app/shell/trace.hpp"
#include "app/shell/work_queue.hpp"
#include "app/ui/frame_clock.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/window.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/system/line_server.hpp"

namespace milkomeda {

struct Screen {
    // Creates the socket, opens the window and makes its OpenGL context current. Throws FileError if the socket cannot
    // be created, and std::runtime_error if no display is available.
    Screen(const ViewOptions& options, const Settings& settings)
        : server{options.listen.empty() ? nullptr : std::make_unique<LineServer>(options.listen)},
          window{{.width = options.picture.width.value_or(settings.width),
                  .height = options.picture.height.value_or(settings.height),
                  .title = "Milkomeda",
                  .visible = true,
                  .print_messages = options.program.verbose,
                  .monitor =
                      options.monitor ? std::optional{static_cast<std::size_t>(*options.monitor - 1)} : std::nullopt}},
          ui{window, options.ui_scale ? options.ui_scale : settings.ui_scale},
          trace{options.trace} {}

    // Shows `error` as a notice. Rethrows failures of OpenCL, which DeviceRecovery handles. Must be called in the catch
    // block of `error`.
    void show_error(const std::exception& error) {
        if (opencl_failure(error)) throw;
        notices.fail(in_words(error));
    }

    std::unique_ptr<LineServer> server;  // takes the requests of --listen; null without --listen
    Window window;
    Ui ui;
    FrameClock clock;
    Timing timing;
    Notices notices;
    Trace trace;
    WorkQueue work;
};

}  // namespace milkomeda
