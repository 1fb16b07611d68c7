// The card for the export of a picture or a video: settings, preview, expected duration, progress, and the command line
// that performs the export.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/capture/export_plan.hpp"
#include "app/capture/render_job.hpp"
#include "app/ui/area.hpp"
#include "app/ui/widgets.hpp"
#include "app/viewport/annotations.hpp"
#include "render/gl/texture.hpp"

namespace milkomeda {

// Request of the user that the card cannot carry out itself.
enum class ExportRequest { none, start, cancel, copy };

// What the card shows. The card changes only `choice`.
struct ExportStatus {
    bool is_open = false;
    ExportChoice choice;
    double time = 0, last_time = 0;  // present model time, and latest time at which a video can end
    // For each value of ExportCamera, why it is impossible; empty if it is possible.
    std::array<std::string, names<ExportCamera>.size()> camera_limits;
    std::optional<PictureTexture> preview;
    std::string preview_note;                // why there is no preview; empty while the preview is shown
    std::optional<double> expected_seconds;  // expected duration of the export
    bool is_measuring = false;               // true while the duration is being measured
    std::string command;                     // command line of the export
    bool can_copy = true;                    // false if the command needs a state file that does not exist yet
    std::string fault;                       // why the export cannot start; may be empty
    std::optional<RenderProgress> progress;  // progress of the export that runs; its `frames` is 0 at first
    std::string result;                      // how the last export ended; empty before the first end
    bool has_failed = false;                 // true if the last export failed
};

// Draws the contents of the card. The user can change `status.choice`, and whether galaxies have names.
ExportRequest export_panel(Widgets& widgets, ExportStatus& status, Annotations& annotations);

}  // namespace milkomeda
