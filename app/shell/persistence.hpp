// Stores data for later starts of the program: the user's settings, the automatically saved run, and requested files.
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

// Settings read at program start, and the folder of the settings file. Without a folder, settings are not stored.
struct StoredSettings {
    Settings settings;
    std::optional<std::filesystem::path> folder;
};

class Persistence {
  public:
    // The parts of the window whose state is stored.
    struct Parts {
        Screen& screen;
        ActiveRun& run;
        ViewState& view;
        const MatchLook& match;
        const Panels& panels;
        const VideoCapture& video;
    };
    Persistence(const StoredSettings& stored, const Parts& parts);

    void register_commands(CommandRegistry& registry);

    // Writes the settings file. Returns false if there is no folder or the file cannot be written.
    bool store_settings() const;
    // Adds an opened scene or file to the list of recent sources.
    void remember_source(const std::string& source);

    // Saves the run to `save_name` at the end of the current step. The extension selects the format.
    void save();
    // Returns true while a requested file waits for the end of the current step.
    bool needs_step_end() const { return state_writer_.waits(); }

    // Continues all saves in progress. Must be called once a frame. Never waits.
    void advance();
    // Completes the requested files and the automatically saved run. Must be called at the end of the program.
    void finish();
    // Writes the settings file, and saves the newest state that is already in host memory. Must be called at the end of
    // a program that has lost its display.
    void finish_without_display();

    // After a state file was loaded, shows a notice on whether the run continues bit for bit. For other sources, shows
    // a notice on how to continue the run that was saved when the program last ended, if there is a saved run.
    void report_former_run();

    AutoSave auto_save;
    RecentSources recent;
    std::string save_name = "run.milkomeda";

  private:
    std::optional<std::filesystem::path> folder_;
    Parts p_;
    StateFileWriter state_writer_;
};

}  // namespace milkomeda
