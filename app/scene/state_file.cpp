#include "app/scene/state_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "app/cli/program_version.hpp"
#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "app/scene/camera_json.hpp"
#include "app/scene/scene_conversion.hpp"
#include "app/scene/setting_json.hpp"
#include "data/base/units.hpp"
#include "data/scene/scene_tables.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

// prefix of the stored name of a solver that was chosen by `auto`
constexpr std::string_view chosen_by_auto = "auto ";

// Returns the name of the solver without the prefix `chosen_by_auto`.
std::string_view name_alone(const SavedSolver& solver) {
    const std::string_view name = solver.name;
    return name.starts_with(chosen_by_auto) ? name.substr(chosen_by_auto.size()) : name;
}

// Returns one line KEY=VALUE per setting. Further lines of a value begin with a tab, which no key does.
std::string lines_of(const std::vector<std::pair<std::string, std::string>>& settings) {
    std::string text;
    for (const auto& [key, value] : settings)
        text.append(key).append(1, '=').append(join(split(value, '\n'), {}, "\n\t")).append(1, '\n');
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

// Returns the text of the scene file with all edits of galaxies, applied and scheduled.
std::string scene_text_of(const SceneSetup& initial, const EventSchedule& course) try {
    return with_changes(initial.scene_text, course.changes);
} catch (const std::runtime_error& error) {  // The text cannot be edited: save it unchanged.
    log_warning(error.what());
    return initial.scene_text;
}

// Passes the text `name` of the state to `take`. Turns exceptions of JSON and scenes into FileError.
void take_text(const SavedRun& run, const std::string& source, const char* name,
               const std::function<void(const std::string&)>& take) try {
    if (const auto found = run.texts.find(name); found != run.texts.end()) take(found->second);
} catch (const std::invalid_argument& error) {
    throw FileError(source, std::string{"is inconsistent: "} + name + ": " + error.what());
} catch (const Json::exception& error) {
    throw FileError(source, std::string{"is inconsistent: "} + name + ": " + json_fault(error));
}

}  // namespace

SavedSolver saved_solver(const DeviceContext& device_context, const SolverChoice& choice) {
    if (!device_context.device) return {};
    const bool is_auto = choice.type == &solvers().front(), is_direct = choice.kernel.variant != nullptr;
    return {std::string{is_auto ? chosen_by_auto : ""} + (is_direct ? "direct" : "fmm"),
            is_direct ? to_string(choice.kernel) : "",
            device_names(device_context) + ", driver " + driver_version(*device_context.device)};
}

SavedState saved_state(const CheckpointRequest& held) {
    const Checkpoint& state = *held.state;
    SavedState saved;
    saved.particles = held.initial->particles;
    saved.particles.time = state.time;
    if (!state.positions.empty()) {
        saved.particles.positions = state.positions;
        saved.particles.velocities = state.velocities;
    }
    saved.run.emplace();
    saved.run->version = program_version();
    saved.run->steps = state.steps;
    saved.run->parameters = held.parameters;
    saved.run->solver = held.solver;
    saved.run->integers = state.integers;
    saved.run->memory = state.memory;
    auto& texts = saved.run->texts;
    const auto& resumed = held.initial->resumed;
    texts["Source"] = resumed && resumed->texts.contains("Source") ? resumed->texts.at("Source") : held.initial->source;
    texts["Scene"] = scene_text_of(*held.initial, held.course);
    texts["SceneSettings"] = lines_of(held.initial->scene_settings);
    texts["Changes"] = std::to_string(held.course.done);
    for (const bool shown : held.shown) texts["Shown"] += shown ? '1' : '0';
    if (!held.view) return saved;
    texts["Look"] = json_page(to_json(held.view->look));
    texts["Camera"] = json_page(to_json(held.view->camera));
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
    const Scene asked = said_alone(options.settings);
    initial.parameters = run.parameters;
    for (const Parameter& parameter : parameter_table())
        if (asked.origins.contains(std::string{parameter.scene_key}))
            parameter.field.set(initial.parameters, parameter.field.get(asked.simulation));
    initial.parameters = with_overrides(initial.parameters, options.parameters);
    validate(initial.parameters);
    initial.title = scene.title;
    initial.available = state.particles.size();
    initial.orbit = scene.orbit;
    initial.milestones = scene.milestones;
    initial.look = look_of(scene);
    initial.show = annotations_of(scene);
    initial.slice = slice_of(scene);
    initial.until = std::max(scene.until, state.particles.time);
    initial.key_frames = key_frames_of(scene);
    initial.course.changes = scene.changes;
    take_text(run, options.source, "Changes", [&](const std::string& text) {
        initial.course.done =
            std::min<std::size_t>(std::strtoul(text.c_str(), nullptr, 10), initial.course.changes.size());
    });
    initial.particles = std::move(state.particles);
    initial.shown.assign(initial.particles.components.size(), true);
    take_text(run, options.source, "Shown", [&](const std::string& text) {
        if (text.size() == initial.shown.size() && text.find('1') != text.npos)
            for (std::size_t c = 0; c < text.size(); ++c) initial.shown[c] = text[c] == '1';
    });
    initial.camera = camera_of(scene);
    initial.fills_picture = scene.camera.fills_picture;
    take_text(run, options.source, "Camera", [&](const std::string& text) {
        const auto camera = camera_from(parse_json(text));
        if (!camera) throw FileError(options.source, "is inconsistent: its camera is invalid");
        initial.camera = *camera;
        initial.fills_picture = false;
    });
    take_text(run, options.source, "Look", [&](const std::string& text) {
        const Json look = parse_json(text);
        Look trial;
        from_json(look, trial);  // throws if the look is invalid
        initial.look.changes.emplace_back([look](Look& shown) { from_json(look, shown); });
    });
    const LookOverrides wished = look_of(asked);
    initial.look.complete = wished.complete;
    initial.look.changes.insert(initial.look.changes.end(), wished.changes.begin(), wished.changes.end());
    if (asked.origins.contains("view.hidden")) initial.shown = shown_components(initial.particles, asked.view.hidden);
    if (asked.view.show) initial.show = annotations_of(asked);
    initial.resumed = std::make_shared<const SavedRun>(std::move(*state.run));
    return initial;
}

std::string resume(Simulation& simulation, const DeviceContext& device_context, const SceneSetup& initial) {
    const SavedRun& saved = *initial.resumed;
    const SavedSolver now = saved_solver(device_context, simulation.solver_slot().choice());
    const bool alike = compute_alike(now, saved.solver), same = alike && saved.version == program_version();
    Checkpoint state{initial.particles.time,       saved.steps,    initial.particles.positions,
                     initial.particles.velocities, saved.integers, saved.memory};
    // number that no solver in the run log has: all logged steps count as steps of an unknown solver
    constexpr int none = -2;
    if (!same && state.memory) state.memory->solver = none;
    simulation.checkpoints().restore(state);
    const auto words_of_solver = [](const SavedSolver& solver) {
        if (solver.name.empty()) return std::string{"nobody"};
        return std::string{name_alone(solver)} + (solver.kernel.empty() ? "" : " " + solver.kernel) + " on " +
               solver.device;
    };
    std::string line = "goes on after step " + std::to_string(saved.steps) + ", " + format_time(initial.particles.time);
    if (!same)
        line += ", but not bit for bit: it was computed by " + words_of_solver(saved.solver) +
                (alike ? " of " + saved.version : "") + ", and now is by " + words_of_solver(now) +
                (alike ? " of " + program_version() : "");
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
} catch (const std::invalid_argument&) {  // This device does not support the kernel.
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
