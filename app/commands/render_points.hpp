// Renders a run as colored points for other graphics programs (docs/blender.md, docs/openspace.md).
#pragma once

#include <filesystem>
#include <functional>

#include "app/cli/options.hpp"
#include "app/commands/rendered_run.hpp"

namespace milkomeda {

// Returns true if the extension of `output` is that of a file of points. A name with a number, such as
// frames-%05d.ply, names a file for each moment; RUN.csv contains all moments; NAME.ply and NAME.vdb contain one
// moment.
bool is_points(const std::filesystem::path& output);
bool is_single_moment_of_points(const std::filesystem::path& output);

// Throws UsageError if an option contradicts files of points, and std::runtime_error if a file cannot be written.
void require_points_options(const RenderOptions& options);
// Throws UsageError if the bodies of the run do not have the colors of stars.
void require_points_run(RenderedRun& run);

// Computes `count` moments and writes their points. Moment i has the model time time_of(i). After a termination signal,
// the files end with the last finished moment. `note_moment` is called with the number of finished moments after each
// moment.
void render_points(const RenderOptions& options, RenderedRun& run, const std::function<double(long)>& time_of,
                   long count, const std::function<void(long done)>& note_moment);

}  // namespace milkomeda
