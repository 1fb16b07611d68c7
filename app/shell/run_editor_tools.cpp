// The commands and mouse tools that edit the run.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cstdio>

#include "app/cli/usage_error.hpp"
#include "app/playback/mixed_run.hpp"
#include "app/shell/run_editor.hpp"

namespace milkomeda {

void RunEditor::register_commands(CommandRegistry& registry) {
    const auto add_tool = [&](PlayTool tool, char32_t key, const char* title, const char* detail, int place) {
        registry.add({.menu = Menu::simulation,
                      .title = title,
                      .keys = std::string(1, static_cast<char>(key)),
                      .detail = detail,
                      .presses = {{key}},
                      .act = [this, tool] { choose_tool(tool); },
                      .is_on = [this, tool] { return tools_.play.tool() == tool; },
                      .place = place});
    };
    registry.add({.menu = Menu::simulation,
                  .title = "Undo",
                  .keys = "Ctrl+Z",
                  .presses = {with_control(U'z')},
                  .act = [this] { undo(); },
                  .says = [this] { return last_undo_text_; },
                  .subject = [this] { return tools_.history.next_undo(); },
                  .place = 160});
    registry.add({.menu = Menu::simulation,
                  .title = "Redo",
                  .keys = "Ctrl+Y",
                  .detail = "also Ctrl+Shift+Z",
                  .presses = {with_control(U'y'), {.character = U'z', .control = true, .shift = true}},
                  .act = [this] { redo(); },
                  .says = [this] { return last_undo_text_; },
                  .subject = [this] { return tools_.history.next_redo(); },
                  .place = 170});
    add_tool(PlayTool::add, U'i', "Add a galaxy", "drag to set its place and its velocity", 180);
    add_tool(PlayTool::grab, U'k', "Throw a galaxy", "drag a galaxy with the mouse, and release it", 190);
    add_tool(PlayTool::pull, U'j', "Invisible attractor",
             "attracts all bodies to the pointer while you hold the mouse button", 200);
    registry.add({.menu = Menu::simulation,
                  .title = "Delete a galaxy",
                  .keys = "Delete",
                  .detail = "deletes the galaxy of the body that was selected last with Ctrl+click",
                  .presses = {function_key(GLFW_KEY_DELETE)},
                  .act = [this] { delete_selected_galaxy(); },
                  .place = 210});
}

void RunEditor::take_tool(PlayTool tool) {
    tools_.play.cancel_what_is_held(run_.loaded);
    tools_.play.choose(tool);
}

void RunEditor::choose_tool(PlayTool tool) {
    if (view_.split.is_asked_for())
        throw UsageError("two runs are compared: end the comparison (F4) to play with galaxies");
    if (run_.source().box()) return choose_mixed_tool(tool);
    take_tool(tools_.play.tool() == tool ? PlayTool::none : tool);
}

// In the mixed box of particles, the keys of galaxy tools select the most similar particle tools.
void RunEditor::choose_mixed_tool(PlayTool tool) {
    tools_.mixed.choose(tool == PlayTool::add    ? MixedTool::add
                        : tool == PlayTool::pull ? MixedTool::gravity
                                                 : MixedTool::grab);
}

// Adds an undo entry for an added or removed particle of the mixed box. The box cannot go back in time:
// undoing a removal restores only the removed particle.
void RunEditor::record_mixed_edit() {
    const std::optional<MixedEdit> edit = tools_.mixed.take_edit();
    if (!edit) return;
    const auto remove = [this, row = edit->row] {
        tools_.mixed.forget();
        if (LiveBox* const mixed = run_.source().box()) mixed->remove(row);
    };
    const auto put_back = [this, edit = *edit] {
        if (LiveBox* const mixed = run_.source().box()) mixed->put_back(edit.row, edit.particle);
    };
    char name[64];
    std::snprintf(name, sizeof name, "%s a large particle of radius %.2f", edit->adds ? "add" : "remove",
                  edit->particle.radius);
    if (edit->adds)
        tools_.history.add({.name = name, .undo = remove, .redo = put_back});
    else
        tools_.history.add({.name = name, .undo = put_back, .redo = remove});
    screen_.notices.flash(name);
}

void RunEditor::delete_selected_galaxy() {
    if (LiveBox* const mixed = run_.source().box()) {
        tools_.mixed.remove(*mixed);
        return record_mixed_edit();
    }
    const std::vector<std::size_t>& chosen = view_.annotations.chosen_rows();
    if (chosen.empty()) throw UsageError("no galaxy is selected: select a body of the galaxy with Ctrl+click first");
    for (const Component& component : run_.loaded.initial().particles.components)
        if (chosen.back() - component.first < component.count) {
            if (component.perturber && component.galaxy.empty())
                throw UsageError(component.name + " belongs to no galaxy and stays: select a body of a galaxy");
            return delete_galaxy(component.galaxy);
        }
}

void RunEditor::delete_galaxy(const std::string& galaxy) {
    release_galaxy();
    SceneChange change;
    change.deleted = galaxy;
    edit({words_of(change), change});
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
    screen_.work.add({.notice = "building " + is + " ...", .run = take});
    tools_.history.add({.name = (variant ? "kernel " : "solver ") + was + " -> " + is,
                        .undo = [this, before] { run_.kernels.pick(before); },
                        .redo = take});
}

}  // namespace milkomeda
