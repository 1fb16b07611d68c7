// The commands and mouse tools that edit the run.

#include <fmt/format.h>

#include "app/playback/mixed_run.hpp"
#include "app/shell/run_editor.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr const char* no_split_tools = "galaxies cannot be edited while two runs are compared: end the comparison (F4)";

}  // namespace

void RunEditor::register_commands(CommandRegistry& registry) {
    const auto add_tool = [&](int place, PlayTool tool, const char* title, const char* key, const char* detail) {
        registry.add(
            {Menu::edit, place, title, key, detail},
            {.act = [this, tool] { choose_tool(tool); },
             .is_on = [this, tool] { return tools_.play.tool() == tool; },
             .why_disabled = [this] { return std::string{view_.split.is_asked_for() ? no_split_tools : ""}; }});
    };
    registry.add({Menu::edit, 10, "Undo", "Ctrl+Z"}, {.act = [this] { undo(); },
                                                      .says = [this] { return last_undo_text_; },
                                                      .subject = [this] { return tools_.history.next_undo(); },
                                                      .why_disabled =
                                                          [this] {
                                                              const bool can_undo = is_holding() || pulled_ ||
                                                                                    !tools_.history.next_undo().empty();
                                                              return std::string{can_undo ? "" : "nothing to undo"};
                                                          }});
    registry.add(
        {Menu::edit, 20, "Redo", "Ctrl+Y", "repeats the change that was undone last; Ctrl+Shift+Z is a second key"},
        {.act = [this] { redo(); },
         .says = [this] { return last_undo_text_; },
         .subject = [this] { return tools_.history.next_redo(); },
         .why_disabled =
             [this] {
                 const bool can_redo = is_holding() || !tools_.history.next_redo().empty();
                 return std::string{can_redo ? "" : "nothing to redo"};
             }},
        "Ctrl+Shift+Z");
    add_tool(30, PlayTool::add, "Add a galaxy", "i", "drag to set the position and the velocity of the galaxy");
    add_tool(40, PlayTool::grab, "Throw a galaxy", "k", "drag a galaxy with the mouse, and release the button");
    add_tool(50, PlayTool::pull, "Invisible attractor", "j",
             "attracts all bodies to the pointer while you hold the mouse button");
    registry.add({Menu::edit, 60, "Delete a galaxy", "Delete",
                  "deletes the galaxy that contains the body last selected with Ctrl+click"},
                 {.act = [this] { delete_selected_galaxy(); },
                  .why_disabled = [this] { return run_.source().box() ? "" : why_no_deletion(); }});
}

// True while a mouse tool holds a galaxy or an external mass. Undo and redo first cancel this action of the tool.
bool RunEditor::is_holding() const { return tools_.play.holds() || tools_.play.aim() || tools_.play.external_mass(); }

void RunEditor::take_tool(PlayTool tool) {
    tools_.play.cancel_what_is_held(run_.loaded);
    tools_.play.choose(tool);
    if (tool == PlayTool::none) return;
    tools_.measure.choose(MeasureKind::none);
    tools_.match.choose(false);
}

void RunEditor::put_tools_away() {
    take_tool(PlayTool::none);
    tools_.measure.choose(MeasureKind::none);
    tools_.match.choose(false);
}

// In a mixed box, the command of a galaxy tool selects the most similar particle tool.
void RunEditor::choose_tool(PlayTool tool) {
    if (!run_.source().box()) return take_tool(tools_.play.tool() == tool ? PlayTool::none : tool);
    tools_.mixed.choose(tool == PlayTool::add    ? MixedTool::add
                        : tool == PlayTool::pull ? MixedTool::gravity
                                                 : MixedTool::grab);
}

// Adds an undo entry for an added or removed particle of the mixed box. Undoing restores or removes only this particle,
// because the box cannot go back in time.
void RunEditor::record_mixed_edit() {
    const std::optional<MixedEdit> edit = tools_.mixed.take_edit();
    if (!edit) return;
    const std::function<void()> remove = [this, row = edit->row] {
        tools_.mixed.forget();
        if (LiveBox* const mixed = run_.source().box()) mixed->remove(row);
    };
    const std::function<void()> put_back = [this, edit = *edit] {
        if (LiveBox* const mixed = run_.source().box()) mixed->put_back(edit.row, edit.particle);
    };
    const std::string name =
        fmt::format("{} a large particle of radius {:.2f}", edit->adds ? "add" : "remove", edit->particle.radius);
    tools_.history.add({.name = name, .undo = edit->adds ? remove : put_back, .redo = edit->adds ? put_back : remove});
    screen_.notices.flash(name);
}

void RunEditor::record_match_edit() {
    const std::optional<MatchEdit> edit = tools_.match.take_edit();
    if (!edit) return;
    const auto restore = [this, edit = *edit](bool after) {
        tools_.match.restore(edit.picture, after ? edit.after : edit.before);
    };
    tools_.history.add(
        {.name = edit->name, .undo = [restore] { restore(false); }, .redo = [restore] { restore(true); }});
}

void RunEditor::delete_selected_galaxy() {
    if (LiveBox* const mixed = run_.source().box()) {
        tools_.mixed.remove(*mixed);
        return record_mixed_edit();
    }
    delete_galaxy(selected_component()->galaxy);
}

// Returns the component of the body that was selected last; null if no body is selected.
const Component* RunEditor::selected_component() const {
    const std::vector<std::size_t>& chosen = view_.annotations.chosen_rows();
    for (const Component& component : run_.loaded.initial().particles.components)
        if (!chosen.empty() && chosen.back() - component.first < component.count) return &component;
    return nullptr;
}

std::string RunEditor::why_no_deletion() const {
    const Component* const component = selected_component();
    if (!component) return "no galaxy is selected: select a body of the galaxy with Ctrl+click first";
    if (component->perturber && component->galaxy.empty())
        return fmt::format("{} belongs to no galaxy and cannot be deleted: select a body of a galaxy", component->name);
    return {};
}

void RunEditor::delete_galaxy(const std::string& galaxy) {
    release_galaxy();
    SceneChange change;
    change.deleted = galaxy;
    edit({words_of(change), change});
}

void RunEditor::separate_kept() {
    require_possible(run_.source().limits().galaxy_edits);
    const std::span<const std::uint32_t> kept = tools_.measure.kept.ids();
    add_edit(fmt::format("make a galaxy of {} bodies", count_text(kept.size())),
             [ids = std::vector(kept.begin(), kept.end())](const SceneSnapshot& before) {
                 return with_particles(before, separate_bodies(before.particles, ids, "selection"));
             });
}

void RunEditor::choose_solver(const SolverChoice& choice) {
    const KernelVariant* const variant = choice.kernel.variant;
    const SolverChoice before = run_.source().solver();
    const auto take = [this, choice, variant] {
        if (variant)
            run_.kernels.pick(*variant);
        else
            run_.kernels.pick(SolverChoice{.type = choice.type});
    };
    const std::string was{!variant || !before.kernel.variant ? before.type->name : before.kernel.variant->name},
        is{variant ? variant->name : choice.type->name};
    screen_.work.add({.notice = fmt::format("building {} ...", is), .run = take});
    tools_.history.add({.name = fmt::format("{} {} -> {}", variant ? "kernel" : "solver", was, is),
                        .undo = [this, before] { run_.kernels.pick(before); },
                        .redo = take});
}

}  // namespace milkomeda
