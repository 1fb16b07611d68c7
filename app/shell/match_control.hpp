// Opens pictures to match, and carries out the requests of the Match card.
#pragma once

#include <filesystem>

#include "app/shell/command_registry.hpp"
#include "app/shell/source_loader.hpp"

namespace milkomeda {

class MatchControl {
  public:
    // The parts of the window that the object uses.
    struct Parts {
        Screen& screen;
        ActiveRun& run;
        ViewState& view;
        EditTools& tools;
        RunEditor& editor;
        RunControl& control;
        Panels& panels;
        SourceLoader& loader;
        const Viewport& viewport;
    };
    explicit MatchControl(const Parts& parts) : p_{parts} {}

    void register_commands(CommandRegistry& registry);
    // Opens the picture and the pair of the command line. Throws FileError.
    void begin(const ViewOptions& options);
    // Opens a file that the user dropped on the window. Returns false if it is neither a picture nor a pair.
    bool take_dropped(const std::filesystem::path& file);
    // Opens the picture of a lesson after a notice; see is_built_in().
    void open_for_lesson(const std::string& file);
    // Must be called once a frame.
    void perform(MatchRequest request);
    // Opens or saves the file of a dialog; does nothing for other purposes.
    void perform(const ChosenFile& file);

  private:
    void open(const std::filesystem::path& file, const std::filesystem::path& pair_file = {});
    void open_after_notice(const std::filesystem::path& file, std::function<std::shared_ptr<MatchPicture>()> read);
    void open_now(std::shared_ptr<MatchPicture> picture);
    void read_pair(const std::filesystem::path& file);
    void save_pair(const std::filesystem::path& file);
    void toggle();
    void look_at_sky();
    void place_at_galaxy();
    void start_search();
    void show_model();
    void follow_loaded_model();
    std::string why_impossible() const;

    Parts p_;
    std::string awaited_;  // source of a model that is being loaded; empty if no model is
};

}  // namespace milkomeda
