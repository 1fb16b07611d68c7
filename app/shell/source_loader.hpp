// Loads a scene or particle file in place of the loaded scene while the window is open.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/scene/table_source.hpp"
#include "app/shell/persistence.hpp"
#include "app/shell/run_control.hpp"
#include "app/shell/viewport.hpp"

namespace milkomeda {

class SourceLoader {
  public:
    // Parts of the window program that a newly loaded scene changes.
    struct Parts {
        Screen& screen;
        ActiveRun& run;
        ViewState& view;
        Panels& panels;
        Persistence& persistence;
        RunEditor& editor;
        RunControl& control;
        Viewport& viewport;
    };
    SourceLoader(const Parts& parts, bool saved_settings)
        : p_{parts}, memory_{column_memory(saved_settings)}, assets_change_{parts.run.assets.last_change()} {}

    void register_commands(CommandRegistry& registry);

    // Loads the source of `options` after the next frame. If loading fails, the present scene remains loaded.
    void load(const SceneOptions& options);
    // Loads the source after the next frame like a source that is not loaded yet: with its own parameters, camera and
    // look, and paused at its start.
    void load_at_rest(const SceneOptions& options);
    // Loads a file. If the file belongs to a series of snapshots, opens the whole series and shows the file.
    void open(const std::filesystem::path& file);
    // Opens the table of the column dialog, and remembers the assignment for tables of its layout.
    void open_assigned(const ColumnAssignment& assignment);
    // Shows what the reader of the present file has assumed, and whether the columns of a table were assigned in the
    // window before. Finds out whether the source is a table.
    void report_reading();
    // Starts a simulation from one snapshot of the present series.
    void simulate_from(const std::filesystem::path& snapshot);
    // Reloads kernels and shaders if files of --assets have changed. Must be called once a frame.
    void reload_edited_assets();

  private:
    std::vector<UserCommand> recent_commands();
    void load_now(SceneOptions options, const std::filesystem::path& shown = {}, bool at_rest = false);
    bool ask_for_columns(const SceneOptions& options, const std::filesystem::path& shown);
    void change_columns();
    void replace(std::optional<LoadedScene>& loaded, const SceneOptions& options, bool at_rest);
    void begin_view();

    // Table of the column dialog.
    struct Table {
        SceneOptions options;
        std::filesystem::path shown;  // file of the series to show; may be empty
    };

    Parts p_;
    ColumnMemory memory_;
    Table asked_;
    std::optional<std::filesystem::path> table_;     // present source or first file of its series, if a text table
    std::filesystem::file_time_type assets_change_;  // modification time of the newest asset file
};

}  // namespace milkomeda
