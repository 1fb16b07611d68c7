// Opens pictures to match, and carries out the requests of the Match card.
#pragma once

#include <filesystem>

#include "app/shell/command_registry.hpp"
#include "app/shell/viewport.hpp"

namespace milkomeda {

class MatchControl {
  public:
    MatchControl(Screen& screen, ActiveRun& run, ViewState& view, EditTools& tools, RunEditor& editor, Panels& panels,
                 const Viewport& viewport)
        : screen_{screen},
          run_{run},
          view_{view},
          tools_{tools},
          editor_{editor},
          panels_{panels},
          viewport_{viewport} {}

    void register_commands(CommandRegistry& registry);
    // Opens the picture and the pair of the command line. Throws FileError.
    void begin(const ViewOptions& options);
    // Opens a file that the user dropped on the window. Returns false if it is neither a picture nor a pair.
    bool take_dropped(const std::filesystem::path& file);
    void perform(MatchRequest request);
    // Opens or saves the file of a dialog; does nothing for other purposes.
    void perform(const ChosenFile& file);

  private:
    void open(const std::filesystem::path& file, const std::filesystem::path& pair_file = {});
    void open_now(const std::filesystem::path& file, const std::filesystem::path& pair_file);
    void read_pair(const std::filesystem::path& file);
    void save_pair(const std::filesystem::path& file);
    void toggle();
    void look_at_sky();
    void place_at_galaxy();
    std::string why_impossible() const;

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    EditTools& tools_;
    RunEditor& editor_;
    Panels& panels_;
    const Viewport& viewport_;
};

}  // namespace milkomeda
