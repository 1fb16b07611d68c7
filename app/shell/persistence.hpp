// What outlives the window: the user's settings, the automatically saved run, and state files on request.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/panels/panels.hpp"
#include "app/shell/auto_save.hpp"
#include "app/shell/state_writer.hpp"
#include "app/shell/video_capture.hpp"
#include "app/ui/recent_sources.hpp"

namespace milkomeda {

// Settings of earlier runs of the program, and their folder. Without a folder, nothing is stored.
struct StoredSettings {
    Settings settings;
    std::optional<std::filesystem::path> folder;
};

class Persistence {
  public:
    Persistence(const StoredSettings& stored, Screen& screen, ActiveRun& run, ViewState& view,
                const Panels& panels, const VideoCapture& video);

    void register_commands(CommandRegistry& registry);

    // Writes the settings file. Returns false without a folder, or if the file cannot be written.
    bool store_settings() const;
    // Adds a source that was opened to the list of recent sources.
    void remember_source(const std::string& source);

    // Saves the run to `save_name` at the end of the step under way. The extension decides about the format.
    void save();
    void save_as(const std::filesystem::path& file);
    // True while a file waits for the end of the step under way.
    bool needs_step_end() const { return state_writer_.waits(); }

    // Must be called once a frame; never waits.
    void advance();
    // At the end of the program: completes the files that were asked for, and the automatically saved run.
    void finish();
    // At the end of the program without its display, which can wait for no device: stores the settings and
    // the newest state in host memory.
    void finish_without_display();

    // Tells how a state file goes on, or that an earlier start has left a run to go on with.
    void report_former_run();

    AutoSave auto_save;
    RecentSources recent;
    std::string save_name = "run.milkomeda";

  private:
    std::optional<std::filesystem::path> folder_;
    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    const Panels& panels_;
    const VideoCapture& video_;
    StateWriter state_writer_;
    CheckpointRequester request_;  // a checkpoint request of the present run
};

}  // namespace milkomeda
