// The commands of the View menu and the Camera menu.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cstdio>

#include "app/shell/viewport.hpp"
#include "data/text/text.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

// Returns a note that the present picture does not show the setting, or an empty text if `shows` is true.
std::string unless(bool shows, const std::string& why) { return shows ? "" : " (no effect " + why + ")"; }

std::string in_mode(const Look& look) { return "in the mode " + std::string{name_of(look.mode)}; }

std::string color_notice(const Look& look) {
    const bool shows = rendering_of(look.mode) == Rendering::photograph;
    return setting_notice("Color by", look.color_by) + unless(shows, in_mode(look));
}

std::string color_map_notice(const Look& look) {
    const bool photograph = rendering_of(look.mode) == Rendering::photograph;
    const bool shows = photograph ? look.tone_mapping.infrared || uses_color_map(look.color_by)
                                  : rendering_of(look.mode) == Rendering::density;
    const std::string why = photograph ? "on color by " + std::string{name_of(look.color_by)} : in_mode(look);
    return setting_notice("Color map", look.color_map) + unless(shows, why);
}

std::string exposure_notice(const Look& look) {
    const bool is_automatic = look.tone_mapping.automatic_exposure;
    return (is_automatic ? "Exposure: automatic" : "Exposure: locked") + unless(is_hdr(look.mode), in_mode(look));
}

std::string point_size_notice(const Look& look) {
    char text[32];
    std::snprintf(text, sizeof text, "Point size: %.2f", static_cast<double>(look.point_size));
    return text;
}

std::string preset_notice(const Look& look) {
    const std::optional<Preset> preset = preset_of(look);
    return preset ? setting_notice("Preset", *preset) : "";
}

}  // namespace

void Viewport::register_commands(CommandRegistry& registry) {
    register_look_commands(registry);
    register_camera_commands(registry);
    registry.add({.menu = Menu::view,
                  .title = "Lock the exposure",
                  .keys = "x",
                  .detail = "keeps the exposure; otherwise it adapts to the picture",
                  .presses = {{U'x'}},
                  .act =
                      [this] {
                          ToneMapping& tone_mapping = view_.look.tone_mapping;
                          lock_exposure(tone_mapping, run_.loaded.hdr(), tone_mapping.automatic_exposure);
                      },
                  .is_on = [this] { return !view_.look.tone_mapping.automatic_exposure; },
                  .says = [this] { return exposure_notice(view_.look); },
                  .place = 30});
    registry.add({.menu = Menu::view,
                  .title = "Fit the density limits",
                  .keys = "l",
                  .detail = "sets the limits of the density colors to the range of the picture",
                  .presses = {{U'l'}},
                  .act = [this] { fit_density(); },
                  .place = 80});
    registry.add({.menu = Menu::view,
                  .title = "Annotations",
                  .keys = "n",
                  .detail = "shows the scale bar, the clock and the other selected annotations",
                  .presses = {{U'n'}},
                  .act = [this] { view_.annotations.toggle(); },
                  .is_on = [this] { return view_.annotations.shown.any(); },
                  .place = 90});
    registry.add({.menu = Menu::view,
                  .title = "Slice of the potential",
                  .keys = "u",
                  .detail = "handles in the picture move and rotate the slice",
                  .presses = {{U'u'}},
                  .act = [this] { view_.slice.toggle(shown_camera()); },
                  .is_on = [this] { return view_.slice.is_on(); },
                  .place = 100});
    registry.add({.menu = Menu::view,
                  .title = "Select a body",
                  .keys = "Ctrl+click",
                  .detail = "selects the body under the pointer and shows its trail",
                  .place = 110});
}

void Viewport::register_look_commands(CommandRegistry& registry) {
    Look& look = view_.look;
    const auto add = [&](UserCommand command) { registry.add(std::move(command)); };
    add({.menu = Menu::view,
         .title = "Next draw mode",
         .keys = "d, m",
         .presses = {{U'd'}, {U'm'}},
         .act = [this] { view_.look.mode = next_mode(view_.look.mode, run_.loaded.initial().mixed.has_value()); },
         .says = [&look] { return setting_notice("Draw mode", look.mode); },
         .place = 10});
    add({.menu = Menu::view,
         .title = "Next preset",
         .keys = "p",
         .detail = join(names<Preset>),
         .presses = {{U'p'}},
         .act = [this] { next_preset(); },
         .says = [&look] { return preset_notice(look); },
         .place = 20});
    add({.menu = Menu::view,
         .title = "Color by the next quantity",
         .keys = "b",
         .presses = {{U'b'}},
         .act = [&look] { look.color_by = next(look.color_by); },
         .says = [&look] { return color_notice(look); },
         .place = 40});
    add({.menu = Menu::view,
         .title = "Next color map",
         .keys = "v",
         .presses = {{U'v'}},
         .act = [&look] { look.color_map = next(look.color_map); },
         .says = [&look] { return color_map_notice(look); },
         .place = 50});
    add({.menu = Menu::view,
         .title = "Larger points",
         .keys = "+",
         .presses = {{U'+'}, {U'='}},  // '=' is the key of '+' without Shift on many keyboards
         .act = [&look] { set_point_size(look, look.point_size * point_size_step); },
         .says = [&look] { return point_size_notice(look); },
         .place = 60});
    add({.menu = Menu::view,
         .title = "Smaller points",
         .keys = "-",
         .presses = {{U'-'}},
         .act = [&look] { set_point_size(look, look.point_size / point_size_step); },
         .says = [&look] { return point_size_notice(look); },
         .place = 70});
}

void Viewport::register_camera_commands(CommandRegistry& registry) {
    CameraRig& camera = view_.camera;
    const auto explain = [&](const char* title, const char* keys, const char* detail, int place) {
        registry.add({.menu = Menu::camera, .title = title, .keys = keys, .detail = detail, .place = place});
    };
    explain("Rotate", "left drag", "", 10);
    explain("Zoom", "right drag, wheel", "the wheel zooms toward the point under the pointer", 20);
    explain("Center", "double-click", "moves the clicked point to the center", 30);
    explain("Pan", "middle drag", "", 40);
    registry.add({.menu = Menu::camera,
                  .title = "Next camera mode",
                  .keys = "c",
                  .detail = "switches between orbiting, flying (w a s d q e, Shift) and the sky of a star",
                  .presses = {{U'c'}},
                  .act = [this] { view_.camera.next_mode(run_.loaded); },
                  .says = [&camera] { return setting_notice("Camera", camera.mode()); },
                  .place = 50});
    registry.add({.menu = Menu::camera,
                  .title = "Next projection",
                  .keys = "o",
                  .detail = "switches between perspective and orthographic projection",
                  .presses = {{U'o'}},
                  .act = [&camera] { camera.next_projection(); },
                  .says = [&camera] { return setting_notice("Projection", camera.camera().projection); },
                  .place = 60});
    registry.add({.menu = Menu::camera,
                  .title = "Next stereo mode",
                  .keys = "F2",
                  .detail = join(names<Stereo>),
                  .presses = {function_key(GLFW_KEY_F2)},
                  .act = [this] { view_.look.stereo = next(view_.look.stereo); },
                  .says = [this] { return setting_notice("Stereo", view_.look.stereo); },
                  .place = 70});
    registry.add({.menu = Menu::camera,
                  .title = "Fit all in view",
                  .keys = "f",
                  .presses = {{U'f'}},
                  .act = [this] { view_.camera.frame_all(run_.loaded); },
                  .says = [] { return std::string{"All bodies are in view"}; },
                  .place = 80});
    registry.add({.menu = Menu::camera,
                  .title = "Rotate automatically",
                  .keys = "t",
                  .presses = {{U't'}},
                  .act = [&camera] { camera.settings.turns = !camera.settings.turns; },
                  .is_on = [&camera] { return camera.settings.turns; },
                  .place = 90});
    explain("Go to a viewpoint", "1 to 9", "Ctrl+1 to Ctrl+9 store a viewpoint", 100);
}

void Viewport::next_preset() {
    const std::optional<Preset> preset = preset_of(view_.look);
    view_.look = with_preset(view_.look, preset ? next(*preset) : Preset::photograph);
}

void Viewport::fit_density() {
    const DensityLimits fitting = run_.loaded.hdr().fitting_limits();
    if (!(fitting.low > 0))
        return screen_.notices.add("limits of density are of the modes density and stars, with something to see");
    view_.look.density.automatic_limits = false;
    view_.look.density.low = fitting.low;
    view_.look.density.high = fitting.high;
    screen_.notices.flash("limits of density: as in the picture");
}

}  // namespace milkomeda
