// Confirms a model of the Match card with live galaxies: runs the command `milkomeda confirm` in the background.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/capture/program_job.hpp"
#include "app/shell/active_run.hpp"
#include "app/shell/screen.hpp"
#include "app/tools/match_tool.hpp"
#include "data/system/scratch_folder.hpp"

namespace milkomeda {

class MatchConfirmation {
  public:
    MatchConfirmation(Screen& screen, const ActiveRun& run, MatchTool& tool)
        : screen_{screen}, run_{run}, tool_{tool} {}

    // Starts the command for the model `model` of `result`, with the present marks. The result is the scene `scene` and
    // a page with the same name and the extension .html. Throws FileError or std::runtime_error if a file cannot be
    // written.
    void start(const MatchResult& result, std::size_t model, const std::filesystem::path& scene);
    // Ends the command without a result.
    void cancel();

    // Takes progress and result of the command, and shows them in the card. Must be called once a frame. Does not wait.
    void advance();
    // Returns true if the command has progressed. The window calls this function while the picture does not change.
    bool has_news();
    // Ends the command and removes its files. Must be called at the end of the program.
    void finish();

  private:
    void take_lines(const std::vector<std::string>& lines);
    void report_end();
    void take_result();

    Screen& screen_;
    const ActiveRun& run_;
    MatchTool& tool_;
    std::optional<ScratchFolder> folder_;  // input and output files of the command, until it has succeeded
    std::optional<ProgramJob> job_;
    std::filesystem::path scene_;  // file of the user
    std::string summary_;          // JSON of the command; empty until it is complete
};

}  // namespace milkomeda
