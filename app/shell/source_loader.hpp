// Loads a scene or particle file in place of the loaded scene while the window is open.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

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
    explicit SourceLoader(const Parts& parts) : p_{parts}, assets_change_{parts.run.assets.last_change()} {}

    void register_commands(CommandRegistry& registry);

    // Loads the source of `options` after the next frame. If loading fails, the present scene remains loaded.
    void load(const SceneOptions& options);
    // Loads a file. If the file belongs to a series of snapshots, opens the whole series and shows the file.
    void open(const std::filesystem::path& file);
    // Starts a simulation from one snapshot of the present series.
    void simulate_from(const std::filesystem::path& snapshot);
    // Reloads kernels and shaders if files of --assets have changed. Must be called once a frame.
    void reload_edited_assets();

  private:
    std::vector<UserCommand> recent_commands();
    void load_now(const SceneOptions& options);
    void replace(std::optional<LoadedScene>& loaded, const SceneOptions& options);
    void begin_view();

    Parts p_;
    std::filesystem::file_time_type assets_change_;  // modification time of the newest asset file
};

}  // namespace milkomeda
