// The commands of the View menu and the Camera menu.

#include <fmt/format.h>

#include "app/shell/viewport.hpp"
#include "app/viewport/legend.hpp"
#include "data/text/text.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

constexpr const char* no_density =
    "density limits cannot be fitted: choose the draw mode \"density\" or \"stars\", and show at least one body";

// Returns a note that the setting has no effect on the present picture; an empty text if `shows` is true. `where` is a
// phrase that names the present draw mode, such as "in the draw mode point".
std::string unless(bool shows, const std::string& where) { return shows ? "" : fmt::format(" (no effect {})", where); }

std::string in_mode(const Look& look) { return fmt::format("in the draw mode {}", name_of(look.mode)); }

std::string color_notice(const Look& look) {
    const bool shows = rendering_of(look.mode) == Rendering::photograph;
    return setting_notice("Color by", look.color_by) + unless(shows, in_mode(look));
}

std::string color_map_notice(const Look& look) {
    const bool photograph = rendering_of(look.mode) == Rendering::photograph;
    const bool shows = photograph ? look.tone_mapping.infrared || uses_color_map(look.color_by)
                                  : rendering_of(look.mode) == Rendering::density;
    const std::string where = photograph ? fmt::format("with color by {}", name_of(look.color_by)) : in_mode(look);
    return setting_notice("Color map", look.color_map) + unless(shows, where);
}

std::string exposure_notice(const Look& look) {
    const bool is_automatic = look.tone_mapping.automatic_exposure;
    return (is_automatic ? "Exposure: automatic" : "Exposure: locked") + unless(is_hdr(look.mode), in_mode(look));
}

std::string point_size_notice(const Look& look) { return fmt::format("Point size: {:.2f}", look.point_size); }

std::string preset_notice(const Look& look) {
    const std::optional<Preset> preset = preset_of(look);
    return preset ? setting_notice("Preset", *preset) : "";
}

}  // namespace

void Viewport::register_commands(CommandRegistry& registry) {
    register_look_commands(registry);
    register_camera_commands(registry);
    registry.add({Menu::view, 30, "Lock the exposure", "x",
                  "on: the exposure stays fixed; off: the exposure adapts to the picture"},
                 {.act =
                      [this] {
                          ToneMapping& tone_mapping = view_.look.tone_mapping;
                          lock_exposure(tone_mapping, run_.loaded.hdr(), tone_mapping.automatic_exposure);
                      },
                  .is_on = [this] { return !view_.look.tone_mapping.automatic_exposure; },
                  .says = [this] { return exposure_notice(view_.look); }});
    registry.add(
        {Menu::view, 80, "Fit the density limits", "l",
         "sets the color limits to the smallest and largest density in the picture"},
        {.act = [this] { fit_density(); },
         .why_disabled = [this] { return std::string{run_.loaded.hdr().fitting_limits().low > 0 ? "" : no_density}; }});
    registry.add(
        {Menu::view, 90, "Annotations", "n",
         "shows or hides the scale bar, the clock and all other selected annotations"},
        {.act = [this] { view_.annotations.toggle(); }, .is_on = [this] { return view_.annotations.shown.any(); }});
    registry.add(
        {Menu::view, 100, "Slice of the potential", "u",
         "shows or hides the slice; handles in the picture move and rotate the slice"},
        {.act = [this] { view_.slice.toggle(shown_camera()); }, .is_on = [this] { return view_.slice.is_on(); }});
    registry.add(
        {Menu::view, 110, "Select a body", "Ctrl+click", "selects the body under the pointer and shows its trail"});
}

void Viewport::register_look_commands(CommandRegistry& registry) {
    Look& look = view_.look;
    using enum Menu;
    const auto have_sizes = [this] { return run_.loaded.initial().mixed.has_value(); };
    registry.add({view, 10, "Draw mode", "d, m", "selects the next draw mode"},
                 {.act = [&look, have_sizes] { look.mode = next_mode(look.mode, have_sizes()); },
                  .says = [&look] { return setting_notice("Draw mode", look.mode); },
                  .list =
                      [&look, have_sizes] {
                          std::vector<DrawMode> modes = all_values<DrawMode>();
                          if (!have_sizes()) std::erase(modes, DrawMode::discs);
                          return entries_of<DrawMode>(
                              "Draw mode", modes, [&look] { return look.mode; },
                              [&look](DrawMode mode) { look.mode = mode; });
                      }});
    registry.add({view, 20, "Preset", "p", "selects the next preset"}, {.act = [this] { next_preset(); },
                                                                        .says = [&look] { return preset_notice(look); },
                                                                        .list = [this] { return preset_commands(); }});
    registry.add({view, 40, "Color by", "b", "colors the bodies by the next quantity"},
                 {.act = [&look] { look.color_by = next(look.color_by); },
                  .says =
                      [this, &look] {
                          const std::string lack = lack_of_gas(run_.loaded, look.color_by);
                          return color_notice(look) + (lack.empty() ? "" : ": " + lack);
                      },
                  .list =
                      [&look] {
                          return entries_of<ColorBy>(
                              "Color by", all_values<ColorBy>(), [&look] { return look.color_by; },
                              [&look](ColorBy quantity) { look.color_by = quantity; });
                      }});
    registry.add({view, 50, "Color map", "v", "selects the next color map"},
                 {.act = [&look] { look.color_map = next(look.color_map); },
                  .says = [&look] { return color_map_notice(look); },
                  .list =
                      [&look] {
                          return entries_of<ColorMap>(
                              "Color map", all_values<ColorMap>(), [&look] { return look.color_map; },
                              [&look](ColorMap map) { look.color_map = map; });
                      }});
    // The key "=" is the key of "+" without Shift on many keyboards.
    registry.add({view, 60, "Larger points", "+"},
                 {.act = [&look] { set_point_size(look, look.point_size * point_size_step); },
                  .says = [&look] { return point_size_notice(look); }},
                 "=");
    registry.add({view, 70, "Smaller points", "-"},
                 {.act = [&look] { set_point_size(look, look.point_size / point_size_step); },
                  .says = [&look] { return point_size_notice(look); }});
}

void Viewport::register_camera_commands(CommandRegistry& registry) {
    CameraRig& camera = view_.camera;
    registry.add({Menu::camera, 10, "Rotate", "left drag"});
    registry.add({Menu::camera, 20, "Zoom", "right drag, wheel", "the wheel zooms toward the point under the pointer"});
    registry.add({Menu::camera, 30, "Center", "double-click", "moves the clicked point to the center"});
    registry.add({Menu::camera, 40, "Pan", "middle drag"});
    registry.add({Menu::camera, 50, "Camera mode", "c",
                  "switches between orbiting, flying (w a s d q e, Shift) and the sky of a star"},
                 {.act = [this] { view_.camera.next_mode(run_.loaded); },
                  .says = [&camera] { return setting_notice("Camera", camera.mode()); },
                  .list =
                      [this, &camera] {
                          return entries_of<CameraMode>(
                              "Camera", all_values<CameraMode>(), [&camera] { return camera.mode(); },
                              [this](CameraMode mode) { view_.camera.enter(mode, run_.loaded); });
                      }});
    registry.add({Menu::camera, 60, "Projection", "o", "switches between perspective and orthographic projection"},
                 {.act = [&camera] { camera.next_projection(); },
                  .says = [&camera] { return setting_notice("Projection", camera.camera().projection); },
                  .list =
                      [&camera] {
                          std::vector<Projection> possible = all_values<Projection>();
                          // An orthographic projection cannot show the sky, which is infinitely far away.
                          if (camera.mode() == CameraMode::sky) std::erase(possible, Projection::orthographic);
                          return entries_of<Projection>(
                              "Projection", possible, [&camera] { return camera.camera().projection; },
                              [&camera](Projection projection) { camera.camera().projection = projection; });
                      }});
    registry.add({Menu::camera, 70, "Stereo", "F2", "selects the next stereo mode"},
                 {.act = [this] { view_.look.stereo = next(view_.look.stereo); },
                  .says = [this] { return setting_notice("Stereo", view_.look.stereo); },
                  .list =
                      [this] {
                          return entries_of<Stereo>(
                              "Stereo", all_values<Stereo>(), [this] { return view_.look.stereo; },
                              [this](Stereo stereo) { view_.look.stereo = stereo; });
                      }});
    registry.add({Menu::camera, 80, "Frame galaxies", "f"},
                 {.act = [this] { view_.camera.frame_all(run_.loaded); },
                  .says = [] { return std::string{"All galaxies are in view"}; }});
    registry.add({Menu::camera, 90, "Rotate automatically", "t"},
                 {.act = [&camera] { camera.settings.turns = !camera.settings.turns; },
                  .is_on = [&camera] { return camera.settings.turns; }});
    registry.add({Menu::camera, 100, "Go to a viewpoint", "1 to 9", "Ctrl+1 to Ctrl+9 store a viewpoint"},
                 {.list = [this] { return viewpoint_commands(); }});
}

std::vector<UserCommand> Viewport::preset_commands() {
    return entries_of<Preset>(
        "Preset", all_values<Preset>(), [this] { return preset_of(view_.look).value_or(static_cast<Preset>(-1)); },
        [this](Preset preset) { view_.look = with_preset(view_.look, preset); });
}

// Returns a menu entry for each stored viewpoint.
std::vector<UserCommand> Viewport::viewpoint_commands() {
    std::vector<UserCommand> entries;
    for (const auto& [key, viewpoint] : view_.camera.saved_viewpoints())
        entries.push_back({{Menu::camera, 0, fmt::format("Viewpoint {}", key), std::to_string(key)},
                           {.act = [this, key] { view_.camera.go_to_viewpoint(key, run_.loaded); }}});
    if (entries.empty()) entries.push_back({{Menu::camera, 0, "No viewpoint is stored (Ctrl+1 to Ctrl+9)"}, {}});
    return entries;
}

void Viewport::next_preset() {
    const std::optional<Preset> preset = preset_of(view_.look);
    view_.look = with_preset(view_.look, preset ? next(*preset) : Preset::photograph);
}

void Viewport::fit_density() {
    const DensityLimits fitting = run_.loaded.hdr().fitting_limits();
    if (!(fitting.low > 0)) return screen_.notices.hint(no_density);
    if (!has_density_limits(view_.look))
        return screen_.notices.hint(
            "The limits of a map of the brightness or of star formation always adapt to the picture");
    view_.look.density.automatic_limits = false;
    view_.look.density.low = fitting.low;
    view_.look.density.high = fitting.high;
    screen_.notices.flash("Density limits: fitted to the picture");
}

}  // namespace milkomeda
