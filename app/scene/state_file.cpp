#include "app/scene/state_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "app/cli/program_version.hpp"
#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "app/scene/saved_origins.hpp"
#include "app/scene/scene_conversion.hpp"
#include "app/scene/setting_json.hpp"
#include "app/scene/shown_parts.hpp"
#include "data/base/units.hpp"
#include "data/scene/scene_tables.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view chosen_by_auto = "auto ";  // prefix of the stored name of a solver that `auto` chose

// Returns the name of the solver without the prefix `chosen_by_auto`.
std::string_view name_alone(const SavedSolver& solver) {
    const std::string_view name = solver.name;
    return name.starts_with(chosen_by_auto) ? name.substr(chosen_by_auto.size()) : name;
}

// Returns one line KEY=VALUE per setting. The second and all later lines of a value begin with a tab, unlike keys.
std::string lines_of(const std::vector<std::pair<std::string, std::string>>& settings) {
    std::string text;
    for (const auto& [key, value] : settings) text += fmt::format("{}={}\n", key, join(split(value, '\n'), {}, "\n\t"));
    return text;
}

std::vector<std::pair<std::string, std::string>> settings_in(const std::string& text) {
    std::vector<std::pair<std::string, std::string>> settings;
    for (const std::string& line : split(text, '\n'))
        if (line.starts_with('\t') && !settings.empty())
            settings.back().second.append(1, '\n').append(line, 1);
        else if (const std::size_t equals = line.find('='); equals != line.npos)
            settings.emplace_back(line.substr(0, equals), line.substr(equals + 1));
    return settings;
}

// Returns the text of the scene file with all edits of galaxies, applied and scheduled. If the user has edited
// galaxies, the text contains only the milestones that apply to the edited run.
std::string scene_text_of(const SceneSetup& initial, const EventSchedule& course) try {
    const std::string text = with_changes(initial.scene_text, course.changes);
    const auto is_of_user = [](const SceneChange& change) { return change.origin.empty(); };
    return std::ranges::any_of(course.changes, is_of_user) ? with_milestones(text, initial.milestones) : text;
} catch (const std::runtime_error& error) {  // the text cannot be edited and is saved unchanged
    log_warning(error.what());
    return initial.scene_text;
}

// Returns the text of the scene file with this camera path.
std::string with_path(const std::string& text, const std::vector<SceneKeyFrame>& path) try {
    return with_key_frames(text, path);
} catch (const std::runtime_error& error) {  // the text cannot be edited and is saved unchanged
    log_warning(error.what());
    return text;
}

// Passes the text `name` of the saved run to `take`, if there is such a text. Converts exceptions to FileError.
void take_text(const SavedRun& run, const std::string& source, const char* name,
               const std::function<void(const std::string&)>& take) try {
    if (const auto found = run.texts.find(name); found != run.texts.end()) take(found->second);
} catch (const std::invalid_argument& error) {
    throw FileError(source, fmt::format("is inconsistent: {}: {}", name, error.what()));
} catch (const Json::exception& error) {
    throw FileError(source, fmt::format("is inconsistent: {}: {}", name, json_fault(error)));
}

// Passes the origins of the components from the saved run to `initial`, whose particles must be set.
void take_origins(SavedRun& run, const std::string& source, SceneSetup& initial) {
    take_text(run, source, "Origins",
              [&](const std::string&) { initial.origins = origins_in(run, initial.particles, source); });
    run.radii_at_start = run.vertical_ranks = {};
    if (!initial.origins.empty() || run.steps == 0) return;
    initial.notes.emplace_back(
        "the file does not contain the start of the run: colors and dust follow from the present positions");
    log_info(initial.notes.back());
}

}  // namespace

SavedSolver saved_solver(const DeviceContext& device_context, const SolverChoice& choice) {
    if (!device_context.device) return {};
    const bool is_auto = choice.type == &solvers().front(), is_direct = choice.kernel.variant != nullptr;
    return {std::string{is_auto ? chosen_by_auto : ""} + (is_direct ? "direct" : "fmm"),
            is_direct ? to_string(choice.kernel) : "",
            device_names(device_context) + ", driver " + driver_version(*device_context.device)};
}

SavedState saved_state(const CheckpointRequest& request) {
    const Checkpoint& state = *request.state;
    SavedState saved;
    saved.particles = with_rows(request.initial->particles, state);
    saved.particles.time = state.time;
    SavedRun& run = saved.run.emplace();
    run.version = program_version();
    run.steps = state.steps;
    run.parameters = request.parameters;
    run.solver = request.solver;
    run.integers = state.integers;
    run.memory = state.memory;
    run.gas = state.gas;
    const auto& resumed = request.initial->resumed;
    run.texts["Source"] =
        resumed && resumed->texts.contains("Source") ? resumed->texts.at("Source") : request.initial->source;
    run.texts["Scene"] = scene_text_of(*request.initial, request.course);
    run.texts["SceneSettings"] = lines_of(request.initial->scene_settings);
    run.texts["Changes"] = std::to_string(request.course.done);
    run.texts["Shown"] = digits_of(request.shown);
    put_origins(request.initial->origins, run);
    run.diagnostics = request.diagnostics.columns.empty() && resumed ? resumed->diagnostics : request.diagnostics;
    if (!request.view) return saved;
    if (request.view->path) run.texts["Scene"] = with_path(run.texts["Scene"], *request.view->path);
    run.texts["Look"] = json_page(to_json(request.view->look));
    Json camera = to_json(request.view->camera);
    camera["keeps_framed"] = request.view->keeps_framed;
    run.texts["Camera"] = json_page(camera);
    return saved;
}

SceneSetup initial_state_of_state(const SceneOptions& options, SavedState state) {
    const SavedRun& run = *state.run;
    SceneSetup initial;
    take_text(run, options.source, "SceneSettings",
              [&](const std::string& text) { initial.scene_settings = settings_in(text); });
    initial.scene_settings.insert(initial.scene_settings.end(), options.settings.begin(), options.settings.end());
    take_text(run, options.source, "Scene", [&](const std::string& text) { initial.scene_text = text; });
    const Scene scene = scene_of_text("the scene in " + options.source, initial.scene_text, initial.scene_settings);
    const Scene set_now = scene_of_settings(options.settings);
    initial.parameters = with_overrides(with_parameters_of(set_now, run.parameters), options.parameters);
    validate(initial.parameters);
    take_settings(scene, initial);
    initial.available = state.particles.size();
    initial.orbit = scene.orbit;
    initial.until = std::max(scene.until, state.particles.time);
    initial.key_frames = key_frames_of(scene);
    initial.course.changes = scene.changes;
    take_text(run, options.source, "Changes", [&](const std::string& text) {
        initial.course.done =
            std::min<std::size_t>(std::strtoul(text.c_str(), nullptr, 10), initial.course.changes.size());
    });
    initial.particles = std::move(state.particles);
    initial.shown.assign(initial.particles.components.size(), all_bodies);
    take_origins(*state.run, options.source, initial);
    take_text(run, options.source, "Shown", [&](const std::string& text) {
        const std::vector<ShownBodies> shown = shown_of_digits(text);
        if (shown.size() == initial.shown.size() && std::ranges::any_of(shown, &ShownBodies::any))
            initial.shown = shown;
    });
    initial.camera = camera_of(scene);
    initial.framing.is_kept = scene.camera.fills_picture.value_or(true);
    initial.framing.rolls = scene.camera.fills_picture.value_or(false);
    take_text(run, options.source, "Camera", [&](const std::string& text) {
        const Json json = parse_json(text);
        const auto camera = camera_from(json);
        if (!camera) throw FileError(options.source, "is inconsistent: the camera is invalid");
        initial.camera = *camera;
        initial.framing.is_kept = json.value("keeps_framed", false);
        initial.framing.rolls = false;
    });
    take_text(run, options.source, "Look", [&](const std::string& text) {
        const Json look = parse_json(text);
        Look trial;
        from_json(look, trial);  // throws if the look is invalid
        initial.look.changes.emplace_back([look](Look& shown) { from_json(look, shown); });
    });
    const LookOverrides look_set_now = look_of(set_now);
    initial.look.complete = look_set_now.complete;
    std::ranges::copy(look_set_now.changes, std::back_inserter(initial.look.changes));
    if (set_now.origins.contains("view.hidden"))
        initial.shown = shown_components(initial.particles, set_now.view.hidden);
    if (set_now.view.show) initial.show = annotations_of(set_now);
    initial.resumed = std::make_shared<const SavedRun>(std::move(*state.run));
    return initial;
}

std::string resume(Simulation& simulation, const DeviceContext& device_context, const SceneSetup& initial) {
    const SavedRun& saved = *initial.resumed;
    const SavedSolver now = saved_solver(device_context, simulation.solver_slot().choice());
    const bool alike = compute_alike(now, saved.solver), same = alike && saved.version == program_version();
    Checkpoint state{
        initial.particles.time, saved.steps, initial.particles.positions, initial.particles.velocities, saved.integers,
        saved.memory,           saved.gas};
    // No solver has this number, so that all steps in the run log count as steps of an unknown solver.
    constexpr int unknown_solver = -2;
    if (!same && state.memory) state.memory->solver = unknown_solver;
    simulation.checkpoints().restore(state);
    const auto words_of = [&](const SavedSolver& solver, const std::string& version) {
        if (solver.name.empty()) return std::string{"no solver"};
        return fmt::format("{}{}{} on {}{}{}", name_alone(solver), solver.kernel.empty() ? "" : " ", solver.kernel,
                           solver.device, alike ? " of " : "", alike ? version : "");
    };
    std::string line = fmt::format("continues after step {}, {}", saved.steps, format_time(initial.particles.time));
    if (!same)
        line += fmt::format(
            ", but not bit for bit: the saved steps were computed by {}, and the next steps are computed by {}",
            words_of(saved.solver, saved.version), words_of(now, program_version()));
    else if (!device_context.secondary.empty())
        line += ", but not bit for bit: several devices share the forces";
    return line;
}

bool compute_alike(const SavedSolver& a, const SavedSolver& b) {
    return name_alone(a) == name_alone(b) && a.kernel == b.kernel && a.device == b.device;
}

std::optional<SolverChoice> solver_again(const SavedSolver& saved, Accuracy accuracy,
                                         const DeviceContext& device_context) try {
    if (!device_context.device || saved.name.empty()) return {};
    const bool by_auto = saved.name.starts_with(chosen_by_auto), is_direct = name_alone(saved) == "direct";
    SolverChoice choice{by_auto ? &solvers().front() : &solver_named(name_alone(saved)), {}, accuracy, !is_direct};
    if (!saved.kernel.empty()) choice.kernel = parse_kernel(saved.kernel, *device_context.device);
    return choice;
} catch (const std::invalid_argument&) {  // this device does not support the kernel
    return {};
}

std::optional<SolverChoice> solver_of_name(const std::string& forces, Accuracy accuracy,
                                           const DeviceContext& device_context) {
    const std::size_t blank = forces.find(' ');
    const std::string type = forces.substr(0, blank);
    const std::string kernel = blank == forces.npos ? "" : forces.substr(blank + 1);
    const bool is_auto = type == solvers().front().name;
    const std::string by_auto = std::string{chosen_by_auto} + (kernel.empty() ? "fmm" : "direct");
    return solver_again({is_auto ? by_auto : type, kernel, ""}, accuracy, device_context);
}

std::optional<SolverChoice> solver_of(const DeviceOptions& options, const SceneSetup& initial,
                                      const DeviceContext& device_context) {
    if (!initial.resumed || options.chooses_solver()) return {};
    return solver_again(initial.resumed->solver, initial.parameters.accuracy, device_context);
}

}  // namespace milkomeda
