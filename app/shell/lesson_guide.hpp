// Guides the user through a lesson: opens lessons from the menu, loads their scenes, and observes their checks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/lesson_card.hpp"
#include "app/shell/run_quantities.hpp"
#include "app/shell/source_loader.hpp"
#include "data/lesson/lesson_progress.hpp"

namespace milkomeda {

class LessonGuide {
  public:
    LessonGuide(Screen& screen, ActiveRun& run, ViewState& view, SourceLoader& loader)
        : screen_{screen},
          run_{run},
          view_{view},
          loader_{loader},
          card_{{run.options.device.names, run.options.program.assets, run.options.program.saved_settings},
                run.assets} {}

    void register_commands(CommandRegistry& registry);

    // Marks the checks that the user has fulfilled, once the scene of the lesson is loaded. Must be called once a
    // frame.
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
    SourceLoader& loader_;
    LessonCard card_;
    std::optional<LessonProgress> progress_;
    RunQuantities quantities_;
    std::weak_ptr<const SceneSetup> replaced_;  // setup of the run that the scene of the lesson replaces
};

}  // namespace milkomeda
