// Begins and ends comparisons of the run with a second run.
#pragma once

#include "app/shell/capture.hpp"
#include "app/shell/run_editor.hpp"
#include "app/tools/tool_panels.hpp"

namespace milkomeda {

class RunComparison {
  public:
    RunComparison(ActiveRun& run, ViewState& view, RunEditor& editor, Capture& capture)
        : run_{run}, view_{view}, editor_{editor}, capture_{capture} {}

    void register_commands(CommandRegistry& registry);

    CompareStatus& status() { return status_; }
    // Updates the parameters, branches and limits that the card shows. Must be called once a frame.
    void advance();
    // Carries out the request of the user. `is_shown`: true while the card is open. Must be called at the end of the
    // frame.
    void perform(CompareRequest request, bool is_shown);

  private:
    bool has_exact_forces() const;
    void adapt_parameters();
    void start(const Comparison& comparison);
    std::string why_not(const Comparison& comparison) const;

    ActiveRun& run_;
    ViewState& view_;
    RunEditor& editor_;
    Capture& capture_;
    CompareStatus status_;
    std::string source_;          // scene or file for which the parameters on the card were chosen
    SimulationParameters first_;  // parameters of the run at the last call of adapt_parameters()
};

}  // namespace milkomeda
