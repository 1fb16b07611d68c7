// The session changes the galaxies of the running simulation, and remembers what can be undone.
#include <cstdio>
#include <utility>

#include "app/shell/session.hpp"
#include "app/playback/live_box.hpp"
#include "app/tools/play_drawing.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/play/galaxy_edits.hpp"

namespace milkomeda {

// The picture as panels have it: in one for two eyes, that of each half as from between them.
View Session::panels_view() const {
    const glm::ivec2 extent = glm::max(glm::ivec2{ui_.extent()}, 1);
    return view_of(shown_camera(), extent.x, extent.y);
}

PlayContext Session::play_ground() {
    return {.loaded = loaded_,
            .view = panels_view(),
            .camera = camera_.shown(),
            .time_per_second = parameters_.time_per_second,
            .gravity = parameters_.gravity,
            .most_bodies = most_bodies_,
            .seconds = clock_.seconds()};
}

// What a person did, without what was for the tool in the hand.
Input Session::input_besides_tools() try {
    Input input = window_.input();
    const float second_half = static_cast<float>(window_.size().x) - ui_.extent().x;
    const auto into_half = [&](glm::vec2& place) {
        if (second_half > 0 && place.x >= second_half) place.x -= second_half;
    };
    into_half(input.pointer);
    if (input.left_pressed) into_half(*input.left_pressed);
    if (tools_.tool() == PlayTool::none && !split_.on())
        input = slice_.take(input, panels_view(), ui_.scale());
    if (LiveBox* const box = loaded_.particle_source().box()) {
        input = mixed_tools_.take(input, panels_view(), *box);
        remember_mixed_edit();
        return input;
    }
    return tools_.take(input, play_ground());
} catch (const UsageError& error) {
    notices_.add(error.what());
    return window_.input();
}

bool Session::is_to_rest() const {
    return !edits_.empty() || is_change_due() || tools_.holds() || split_.waits() ||
           (tools_.external_mass().has_value() != (pulled_ != nullptr));
}

// Galaxies change between two steps alone.
void Session::play() try {
    waits_to_say_ = false;
    tools_.advance(play_ground());
    while (const std::optional<GalaxyEdit> wanted = tools_.take_edit()) edit(*wanted);
    ParticleSource& source = loaded_.particle_source();
    if (is_to_rest() && !source.frames().is_between_steps() && !source.transport().playing())
        source.transport().step();
    if (!source.frames().is_between_steps()) return;
    pull();
    if (split_.waits()) {
        if (!is_said("comparing with exact forces")) return;
        split_.begin(loaded_, {device_context_, gl_.side(), assets_});
    }
    if (is_accuracy_due()) {
        if (!is_said("accuracy: " + std::string{name_of(parameters_.accuracy)})) return;
        accuracy_ = parameters_.accuracy;
    }
    if (is_integrator_due()) {
        if (!is_said("integrator: " + std::string{name_of(parameters_.integrator)})) return;
        source.solver_slot()->prepare(parameters_);
    }
    if (is_change_due()) {
        if (is_said(words_of(*loaded_.initial().course.next()))) follow_course();
        return;
    }
    if (edits_.empty() || !is_said(edits_.front().name)) return;
    const RunEdit edit = std::move(edits_.front());
    edits_.erase(edits_.begin());
    const auto before = std::make_shared<const SceneSnapshot>(scene_snapshot());
    if (!start_) start_ = loaded_.start();
    const auto after = std::make_shared<const SceneSnapshot>(edit.make(*before));
    restore(*after);
    diagnostics_.name_command(edit.name);
    history_.add({.name = edit.name,
                  .undo = [this, before] { restore(*before); },
                  .redo = [this, after] { restore(*after); },
                  .bytes = before->bytes() + after->bytes()});
    notices_.flash(edit.name);
    if (edit.then) edit.then();
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;
    notices_.add(in_words(error));
}

void Session::edit(const GalaxyEdit& edit) {
    require_possible(loaded_.particle_source().limits().galaxy_edits);
    edits_.push_back({edit.name,
                      [this, edit](const SceneSnapshot& before) {
                          return with_change(before, edit.change, edit.sample, parameters_.gravity);
                      },
                      {}});
}

bool Session::is_change_due() const {
    const ParticleSource& source = loaded_.particle_source();
    return source.transport().moving() &&
           loaded_.initial().course.is_due(source.transport().time(), parameters_.timestep);
}

bool Session::is_accuracy_due() {
    return loaded_.particle_source().solver_slot() && parameters_.accuracy != accuracy_;
}

// One that has kernels of its own, which were not needed before.
bool Session::is_integrator_due() {
    const SolverSlot* const slot = loaded_.particle_source().solver_slot();
    return slot && !slot->is_prepared(parameters_);
}

// What the scene itself says is nobody's deed: undoing goes back to before it, and it comes again.
void Session::follow_course() {
    const SceneSnapshot before = scene_snapshot();
    if (!start_) start_ = loaded_.start();
    const std::string words = words_of(*before.course.next());
    const std::optional<double> goal = loaded_.particle_source().transport().state().goal;
    try {
        restore(with_next_change(before, tools_.kinds(), parameters_.gravity, most_bodies_));
        notices_.flash(words);
    } catch (const std::invalid_argument& error) {
        notices_.add(error.what());
        restore(without_next_change(before));
    }
    if (goal) loaded_.particle_source().transport().run_to(*goal);
}

// A galaxy in the hand is shown elsewhere, perhaps in the rows that the simulation works with.
SceneSnapshot Session::scene_snapshot() {
    tools_.let_go(loaded_);
    return loaded_.scene_snapshot();
}

// The one way in which a run's particles are replaced. Parameters, camera, kernel and colours stay.
void Session::restore(const SceneSnapshot& state) {
    const AnnotatedNames names = annotations_.names_in(loaded_.initial().particles);
    const bool searched = kernels_.searching();
    kernels_.stop();  // what it builds is for the simulation that ends
    loaded_.go_on_from(state, {device_context_, gl_.side(), assets_, loaded_.particle_source().solver()});
    if (searched) kernels_.search_on();
    tools_.drop();  // what the hand has are rows of the run that has ended
    auto_save_.bodies_changed();
    annotations_.keep(names, loaded_.initial().particles);
    jumps_ =
        loaded_.particle_source().transport().state().jumps;  // another particle source's number is no jump
    camera_.reload(loaded_.initial(), true);
    split_.begin_anew();
    watch_.begin(choices());
}

// The heavy body under the pointer, and what it did as one deed.
void Session::pull() {
    ParticleSource& source = loaded_.particle_source();
    source.frames().set_external_mass(tools_.external_mass());
    if (tools_.external_mass()) {
        pulled_mass_ = tools_.external_mass()->mass;
        if (!pulled_) pulled_ = std::make_shared<const SceneSnapshot>(scene_snapshot());
    } else if (const auto before = std::exchange(pulled_, nullptr)) {
        const auto after = std::make_shared<const SceneSnapshot>(scene_snapshot());
        if (!start_) start_ = loaded_.start();
        history_.add({.name = "pull with " + mass_words(pulled_mass_),
                      .undo = [this, before] { restore(*before); },
                      .redo = [this, after] { restore(*after); },
                      .bytes = before->bytes() + after->bytes()});
    }
}

void Session::take_tool(PlayTool tool) {
    tools_.cancel_what_is_held(loaded_);
    tools_.choose(tool);
}

void Session::choose_tool(PlayTool tool) {
    if (split_.is_asked_for()) throw UsageError("two runs are compared: end that (F4) to play with galaxies");
    if (loaded_.particle_source().box()) return choose_mixed_tool(tool);
    take_tool(tools_.tool() == tool ? PlayTool::none : tool);
}

// The keys that add, grab and pull do what comes nearest to it in a box.
void Session::choose_mixed_tool(PlayTool tool) {
    mixed_tools_.choose(tool == PlayTool::add    ? MixedTool::add
                        : tool == PlayTool::pull ? MixedTool::gravity
                                                 : MixedTool::grab);
}

// A box does not go back in time: one that is put back is where it was, and all others are where they are
// now.
void Session::remember_mixed_edit() {
    const std::optional<MixedEdit> edit = mixed_tools_.take_edit();
    if (!edit) return;
    const auto remove = [this, row = edit->row] {
        mixed_tools_.forget();
        if (LiveBox* const box = loaded_.particle_source().box()) box->remove(row);
    };
    const auto put_back = [this, edit = *edit] {
        if (LiveBox* const box = loaded_.particle_source().box()) box->put_back(edit.row, edit.particle);
    };
    char name[64];
    std::snprintf(name, sizeof name, "%s a large particle of radius %.2f", edit->adds ? "add" : "remove",
                  edit->particle.radius);
    if (edit->adds)
        history_.add({.name = name, .undo = remove, .redo = put_back});
    else
        history_.add({.name = name, .undo = put_back, .redo = remove});
    notices_.flash(name);
}

void Session::delete_galaxy() {
    if (LiveBox* const box = loaded_.particle_source().box()) {
        mixed_tools_.remove(*box);
        return remember_mixed_edit();
    }
    const std::vector<std::size_t>& chosen = annotations_.chosen_rows();
    if (chosen.empty()) throw UsageError("which galaxy? Ctrl+click on a body of it first");
    for (const Component& component : loaded_.initial().particles.components)
        if (chosen.back() - component.first < component.count) {
            if (component.perturber && component.galaxy.empty())
                throw UsageError(component.name + " belongs to no galaxy, and stays: choose a body of one");
            return delete_galaxy(component.galaxy);
        }
}

void Session::delete_galaxy(const std::string& galaxy) {
    tools_.let_go(loaded_);
    SceneChange change;
    change.deleted = galaxy;
    edit({words_of(change), change});
}

SettingsSnapshot Session::choices() const {
    SettingsSnapshot choices{parameters_, look_, annotations_.shown, {}, {}};
    const SceneSetup& initial = loaded_.initial();
    for (std::size_t c = 0; c < initial.shown.size(); ++c)
        choices.shown[full_name(initial.particles.components[c])] = initial.shown[c];
    choices.others = others();
    return choices;
}

std::vector<ExtraSettingValue> Session::others() const {
    std::vector<ExtraSettingValue> choices;
    for (const ExtraSetting& row : extra_settings_) choices.push_back({row.name, row.get()});
    return choices;
}

// And how the Scene panel's scene is edited, which another load forgets.
std::vector<ExtraSetting> Session::make_extra_settings() {
    std::vector<ExtraSetting> rows = extra_settings(camera_, loaded_, cost_, ui_, window_);
    rows.push_back(
        {"scene to load", [this]() -> ExtraValue { return panels_.scene_panel().wanted(); },
         [this](const ExtraValue& value) { panels_.scene_panel().want(std::get<std::string>(value)); }});
    return rows;
}

// What the camera changes by itself is nobody's choice.
void Session::move_camera(const std::function<void()>& move) {
    const std::vector<ExtraSettingValue> before = others();
    move();
    watch_.excuse(before, others());
}

void Session::put(const SettingsSnapshot& choices) {
    parameters_ = choices.parameters;
    look_ = choices.look;
    annotations_.shown = choices.annotations;
    const std::vector<Component>& components = loaded_.initial().particles.components;
    for (std::size_t c = 0; c < components.size(); ++c)
        loaded_.shown()[c] = choices.shown.at(full_name(components[c]));
    for (std::size_t i = 0; i < extra_settings_.size(); ++i) put(extra_settings_[i], choices.others[i].value);
    watch_.begin(this->choices());
}

// What is followed may be gone: all the rest is put back.
void Session::put(const ExtraSetting& row, const ExtraValue& value) try {
    if (row.get() != value) row.set(value);
} catch (const UsageError& error) {
    notices_.add(error.what());
}

void Session::remember_choices() {
    if (tour_.runs()) return;  // which puts everything back
    const auto change = watch_.look_at(choices(), ui_.is_being_edited());
    if (!change) return;
    const auto& [before, after] = *change;
    history_.add(
        {.name = words_for_change(before, after),
         .undo = [this, before = before, after = after] { put(with_change(choices(), after, before)); },
         .redo = [this, before = before, after = after] { put(with_change(choices(), before, after)); }});
}

void Session::measure() {
    diagnostics_.advance({.source = loaded_.particle_source(),
                          .bodies = loaded_.initial().particles,
                          .parameters = parameters_,
                          .is_being_changed = ui_.is_being_edited(),
                          .is_pulled = tools_.external_mass().has_value()},
                         notices_);
}

// By hand: a solver, or one of the direct sum's kernels. What ran before runs again when it is undone.
void Session::pick(const SolverChoice& choice) {
    const KernelVariant* const variant = choice.kernel.variant;
    const SolverChoice before = loaded_.particle_source().solver();
    const auto take = [this, choice, variant] {
        if (variant)
            kernels_.pick(*variant);
        else
            kernels_.pick(*choice.type);
    };
    const std::string was{!variant || !before.kernel.variant ? before.type->name
                                                             : before.kernel.variant->name},
        is{variant ? variant->name : choice.type->name};
    announce("building " + is + " ...", take);
    history_.add({.name = (variant ? "kernel " : "solver ") + was + " -> " + is,
                  .undo = [this, before] { kernels_.pick(before); },
                  .redo = take});
}

void Session::undo() try {
    tools_.cancel_what_is_held(loaded_);
    if (const auto before = std::exchange(pulled_, nullptr)) {  // no deed yet, but it is what was done last
        last_undo_text_ = "undone: pull with " + mass_words(pulled_mass_);
        if (!start_) start_ = loaded_.start();
        return restore(*before);
    }
    const std::string name = history_.next_undo();
    last_undo_text_ = name.empty() ? "nothing to undo" : "undone: " + name;
    history_.undo();
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;
    last_undo_text_ = in_words(error);
}

void Session::redo() try {
    tools_.cancel_what_is_held(loaded_);
    if (pulled_) return void(last_undo_text_ = "nothing to redo");  // something else was done
    const std::string name = history_.next_redo();
    last_undo_text_ = name.empty() ? "nothing to redo" : "done again: " + name;
    history_.redo();
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;
    last_undo_text_ = in_words(error);
}

// Of another scene.
void Session::forget_history() {
    diagnostics_.forget();
    tools_.forget();
    mixed_tools_.forget();
    edits_.clear();
    accuracy_ = loaded_.initial().parameters.accuracy;
    start_.reset();
    pulled_.reset();
    history_.clear();
    watch_ = {};
}

}  // namespace milkomeda
