// Edits the run between two steps: adds, moves and deletes galaxies, changes their velocities, and applies scripted
// events and the external mass of the pull tool. Adds an undo entry for each edit of the user.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/shell/auto_save.hpp"
#include "app/shell/command_registry.hpp"
#include "app/shell/settings_undo.hpp"
#include "app/tools/match_tool.hpp"
#include "app/tools/measure_tool.hpp"
#include "app/tools/mixed_tools.hpp"
#include "app/tools/play_tools.hpp"

namespace milkomeda {

// The mouse tools, and the undo history.
struct EditTools {
    explicit EditTools(const Assets& assets) : play{assets}, match{assets} {}

    PlayTools play;
    MixedTools mixed;
    MeasureTool measure;
    MatchTool match;
    History history;
};

// The state of the scene before or after an edit. `run` is the run that was in this state when another run replaced it;
// undo or redo can continue this run. If `run` is null, a new run begins at this state, without the time line of the
// former run.
struct EditedScene {
    SceneSnapshot state;
    std::unique_ptr<ReplacedRun> run{};
};

class RunEditor {
  public:
    RunEditor(Screen& screen, ActiveRun& run, ViewState& view, EditTools& tools, SettingsUndo& settings,
              AutoSave& auto_save)
        : screen_{screen}, run_{run}, view_{view}, tools_{tools}, settings_{settings}, auto_save_{auto_save} {}

    void register_commands(CommandRegistry& registry);

    // Passes the input of this frame to the mouse tools. Returns the input that the tools do not use. `picture` is the
    // view in screen coordinates of the panels.
    Input take_input(const View& picture);
    // Applies edits and scripted events if the run is between two steps. Must be called twice a frame, before and after
    // the run advances.
    void advance(const View& picture);
    // Returns true if an edit or event waits for the end of the current step. The run may then advance by at most one
    // step.
    bool needs_step_end();
    // Returns true if the run must pause at the end of the current step, because the user holds or aims a galaxy or
    // because work is queued.
    bool holds_run() const;

    // After a jump in time, adopts the parameters of that time, and restarts trails and the compared run.
    void follow_jumps();
    // Measures energies and other diagnostics of the run, as far as they are due.
    void measure();

    // Selects a mouse tool. A galaxy that the previous tool holds returns to its position in the run.
    void take_tool(PlayTool tool);
    void put_tools_away();  // deselects the galaxy tools and the measuring tool
    void delete_galaxy(const std::string& galaxy);
    void separate_kept();  // makes the bodies that the measuring tool has kept a galaxy
    // Selects the solver or kernel variant that computes the forces after the next frame.
    void choose_solver(const SolverChoice& choice);
    // Returns a dragged galaxy to its position in the run.
    void release_galaxy() { tools_.play.let_go(run_.loaded); }
    // At the end of the current step, restores the initial bodies of an edited run, then calls `then`.
    void restore_start(const std::function<void()>& then);
    // Drops all runs that edits have replaced. Must be called when the device is lost.
    void drop_replaced_runs();
    // Discards the states of the tools and all undo entries. Must be called when a scene was loaded.
    void forget();

  private:
    using Change = std::function<SceneSnapshot(const SceneSnapshot&)>;

    void choose_tool(PlayTool tool);
    void record_mixed_edit();
    void record_match_edit();
    void delete_selected_galaxy();
    const Component* selected_component() const;
    std::string why_no_deletion() const;
    bool is_holding() const;
    void undo();
    void redo();

    PlayContext context(const View& picture);
    bool is_event_due() const;
    bool is_accuracy_due();
    bool is_integrator_due();
    void announce_due_work();
    void add_step_work(const std::string& what, std::function<void()> work);
    void edit(const GalaxyEdit& edit);
    void add_edit(const std::string& name, const Change& change, const std::function<void()>& then = {});
    void apply_edit(const std::string& name, const Change& change);
    void follow_event();
    void apply_external_mass();
    void add_undo_entry(const std::string& name, const std::shared_ptr<EditedScene>& before,
                        const std::shared_ptr<EditedScene>& after);
    void note_start();
    SceneSnapshot scene_snapshot();
    void restore(EditedScene scene) { restore(scene, nullptr); }
    void restore(EditedScene& scene, const std::shared_ptr<EditedScene>& left);
    void keep(std::unique_ptr<ReplacedRun> run, const std::shared_ptr<EditedScene>& scene);

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    EditTools& tools_;
    SettingsUndo& settings_;
    AutoSave& auto_save_;
    Accuracy accuracy_ = run_.parameters.accuracy;  // force accuracy for which the current kernels were built
    // state before the external mass began to act; null without an external mass
    std::shared_ptr<EditedScene> pulled_;
    std::vector<std::weak_ptr<EditedScene>> replaced_;  // scenes whose runs are kept, in the order of replacement
    double pulled_mass_ = 0;
    long jumps_ = 0;              // number of jumps in time that follow_jumps() has handled
    std::string last_undo_text_;  // notice about the last undo or redo
};

}  // namespace milkomeda
