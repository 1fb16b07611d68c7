// Opens scenes and particle files in the window, instead of the scene that is loaded.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/persistence.hpp"
#include "app/shell/run_control.hpp"
#include "app/shell/viewport.hpp"

namespace milkomeda {

class SourceLoader {
  public:
    // The parts of the program that another scene concerns.
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

    // Loads another source, or other bodies of the present source, after the next frame. If that fails, the
    // window keeps its scene.
    void load(const SceneOptions& options);
    // Loads a file. A file of a series opens the whole series, and shows the file.
    void open(const std::filesystem::path& file);
    // Continues from a snapshot of a series with a simulation.
    void simulate_from(const std::filesystem::path& snapshot);
    // Reloads kernels and shaders if files of --assets have changed. Must be called once a frame.
    void reload_edited_assets();

  private:
    void resume_former_run();
    std::vector<UserCommand> recent_commands();
    void load_now(const SceneOptions& options);
    std::optional<LoadedScene> try_load(const SceneOptions& options);
    void replace(std::optional<LoadedScene>& loaded, const SceneOptions& options);
    void keep_view(const CameraRig& camera, const std::vector<bool>& shown);
    void begin_view();

    Parts p_;
    std::filesystem::file_time_type assets_change_;  // newest change that was seen
};

}  // namespace milkomeda
