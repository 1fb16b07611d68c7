// Renders a run as a web page: one HTML file that plays the run in a browser (docs/page.md).
#pragma once

#include <functional>

#include "app/cli/options.hpp"
#include "app/commands/page_recorder.hpp"

namespace milkomeda {

// Returns true if the extension of `output` is that of a web page.
bool is_page(const std::filesystem::path& output);

// Throws UsageError if an option contradicts a web page, and std::runtime_error if the file cannot be written.
void require_page_options(const RenderOptions& options);

// Returns the times of the page's moments: those of a series of snapshots if they are at most as many as --moments,
// else equally spaced times. Throws UsageError if the source has only one moment in the requested interval.
PageTimes page_times(const RenderOptions& options, const SceneSetup& initial);

// Computes the moments and writes the page. After a termination signal, the page ends with the last finished moment.
// `note_moment` is called with the number of finished moments after each moment.
void render_page(const RenderOptions& options, RenderedRun& run, const PageTimes& times, const Assets& assets,
                 const std::function<void(long done)>& note_moment);

}  // namespace milkomeda
