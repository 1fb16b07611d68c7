#include "app/panels/scene_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>

#include "app/io/notices.hpp"
#include "app/panels/milestone_list.hpp"
#include "app/panels/orbit_preview.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tools/tool_panels.hpp"
#include "app/ui/text_fit.hpp"
#include "app/viewport/camera_rig.hpp"
#include "data/base/units.hpp"
#include "data/scene/scene_galaxy.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using Scale = Widgets::Scale;

constexpr PhysicalUnit in_kpc{kpc_per_length, "kpc"}, in_degrees{1, "°"};

Scene listed_scene(const std::string& name, const Assets& assets) try {
    return load_scene(name, assets);
    // With --assets, the scene file may be invalid while the user edits the file; loading reports the error.
} catch (const std::exception&) {
    Scene scene;
    scene.title = name;
    return scene;
}

// Lower limits of the sliders for eccentricity and pericenter: the apocenter distance must not be smaller than the
// separation at the start.
double least_eccentricity(const SceneOrbit& orbit) {
    return (orbit.separation - orbit.pericenter) / (orbit.separation + orbit.pericenter);
}
double least_pericenter(const SceneOrbit& orbit) {
    const double e = orbit.eccentricity;
    return std::max(0.05, orbit.separation * (1 - e) / (1 + e));
}
double most_separation(const SceneOrbit& orbit) {
    constexpr double far = 100;
    const double e = orbit.eccentricity;
    return e < 1 ? std::min(far, orbit.pericenter * (1 + e) / (1 - e)) : far;
}

}  // namespace

ScenePanel::ScenePanel(const SceneOptions& options, const Assets& assets)
    : assets_{assets},
      names_{scene_names(assets)},
      loaded_{options},
      begun_{options},
      draft_{options, assets},
      file_{options.source} {
    for (const std::string& name : names_) scenes_.push_back(listed_scene(name, assets));
    for (const Scene& scene : scenes_) titles_.push_back(scene.title);
}

void ScenePanel::loaded(const SceneOptions& options, Notices& notices) {
    const bool is_draft = options.source == draft_.options().source && options.settings == draft_.options().settings;
    if (!is_draft) report_lost_edits(notices);
    loaded_ = options;
    begin(options);
}

void ScenePanel::begin(const SceneOptions& options) {
    begun_ = options;
    draft_ = {options, assets_};
    file_ = options.source;
}

std::string ScenePanel::draft_name() const {
    std::string name = draft_.options().source;
    for (const auto& [key, value] : draft_.options().settings) name += fmt::format(", {}={}", key, value);
    return name;
}

void ScenePanel::restore_draft(const std::string& name) {
    const auto known = drafts_.find(name);
    if (known == drafts_.end()) return;
    const SceneOptions& options = known->second;
    if (options.source != begun_.source) begun_ = options.source == loaded_.source ? loaded_ : options;
    draft_ = {options, assets_};
    file_ = options.source;
}

void ScenePanel::pick(const std::string& source, Notices& notices) {
    file_ = source;
    if (source == draft_.options().source) return;
    report_lost_edits(notices);
    begin(source == loaded_.source ? loaded_ : with_source(draft_.options(), source));
}

// If the user's edits were not loaded and are about to be replaced, adds a notice with a command that loads these
// edits.
void ScenePanel::report_lost_edits(Notices& notices) const {
    if (draft_.options().settings != begun_.settings)
        notices.add(fmt::format("the edited scene was not loaded; this command loads the edited scene: {}",
                                command_line(draft_.options())));
}

bool ScenePanel::is_loaded() const {
    return draft_.options().source == loaded_.source && draft_.options().settings == loaded_.settings;
}

void ScenePanel::draw(Widgets& widgets, const ScenePanelContents& contents, PanelActions& actions) {
    const SceneSetup& initial = contents.loaded.initial();
    // Stores drafts only while the user holds no control, to skip intermediate values of a slider.
    if (!ImGui::IsAnyItemActive()) drafts_.try_emplace(draft_name(), draft_.options());
    bool load = source(widgets, contents.notices);
    describe(initial);
    if (draft_.options().source == loaded_.source) actions.head_for = milestones(widgets, contents.loaded);
    // A changed number of bodies or scale factor reloads the scene at once, unless edits of the scene wait for the Load
    // button.
    const bool at_once = is_loaded();
    load |= bodies(widgets, initial, contents.most_bodies) && at_once;
    load |= load_button(widgets);
    // Adopts a typed name at once, except while the user holds a control: adopting the name could move the Load
    // button away from the pointer.
    if (load || !ImGui::IsAnyItemActive()) pick(file_, contents.notices);
    ImGui::SameLine();
    const std::string command = command_line(draft_.options());
    if (widgets.button("Copy command", fmt::format("Copies this command to the clipboard: {}", command).c_str()))
        ImGui::SetClipboardText(command.c_str());
    const bool opens_sections = own_pair(widgets, contents.notices);
    const std::optional<Scene>& scene = draft_.scene();
    if (opens_sections) ImGui::SetNextItemOpen(true);
    if (scene && scene->galaxies.size() > 1 && widgets.section("Orbit", "Orbit of the galaxies around each other"))
        orbit(widgets);
    if (opens_sections) ImGui::SetNextItemOpen(true);
    if (scene && widgets.section("Galaxies", "Mass, size and inclination of each galaxy")) galaxies(widgets);
    if (widgets.section("Run", "Galaxies of the current run; their changes can be saved in a scene file"))
        run(widgets, contents, actions);
    if (widgets.section("Scales", "Factors for all positions, velocities and masses"))
        load |= scales(widgets) && at_once;
    if (!load) return;
    SceneOptions options = draft_.options();
    // If the user has chosen no number of bodies, loading the same source again keeps the present number.
    if (options.source == loaded_.source && !options.selection.bodies)
        options.selection.bodies = initial.particles.size();
    actions.load = std::move(options);
}

// Offers the shipped scenes in a list, and a text field for files. Returns true if the user chooses a scene that is not
// loaded, or enters a name.
bool ScenePanel::source(Widgets& widgets, Notices& notices) {
    look_for_files();
    const auto index_of = [this](const std::string& source) {
        return static_cast<std::size_t>(std::ranges::find(names_, source) - names_.begin());
    };
    std::vector<std::string> entries = titles_;
    std::size_t index = index_of(draft_.options().source), initial = index_of(loaded_.source);
    if (std::max(index, initial) == names_.size()) entries.emplace_back("scene or particle file");
    bool chosen = false;
    if (widgets.choice("Scene", index, entries, initial, "Scenes that come with the program; a click loads the scene",
                       missing_)) {
        pick(index < names_.size() ? names_[index] : loaded_.source, notices);
        chosen = draft_.options().source != loaded_.source;
    }
    return chosen |
           widgets.text("File", file_, "Particle file, scene file (.toml) or name of a scene; Enter loads this source");
}

// Checks once a second which particle tables of scenes are missing, because the user may download the tables.
void ScenePanel::look_for_files() {
    constexpr std::chrono::seconds pause{1};
    if (!missing_.empty() && Clock::now() - looked_ < pause) return;
    looked_ = Clock::now();
    missing_.clear();
    for (const Scene& scene : scenes_) missing_.push_back(missing_file(scene));
}

// Draws the Load button, highlighted while there are edits that are not loaded.
bool ScenePanel::load_button(Widgets& widgets) const {
    const bool is_edited = waits_for_load();
    if (is_edited) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_PlotHistogram));
    const bool pressed = widgets.button("Load", is_edited ? "Loads the edited scene, which replaces the current run"
                                                          : "Loads this scene again and restarts the run");
    if (is_edited) ImGui::PopStyleColor();
    return pressed;
}

// If the scene states no orbit, offers a button that selects a scene with an orbit. Returns true if the user presses
// the button.
bool ScenePanel::own_pair(Widgets& widgets, Notices& notices) {
    if (draft_.scene() && draft_.scene()->orbit) return false;
    const bool pressed = widgets.button("Your own pair",
                                        "Selects The Antennae, a scene in which you can change the orbit, the masses "
                                        "and the inclinations of two galaxies");
    if (pressed) pick("antennae", notices);
    return pressed;
}

void ScenePanel::describe(const SceneSetup& initial) {
    const std::optional<Scene>& scene = draft_.scene();
    const std::string& name = draft_.options().source;
    const std::string title = scene ? scene->title : std::filesystem::path{name}.filename().string();
    if (is_loaded())
        write_wrapped(fmt::format("{}, {} bodies", initial.title, count_text(initial.particles.size())));
    else
        ImGui::TextWrapped("%s, not loaded yet", title.c_str());
    if (scene) ImGui::TextWrapped("%s", scene->watch.c_str());
    write_warning(draft_.trouble());
}

// Draws the milestones. Returns the model time of a milestone that the user clicks.
std::optional<double> ScenePanel::milestones(Widgets& widgets, const LoadedScene& loaded) const {
    const std::vector<SceneMilestone>& milestones = loaded.initial().milestones;
    if (milestones.empty() && draft_.own() && !draft_.own()->milestones.empty())
        ImGui::TextWrapped(
            "The milestones of the scene file are not shown, because galaxies or orbit of this run differ from the "
            "file.");
    const Transport& transport = loaded.particle_source().transport();
    return milestone_list(widgets, milestones,
                          {transport.time(), transport.state().goal, loaded.initial().has_years()});
}

// Draws the body count control. Returns true when the user has changed the number and released the control.
bool ScenePanel::bodies(Widgets& widgets, const SceneSetup& initial, std::size_t most_bodies) {
    constexpr std::size_t most_generated = std::size_t{1} << 20;
    const bool same = draft_.options().source == loaded_.source;
    // A file must be loaded before its number of bodies is known.
    if (!same && !draft_.scene()) return false;
    const std::size_t limit = std::min(same && initial.available ? initial.available : most_generated, most_bodies);
    const int least = same ? static_cast<int>(initial.particles.components.size()) : 64;
    const int most = std::max(least, static_cast<int>(limit));
    std::optional<std::size_t>& requested = draft_.selection().bodies;
    const std::size_t otherwise = same ? initial.particles.size() : draft_.scene()->bodies;
    int number = static_cast<int>(requested.value_or(otherwise));
    if (widgets.slider("Bodies", number,
                       {least, most, same && initial.available ? most : 16384, requested || same ? "%d" : "auto",
                        Scale::logarithmic},
                       "Number of bodies in total; the mass and the share of bodies of each component stay unchanged"))
        requested = static_cast<std::size_t>(number);
    return widgets.edit_finished();
}

// Draws a slider for the setting `key` of the draft, whose present value is `value`.
void ScenePanel::edit(Widgets& widgets, const std::string& label, const std::string& key, double value,
                      const SliderSpec<double>& spec, const char* tooltip) {
    if (widgets.slider(label.c_str(), value, spec, tooltip)) draft_.set(key, value, spec.initial);
}

void ScenePanel::orbit(Widgets& widgets) {
    preview(widgets);
    const std::optional<SceneOrbit> now = draft_.scene()->orbit, own = draft_.own()->orbit;
    if (!now || !own) return;
    edit(widgets, "Eccentricity", "orbit.eccentricity", now->eccentricity,
         {least_eccentricity(*now), 3, own->eccentricity, "%.3f"},
         "Shape of the orbit: 0 circle, 0 to 1 ellipse, 1 parabola, above 1 hyperbola");
    edit(widgets, "Pericenter", "orbit.pericentre", now->pericenter,
         {least_pericenter(*now), now->separation, own->pericenter, "%.3f", Scale::logarithmic, {.unit = in_kpc}},
         "Smallest distance between the galaxies' centers on the orbit, in units of 4 kpc");
    edit(widgets, "Separation", "orbit.separation", now->separation,
         {now->pericenter, most_separation(*now), own->separation, "%.2f", Scale::logarithmic, {.unit = in_kpc}},
         "Distance of the galaxies at the start, in units of 4 kpc; on an ellipse, at most the apocenter distance");
}

// Draws the orbit, and below the drawing the eccentricity and the pericenter as text.
void ScenePanel::preview(Widgets& widgets) {
    const std::vector<DraftGalaxy> galaxies = draft_.galaxies();
    if (galaxies.empty()) return write_warning(draft_.galaxies_trouble());
    if (galaxies.size() != 2)
        return ImGui::TextWrapped("The orbit of %zu galaxies cannot be drawn; a drawing needs two galaxies.",
                                  galaxies.size());
    shown_orbit_ = orbit_of(galaxies);
    if (!shown_orbit_) return ImGui::TextWrapped("The galaxies move along one line, so their orbit has no pericenter.");
    const KeplerOrbit& orbit = *shown_orbit_;
    const auto place = widgets.canvas(
        "preview", 13 * ImGui::GetTextLineHeight(),
        "Orbits of two point masses around their center of mass, with outlines of the galaxies at the start and "
        "arrows at the pericenter. Real galaxies leave these orbits, because they overlap and brake each other.");
    draw_orbit_preview(orbit, galaxies, place);
    if (!draft_.scene()->orbit)
        ImGui::TextWrapped("Orbit from positions and velocities: eccentricity %.3f, pericenter %.3f (%.3g kpc)",
                           orbit.eccentricity, orbit.pericenter, orbit.pericenter * kpc_per_length);
    const double time = time_to_pericenter(orbit);
    ImGui::TextWrapped(time >= 0 ? "Pericenter %s after the start, at %s" : "Pericenter %s before the start",
                       format_time(std::abs(time)).c_str(), format_model_time(time).c_str());
}

void ScenePanel::galaxies(Widgets& widgets) {
    const std::vector<DraftGalaxy> placed = draft_.galaxies();
    if (placed.empty()) return write_warning(draft_.galaxies_trouble());
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const SceneGalaxy now = draft_.scene()->galaxies[i], &own = draft_.own()->galaxies[i];
        const auto& [red, green, blue] = preview_colors[i % preview_colors.size()];
        ImGui::TextColored({red, green, blue, 1}, "%s", title_of(now.name).c_str());
        const auto edit_galaxy = [&](const char* title, const char* key, double value, const SliderSpec<double>& spec,
                                     const char* tooltip) {
            edit(widgets, fmt::format("{}##{}", title, now.name), fmt::format("galaxy.{}.{}", now.name, key), value,
                 spec, tooltip);
        };
        const PhysicalUnit in_suns{placed[i].mass * solar_masses_per_mass / now.mass_scale, "M☉"},
            radius_in_kpc{placed[i].half_mass_radius * kpc_per_length / now.length_scale, "kpc"};
        edit_galaxy("Mass scale", "mass_scale", now.mass_scale,
                    {0.1, 10, own.mass_scale, "%.3f", Scale::logarithmic, {.unit = in_suns}},
                    "Factor by which the galaxy's mass is multiplied; velocities change as well, so that the galaxy "
                    "stays in equilibrium");
        edit_galaxy("Length scale", "length_scale", now.length_scale,
                    {0.1, 10, own.length_scale, "%.3f", Scale::logarithmic, {.unit = radius_in_kpc}},
                    "Factor by which all lengths of the galaxy are multiplied; the number in kpc is the resulting "
                    "half-mass radius");
        if (!draft_.scene()->orbit || !placed[i].has_disk || now.spin) continue;
        edit_galaxy("Inclination", "inclination", now.inclination.value_or(0),
                    {0, 180, own.inclination.value_or(0), "%.1f°", Scale::linear, {.unit = in_degrees}},
                    "Angle between disk and orbit: at 0 the disk rotates in the sense of the orbit, at 180 in the "
                    "opposite sense");
        if (!now.inclination) continue;
        edit_galaxy("Argument", "argument", now.argument.value_or(0),
                    {-180, 180, own.argument.value_or(0), "%.1f°", Scale::linear, {.unit = in_degrees}},
                    "Argument of the pericenter: angle along the orbit, from the point where the orbit crosses the "
                    "plane of the disk (the ascending node) to the pericenter");
    }
}

void ScenePanel::run(Widgets& widgets, const ScenePanelContents& contents, PanelActions& actions) {
    const GalaxyRequest request = galaxy_list(widgets, contents.loaded);
    if (request.focus) contents.camera.focus(*request.focus);
    actions.delete_galaxy = request.deleted;
    if (!is_scene_name(loaded_.source, assets_)) return;
    const bool entered =
        widgets.text("File##scene", scene_file_,
                     "File for the scene with the changes of its galaxies, ending in .toml. If the file exists, a "
                     "number is added to the name");
    ImGui::SameLine();
    if (widgets.button("Save scene", "Saves the scene with the times of all added, thrown and deleted galaxies") ||
        entered)
        actions.save_scene = scene_file_;
}

bool ScenePanel::scales(Widgets& widgets) {
    bool finished = false;
    const auto scale = [&](const char* label, double& value, const char* tooltip) {
        widgets.slider(label, value, {0.1, 10, 1, "%.3f x", Scale::logarithmic}, tooltip);
        finished |= widgets.edit_finished();
    };
    Selection& selection = draft_.selection();
    scale("Position scale", selection.position_scale, "Factor by which the positions of all bodies are multiplied");
    scale("Velocity scale", selection.velocity_scale, "Factor by which the velocities of all bodies are multiplied");
    scale("Mass scale", selection.mass_scale, "Factor by which the masses of all bodies are multiplied");
    return finished;
}

}  // namespace milkomeda
