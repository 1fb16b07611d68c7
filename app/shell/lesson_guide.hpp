// Guides the user through a lesson: opens lessons from the menu, loads their scenes, and observes their checks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/lesson_card.hpp"
#include "app/shell/match_control.hpp"
#include "app/shell/run_quantities.hpp"
#include "app/shell/source_loader.hpp"
#include "data/lesson/lesson_progress.hpp"

namespace milkomeda {

class LessonGuide {
  public:
    LessonGuide(Screen& screen, ActiveRun& run, ViewState& view, const MatchTool& match_tool, SourceLoader& loader,
                MatchControl& match)
        : screen_{screen},
          run_{run},
          view_{view},
          match_tool_{match_tool},
          loader_{loader},
          match_{match},
          card_{{run.options.device.names, run.options.program.assets, run.options.program.saved_settings},
                run.assets} {}

    void register_commands(CommandRegistry& registry);

    // Opens the picture of a pair and marks the checks that the user has fulfilled, once the scene of the lesson is
    // loaded. Must be called once a frame.
    void advance();
    void perform(LessonRequest request);

    LessonCard& card() { return card_; }
    std::optional<LessonProgress>& progress() { return progress_; }  // empty while no lesson is open
    bool is_busy() const { return progress_ && card_.is_busy(); }    // true while a picture of the card is being drawn

  private:
    std::vector<UserCommand> entries();
    void begin(const std::string& file);
    void load_scene_of_lesson();
    void print();
    void end();

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    const MatchTool& match_tool_;
    SourceLoader& loader_;
    MatchControl& match_;
    LessonCard card_;
    std::optional<LessonProgress> progress_;
    RunQuantities quantities_;
    std::weak_ptr<const SceneSetup> replaced_;  // setup of the run that the scene of the lesson replaces
    bool awaits_pair_ = false;                  // true until the picture of the lesson's pair is opened
};

}  // namespace milkomeda
