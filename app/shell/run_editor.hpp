// Edits the run between two steps: galaxies that are added, thrown and deleted, scripted events, the external
// mass, and what can be undone of it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/shell/auto_save.hpp"
#include "app/shell/command_registry.hpp"
#include "app/shell/settings_undo.hpp"
#include "app/tools/mixed_tools.hpp"
#include "app/tools/play_tools.hpp"

namespace milkomeda {

// The tools of the mouse, and the undo entries.
struct EditTools {
    explicit EditTools(const Assets& assets) : play{assets} {}

    PlayTools play;
    MixedTools mixed;
    History history;
};

class RunEditor {
  public:
    RunEditor(Screen& screen, ActiveRun& run, ViewState& view, EditTools& tools, SettingsUndo& settings,
              AutoSave& auto_save);

    void register_commands(CommandRegistry& registry);

    // Gives the input of this frame to the tools, and returns what the tools leave. `picture` is the view in
    // coordinates of the panels.
    Input take_input(const View& picture);
    // Must be called once a frame before the run advances and once after: applies edits and scripted events
    // at the end of a step.
    void advance(const View& picture);
    // True if something waits for the end of the step under way, so that the run must advance by one step
    // only.
    bool needs_step_end();
    // True if the run must rest at the end of the step that it has reached.
    bool holds_run() const;

    // Adopts the parameters of a moment to which the run went back. Trails and the compared run begin there.
    void follow_jumps();
    // Measures energies and other diagnostics of the run.
    void measure();

    // Chooses a tool; the galaxy that another tool holds returns to its place.
    void take_tool(PlayTool tool);
    void delete_galaxy(const std::string& galaxy);
    // Computes the forces with a solver, or with a kernel variant of the direct sum, after the next frame.
    void choose_solver(const SolverChoice& choice);
    // Puts a dragged galaxy back to its place in the run.
    void release_galaxy() { tools_.play.let_go(run_.loaded); }
    // Restores the start of an edited run at the end of a step, then calls `then`.
    void restore_start(const std::function<void()>& then);
    // Forgets tools and undo entries, because another scene was loaded.
    void forget();

  private:
    using Change = std::function<SceneSnapshot(const SceneSnapshot&)>;

    void choose_tool(PlayTool tool);
    void choose_mixed_tool(PlayTool tool);
    void record_mixed_edit();
    void delete_selected_galaxy();
    void undo();
    void redo();

    PlayContext ground(const View& picture);
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
    void add_undo_entry(const std::string& name, const std::shared_ptr<const SceneSnapshot>& before,
                        const std::shared_ptr<const SceneSnapshot>& after);
    void note_start();
    SceneSnapshot scene_snapshot();
    void restore(const SceneSnapshot& state);

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    EditTools& tools_;
    SettingsUndo& settings_;
    AutoSave& auto_save_;
    Accuracy accuracy_;                            // for which kernels were built
    std::shared_ptr<const SceneSnapshot> pulled_;  // state before the external mass began to pull
    double pulled_mass_ = 0;
    long jumps_ = 0;              // of the particle source that were followed
    std::string last_undo_text_;  // notice about the last undo or redo
};

}  // namespace milkomeda
