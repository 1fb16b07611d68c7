// Opens pictures to match, and carries out the requests of the Match card.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "app/shell/command_registry.hpp"
#include "app/shell/match_confirmation.hpp"
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
    explicit MatchControl(const Parts& parts) : p_{parts}, confirmation_{parts.screen, parts.run, parts.tools.match} {}

    void register_commands(CommandRegistry& registry);
    // Opens the picture and the pair of the command line. Throws FileError.
    void begin(const ViewOptions& options);
    // Opens a file that the user chose or dropped on the window. Returns false if it is neither a picture nor a pair
    // nor the result of a search.
    bool take_file(const std::filesystem::path& file);
    // Opens the picture of a lesson after a notice; see is_built_in().
    void open_for_lesson(const std::string& file);
    // Must be called once a frame.
    void perform(MatchRequest request);
    // Opens or saves the file of a dialog; does nothing for other purposes.
    void perform(const ChosenFile& file);
    // Returns true if a confirmation has progressed. The window calls this function while the picture does not change.
    bool has_news() { return confirmation_.has_news(); }
    // Ends a confirmation. Must be called at the end of the program.
    void finish() { confirmation_.finish(); }

  private:
    void open(const std::filesystem::path& file, const std::filesystem::path& pair_file = {});
    void open_after_notice(const std::filesystem::path& file, std::function<std::shared_ptr<MatchPicture>()> read);
    void open_now(std::shared_ptr<MatchPicture> picture);
    void read_pair(const std::filesystem::path& file);
    void save_pair(const std::filesystem::path& file);
    void toggle();
    void look_at_sky();
    void place_at_galaxy();
    void report(const std::function<void()>& action);
    SearchTask search_task() const;
    MatchResult search_result() const;
    std::filesystem::path file_beside_picture(const char* ending) const;
    void save_result(const std::filesystem::path& file);
    void open_result(const std::filesystem::path& file);
    void show_opened_result();
    void show_model();
    void load_at_present(const std::string& source, std::optional<std::size_t> bodies);
    void follow_loaded_model();
    std::string why_impossible() const;

    Parts p_;
    MatchConfirmation confirmation_;
    std::string awaited_;                 // source of a model that is being loaded; empty if no model is
    std::optional<StoredSearch> opened_;  // result whose picture is being prepared
};

}  // namespace milkomeda
