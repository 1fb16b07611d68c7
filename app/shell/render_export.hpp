// Exports the present view as a picture or a video. The run is saved to a state file, from which the command `render`
// makes the picture or video in the background, while the window can be used.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/panels/export_panel.hpp"
#include "app/shell/command_registry.hpp"
#include "app/shell/export_trial.hpp"
#include "app/shell/screen.hpp"
#include "app/shell/state_writer.hpp"
#include "app/shell/view_state.hpp"

namespace milkomeda {

class RenderExport {
  public:
    RenderExport(Screen& screen, ActiveRun& run, ViewState& view);

    ExportStatus& status() { return status_; }
    const ExportStatus& status() const { return status_; }
    // Carries out the request of the user. `is_shown`: true while the card is open, also while all panels are hidden.
    // Must be called at the end of the frame.
    void perform(ExportRequest request, bool is_shown);

    // Continues the export and the trials. Must be called once a frame, after the run has advanced.
    void advance();
    // Returns true while a state file waits for the end of the current step.
    bool needs_step_end() const { return writer_.waits(); }
    // Returns true if the window must draw frames, so that a state file is written or a trial begins soon.
    bool is_busy() const { return writer_.is_busy() || trial_.is_due(); }
    // Returns true if the export or the trials have progressed, at most twice a second. The window calls this function
    // while the picture does not change.
    bool has_news();

    // Ends the export, and waits until its file is complete. Must be called at the end of the program.
    void finish();

  private:
    void open();
    void close();
    void start();
    void cancel();
    void launch(const std::string& state);
    void begin_trial(const std::string& state);
    void report_end();
    void update_status();
    void update_trial();
    void fail(const std::string& reason);
    // Receives the name of a state file, or an error message of one line.
    using WithState = std::function<void(const std::string& state, const std::string& error)>;
    void with_state(const std::filesystem::path& file, WithState then);
    ExportSource source_from(const std::string& state) const;
    ViewCommand exported_view() const;
    std::string view_words() const;

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    ExportStatus status_;
    StateFileWriter writer_;
    ExportTrial trial_;
    std::optional<RenderJob> job_;
    // output and state file of the newest export; `state_` is empty if the export needs no state file
    std::filesystem::path output_, state_;
    // settings, view and command line of the last export
    struct Started {
        ExportChoice choice;
        std::string view, command;
    } started_;
    std::string scene_;         // scene or file for which the card was prepared
    bool is_canceled_ = false;  // true if the user has canceled the export while its state file was being written
    Clock::time_point looked_at_ = Clock::now();  // time at which has_news() last returned true
};

}  // namespace milkomeda
