#include "app/panels/camera_section.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "app/io/notices.hpp"
#include "app/scene/landmarks.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/ui/text_fit.hpp"
#include "app/viewport/annotations.hpp"
#include "data/base/units.hpp"
#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

using Scale = Widgets::Scale;

const CameraSettings defaults;

}  // namespace

void CameraSection::draw(Widgets& widgets, const ViewPanelContents& contents, PanelActions& actions) try {
    motion(widgets, contents.camera, contents.loaded);
    target(widgets, contents.camera, contents.loaded, contents.annotations.chosen_rows());
    widgets.heading("Stereo");
    look_controls(widgets, contents.look, LookSection::stereo);
    widgets.heading("Path");
    if (const auto file = path(widgets, contents.camera, contents.loaded)) actions.save_scene = file;
} catch (const UsageError& error) {
    contents.notices.hint(error.what());
}

void CameraSection::motion(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded) {
    CameraMode mode = rig.mode();
    if (widgets.choice("Camera mode", mode, names<CameraMode>, CameraMode::orbit,
                       "orbit turns around a target; fly moves with w a s d q e, faster with Shift; sky looks around "
                       "from a star of a disk ( c )"))
        rig.enter(mode, loaded);
    std::array<std::string, names<Projection>.size()> why_not;
    if (mode == CameraMode::sky) why_not[std::size_t(Projection::orthographic)] = "the sky is infinitely far away";
    widgets.choice("Projection", rig.camera().projection, names<Projection>, Projection::perspective,
                   "Perspective or orthographic picture ( o ), the whole sky as an ellipse (hammer), or half of "
                   "the sky as a dome",
                   why_not);
    double degrees = glm::degrees(rig.camera().fov_radians);
    if (widgets.slider("Field of view", degrees, {1, 150, 60, "%.0f°", Scale::linear, {.unit = {1, "°"}}},
                       "Angle between the lower and the upper edge of the picture: a smaller angle magnifies"))
        rig.camera().fov_radians = glm::radians(static_cast<float>(degrees));
    widgets.checkbox("Inertia", rig.settings.inertia, defaults.inertia,
                     "After a drag, the camera keeps turning and slows down. Off: the camera stops with the drag");
    widgets.checkbox("Turn camera###Turn", rig.settings.turns, defaults.turns,
                     "Turns the camera around its target until this box is switched off ( t )");
    widgets.slider("Turn speed", rig.settings.degrees_per_second,
                   {-90, 90, defaults.degrees_per_second, "%.1f°/s", Scale::linear, {.unit = {1, "°/s"}}},
                   "Angular speed of the turning camera around its target: positive is counterclockwise seen from "
                   "above, negative clockwise");
    widgets.slider("Fly speed", rig.settings.fly_speed,
                   {0.01, 100, defaults.fly_speed, "%.2f", Scale::logarithmic, {.unit = {kpc_per_length, "kpc/s"}}},
                   "Speed of the camera mode fly, in units of 4 kpc per second; the mouse wheel changes this speed");
}

void CameraSection::target(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded,
                           std::span<const std::size_t> chosen) {
    widgets.heading("Target");
    if (widgets.button("Frame galaxies###Frame all",
                       "Moves the camera so that all galaxies are in view, and keeps them in view until you move the "
                       "camera ( f )"))
        rig.frame_all(loaded);
    widgets.checkbox(
        "Keep galaxies framed###Keep framed", rig.settings.keeps_framed, defaults.keeps_framed,
        "Keeps all galaxies in view until you move the camera: the camera follows their center and adapts its "
        "distance");
    std::vector<std::string> names{"nothing"};
    for (const std::string& name : names_to_follow(loaded.initial().particles))
        names.push_back(title_of(name) + "###" + name);
    const ParticleSet& particles = loaded.initial().particles;
    const std::size_t field_bodies = particles.size() - perturber_count(particles.components);
    for (const std::size_t row : chosen)
        if (row < field_bodies) names.push_back(std::to_string(particles.ids[row]));
    std::size_t index = 0;
    for (std::size_t i = 1; i < names.size(); ++i)
        if (own_name(names[i]) == rig.followed()) index = i;
    if (index == 0 && !rig.followed().empty()) {
        names.push_back(rig.followed());
        index = names.size() - 1;
    }
    if (widgets.choice("Follow", index, names, 0,
                       "The camera follows the center of a galaxy, a perturber, or a body selected with Ctrl+click"))
        rig.follow(index == 0 ? "" : own_name(names[index]), loaded);
    if (widgets.text("Body number###Body", body_, "Number of a body for the camera to follow; Enter confirms"))
        rig.follow(body_, loaded);
    std::string kept;
    for (const auto& [key, viewpoint] : rig.saved_viewpoints()) kept += ' ' + std::to_string(key);
    ImGui::TextWrapped("Saved viewpoints:%s",
                       kept.empty() ? " none; Ctrl+1 to Ctrl+9 save the current view" : kept.c_str());
}

std::optional<std::string> CameraSection::path(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded) {
    const auto keys = rig.path.keys();
    if (!keys.empty())
        widgets.checkbox("Play path", rig.settings.plays_path, false,
                         "Moves the camera along the path through its key frames while the model time advances");
    if (widgets.button("Add key frame", "Adds the current camera to the camera path, at the displayed time")) {
        rig.add_key_frame(loaded.moment().time);
        return {};
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (widgets.option(fmt::format("Key frame {}", i + 1).c_str(), format_model_time(keys[i].time).c_str(),
                           chosen_ == i ? 1 : 0, chosen_ == i, "Moves the camera to this key frame and selects it")) {
            chosen_ = i;
            rig.look_from(keys[i].camera);
        }
    }
    if (chosen_ && *chosen_ < keys.size() && widgets.button("Delete key frame", "Deletes the selected key frame")) {
        rig.path.remove(*chosen_);
        chosen_.reset();
        return {};
    }
    if (keys.empty()) return {};
    const bool entered =
        widgets.text("File##path", file_,
                     "File for the scene with this camera path, ending in .toml. If the file exists, a number is added "
                     "to the name");
    if (widgets.button("Save path", "Saves the scene with these key frames in a new scene file") || entered)
        return file_;
    return {};
}

}  // namespace milkomeda
