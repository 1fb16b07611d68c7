#include "app/shell/run_editor.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "app/playback/mixed_run.hpp"
#include "app/tools/play_drawing.hpp"
#include "data/play/galaxy_edits.hpp"

namespace milkomeda {
namespace {

std::string words_of(const Comparison& comparison) {
    if (comparison.with == Comparison::With::exact_forces) return "comparing with exact forces";
    if (comparison.with == Comparison::With::parameters) return "comparing with other parameters";
    return "comparing with " + comparison.name;
}

}  // namespace

PlayContext RunEditor::context(const View& picture) {
    return {.loaded = run_.loaded,
            .view = picture,
            .camera = view_.camera.shown(),
            .time_per_second = run_.parameters.time_per_second,
            .gravity = run_.parameters.gravity,
            .most_bodies = run_.most_bodies,
            .seconds = screen_.clock.seconds()};
}

Input RunEditor::take_input(const View& picture) try {
    Input input = screen_.window.input();
    const float second_half = static_cast<float>(screen_.window.size().x) - screen_.ui.extent().x;
    const auto to_left_half = [&](glm::vec2& position) {
        if (second_half > 0 && position.x >= second_half) position.x -= second_half;
    };
    to_left_half(input.pointer);
    if (input.left_pressed) to_left_half(*input.left_pressed);
    if (tools_.play.tool() == PlayTool::none && !view_.split.on()) {
        input = view_.slice.take(input, picture, screen_.ui.scale());
        if (!run_.source().box()) input = tools_.measure.take(input, picture, view_.camera.shown().target);
        input = tools_.match.take(input, picture, screen_.ui.scale());
    }
    const bool flies = view_.camera.mode() == CameraMode::fly;
    tools_.match.overlay.holds_picture = !flies && std::ranges::count(input.held, U'a') > 0;
    record_match_edit();
    if (LiveBox* const mixed = run_.source().box()) {
        input = tools_.mixed.take(input, picture, *mixed);
        record_mixed_edit();
        return input;
    }
    return tools_.play.take(input, context(picture));
} catch (const UsageError& error) {
    screen_.notices.hint(error.what());
    return screen_.window.input();
}

bool RunEditor::needs_step_end() {
    return screen_.work.needs_step_end() || is_event_due() || tools_.play.pauses_run() || view_.split.waits() ||
           (tools_.play.external_mass().has_value() != (pulled_ != nullptr)) || is_accuracy_due() ||
           is_integrator_due();
}

bool RunEditor::holds_run() const {
    return (tools_.play.pauses_run() || screen_.work.needs_step_end()) && run_.source().frames().is_between_steps();
}

void RunEditor::advance(const View& picture) try {
    tools_.play.advance(context(picture));
    while (const std::optional<GalaxyEdit> wanted = tools_.play.take_edit()) edit(*wanted);
    ParticleSource& source = run_.source();
    if (!source.frames().is_between_steps() && !source.transport().playing() && needs_step_end())
        source.transport().step();
    if (!source.frames().is_between_steps()) return;
    apply_external_mass();
    announce_due_work();
    const std::optional<AnnouncedWork> work = screen_.work.take(true);
    if (!work) return;
    screen_.trace.event("announced", {{"line", work->notice}});
    work->run();
} catch (const std::exception& error) {
    screen_.show_error(error);
}

bool RunEditor::is_event_due() const {
    const ParticleSource& source = run_.source();
    return source.transport().moving() &&
           run_.loaded.initial().course.is_due(source.transport().time(), run_.parameters.timestep);
}

bool RunEditor::is_accuracy_due() { return run_.source().solver_slot() && run_.parameters.accuracy != accuracy_; }

bool RunEditor::is_integrator_due() {
    const SolverSlot* const slot = run_.source().solver_slot();
    return slot && !slot->is_prepared(run_.parameters);
}

void RunEditor::add_step_work(const std::string& what, std::function<void()> work) {
    const std::string notice = fmt::format("{} ...", what);
    if (!screen_.work.has(notice)) screen_.work.add({notice, true, std::move(work)});
}

// Queues work that may build kernels, which takes about a second. Each work item tests its condition when it starts,
// because the user may have changed the settings since the item was queued.
void RunEditor::announce_due_work() {
    const SimulationParameters& parameters = run_.parameters;
    if (view_.split.waits())
        add_step_work(words_of(view_.split.comparison()), [this] {
            if (view_.split.waits())
                view_.split.begin(run_.loaded, run_.parameters, {run_.device_context, run_.gl, run_.assets});
        });
    if (is_accuracy_due())
        add_step_work(fmt::format("changing the accuracy to {}", name_of(parameters.accuracy)),
                      [this, accuracy = parameters.accuracy] { accuracy_ = accuracy; });
    if (is_integrator_due())
        add_step_work(fmt::format("changing the integrator to {}", name_of(parameters.integrator)), [this] {
            if (is_integrator_due()) run_.source().solver_slot()->prepare(run_.parameters);
        });
    if (is_event_due())
        add_step_work(words_of(*run_.loaded.initial().course.next()), [this] {
            if (is_event_due()) follow_event();
        });
}

void RunEditor::edit(const GalaxyEdit& edit) {
    require_possible(run_.source().limits().galaxy_edits);
    add_edit(edit.name, [this, edit](const SceneSnapshot& before) {
        return with_change(before, edit.change, edit.sample, run_.parameters.gravity);
    });
}

void RunEditor::add_edit(const std::string& name, const Change& change, const std::function<void()>& then) {
    screen_.work.add({fmt::format("{} ...", name), true, [this, name, change, then] {
                          apply_edit(name, change);
                          if (then) then();
                      }});
}

void RunEditor::apply_edit(const std::string& name, const Change& change) {
    while (is_event_due()) follow_event();
    const auto before = std::make_shared<EditedScene>(EditedScene{scene_snapshot()});
    note_start();
    const auto after = std::make_shared<EditedScene>(EditedScene{change(before->state)});
    restore(*after, before);
    run_.diagnostics.name_command(name);
    add_undo_entry(name, before, after);
    screen_.notices.flash(name);
}

void RunEditor::add_undo_entry(const std::string& name, const std::shared_ptr<EditedScene>& before,
                               const std::shared_ptr<EditedScene>& after) {
    tools_.history.add({.name = name,
                        .undo = [this, before, after] { restore(*before, after); },
                        .redo = [this, before, after] { restore(*after, before); },
                        .bytes = before->state.bytes() + after->state.bytes()});
}

void RunEditor::note_start() {
    if (!run_.edited_start) run_.edited_start = run_.loaded.start();
}

// Applies the next scripted event without an undo entry. If the user undoes an earlier edit, the event is applied
// again.
void RunEditor::follow_event() {
    const SceneSnapshot before = scene_snapshot();
    note_start();
    const std::string words = words_of(*before.course.next());
    const std::optional<double> goal = run_.source().transport().state().goal;
    try {
        restore({with_next_change(before, tools_.play.kinds(), run_.parameters.gravity, run_.most_bodies)});
        screen_.notices.flash(words);
    } catch (const std::invalid_argument& error) {
        screen_.notices.fail(error.what());
        restore({without_next_change(before)});
    }
    if (!goal) return;
    run_.source().transport().play(false);  // the run pauses when it reaches the goal
    run_.source().transport().run_to(*goal);
}

// Returns the state of the scene, with a dragged galaxy at its position in the run.
SceneSnapshot RunEditor::scene_snapshot() {
    release_galaxy();
    return run_.loaded.scene_snapshot();
}

// Replaces the bodies of the run. Parameters, camera, kernel and colors remain unchanged. Keeps the replaced run in
// `left` unless `left` is null.
void RunEditor::restore(EditedScene& scene, const std::shared_ptr<EditedScene>& left) {
    const AnnotatedNames names = view_.annotations.names_in(run_.loaded.initial().particles);
    const bool searched = run_.kernels.searching();
    run_.kernels.stop();  // because the search builds kernels for the old simulation
    std::unique_ptr<ReplacedRun> replaced = run_.loaded.go_on_from(
        scene.state, {run_.device_context, run_.gl, run_.assets, run_.source().solver()}, std::move(scene.run));
    if (left) keep(std::move(replaced), left);
    if (searched) run_.kernels.search_on();
    tools_.play.drop();  // because the tool refers to particle data of the old simulation
    auto_save_.bodies_changed();
    view_.annotations.keep(names, run_.loaded.initial().particles);
    jumps_ = run_.source().transport().state().jumps;  // because the new particle source counts its jumps from zero
    view_.camera.reload(run_.loaded.initial(), true);
    view_.split.begin_anew();
    settings_.accept();
}

// Keeps a replaced run with a quarter of its memory for key frames, so that undo and redo can continue the run. Drops
// the oldest runs: at most three runs are kept, with at most a quarter of the bodies that fit into the device's memory.
void RunEditor::keep(std::unique_ptr<ReplacedRun> run, const std::shared_ptr<EditedScene>& scene) {
    constexpr std::size_t most_runs = 3;
    if (!run->source.probes()) return;  // a frozen state is not kept, so that undo on a later device begins a new run
    if (RunHistory* const history = run->source.checkpoints().run_history())
        history->set_budget(history->memory().budget / 4);
    std::erase_if(replaced_,
                  [](const std::weak_ptr<EditedScene>& kept) { return kept.expired() || !kept.lock()->run; });
    scene->run = std::move(run);
    replaced_.push_back(scene);
    std::size_t bodies = 0, runs = 0;
    for (auto newest = replaced_.rbegin(); newest != replaced_.rend(); ++newest) {
        const std::shared_ptr<EditedScene> kept = newest->lock();
        bodies += kept->state.particles.size();
        if (++runs > most_runs || bodies > run_.most_bodies / 4) kept->run.reset();
    }
}

void RunEditor::drop_replaced_runs() {
    for (const std::weak_ptr<EditedScene>& kept : std::exchange(replaced_, {}))
        if (const std::shared_ptr<EditedScene> scene = kept.lock()) scene->run.reset();
}

void RunEditor::restore_start(const std::function<void()>& then) {
    add_edit(
        "reset", [this](const SceneSnapshot&) { return *run_.edited_start; }, then);
}

// Applies the external mass of the pull tool to the run. When the external mass ends, adds one undo entry for its
// effect.
void RunEditor::apply_external_mass() {
    const auto& mass = tools_.play.external_mass();
    run_.source().frames().set_external_mass(mass);
    if (mass) {
        pulled_mass_ = mass->mass;
        if (!pulled_) pulled_ = std::make_shared<EditedScene>(EditedScene{scene_snapshot()});
    } else if (const auto before = std::exchange(pulled_, nullptr)) {
        note_start();
        add_undo_entry("pull with " + mass_words(pulled_mass_), before,
                       std::make_shared<EditedScene>(EditedScene{scene_snapshot()}));
    }
}

void RunEditor::follow_jumps() {
    ParticleSource& source = run_.source();
    if (const auto wanted = source.transport().take_parameters()) {
        const SimulationParameters own = run_.parameters;
        run_.parameters = *wanted;
        run_.parameters.steps_per_frame = own.steps_per_frame;
        run_.parameters.time_per_second = own.time_per_second;
        run_.parameters.key_frame_memory = own.key_frame_memory;
        settings_.accept();
    }
    if (std::exchange(jumps_, source.transport().state().jumps) == source.transport().state().jumps) return;
    view_.split.begin_anew();
    view_.annotations.restart();
}

void RunEditor::measure() {
    const std::shared_ptr<const SavedRun>& resumed = run_.loaded.initial().resumed;
    run_.diagnostics.advance({.source = run_.source(),
                              .bodies = run_.loaded.initial().particles,
                              .parameters = run_.parameters,
                              .is_being_changed = screen_.ui.is_being_edited(),
                              .is_pulled = tools_.play.external_mass().has_value(),
                              .saved = resumed ? &resumed->diagnostics : nullptr,
                              .compared = view_.split.compared_branch()},
                             screen_.notices);
}

void RunEditor::undo() try {
    tools_.play.cancel_what_is_held(run_.loaded);
    if (const auto before = std::exchange(pulled_, nullptr)) {  // an unfinished pull is the newest change
        last_undo_text_ = "undone: pull with " + mass_words(pulled_mass_);
        note_start();
        return restore(*before, nullptr);
    }
    last_undo_text_ = tools_.history.next_undo().empty() ? "" : "undone: " + tools_.history.next_undo();
    tools_.history.undo();
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;
    last_undo_text_ = in_words(error);
}

void RunEditor::redo() try {
    tools_.play.cancel_what_is_held(run_.loaded);
    if (pulled_) return void(last_undo_text_ = "nothing to redo");  // an unfinished pull is the newest change
    last_undo_text_ = tools_.history.next_redo().empty() ? "" : "redone: " + tools_.history.next_redo();
    tools_.history.redo();
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;
    last_undo_text_ = in_words(error);
}

void RunEditor::forget() {
    run_.diagnostics.forget();
    tools_.play.forget();
    tools_.mixed.forget();
    tools_.measure.forget();
    tools_.measure.kept.forget();
    if (run_.source().box()) tools_.measure.choose(MeasureKind::none);
    screen_.work.drop_step_work();
    accuracy_ = run_.loaded.initial().parameters.accuracy;
    run_.edited_start.reset();
    pulled_.reset();
    tools_.history.clear();
    settings_.forget();
}

}  // namespace milkomeda
