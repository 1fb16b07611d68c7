#include "app/panels/camera_section.hpp"

#include <imgui.h>

#include <cstdio>

#include "app/io/notices.hpp"
#include "app/viewport/annotations.hpp"
#include "app/scene/followed.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/ui/text_fit.hpp"
#include "data/base/units.hpp"
#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

using Scale = Widgets::Scale;

const CameraSettings defaults;

}  // namespace

void CameraSection::draw(Widgets& widgets, const PanelView& view, PanelActions& actions) try {
    if (!widgets.section("camera", "how it is moved, what it goes after, its path, stereo")) return;
    modes(widgets, view.camera, view.loaded);
    goals(widgets, view.camera, view.loaded, view.annotations.chosen_rows());
    eyes(widgets, view.look);
    if (const auto file = path(widgets, view.camera, view.loaded)) actions.save_scene = file;
} catch (const UsageError& error) {
    view.notices.add(error.what());
}

void CameraSection::modes(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded) {
    CameraMode mode = rig.mode();
    if (widgets.choice("camera mode", mode, names<CameraMode>, CameraMode::orbit,
                       "around a target; flying with w a s d q e, shift for faster; or on a star of a disk, "
                       "looking around its sky ( c )"))
        rig.enter(mode, loaded);
    widgets.choice("projection", rig.camera().projection, names<Projection>, Projection::perspective,
                   "perspective, orthographic ( o ), the whole sky as an ellipse, or half of it as a dome");
    double degrees = glm::degrees(rig.camera().fov_radians);
    if (widgets.slider("field of view", degrees, 1, 150, 60, "%.0f°", Scale::linear,
                       "from the lower edge to the upper one", {.unit = {1, "°"}}))
        rig.camera().fov_radians = glm::radians(static_cast<float>(degrees));
    widgets.checkbox("inertia", rig.settings.inertia, defaults.inertia,
                     "a drag let go in motion keeps turning, and slows down");
    widgets.checkbox("turn", rig.settings.turns, defaults.turns,
                     "the camera turns by itself, without end ( t )");
    widgets.slider("turn speed", rig.settings.degrees_per_second, -90, 90, defaults.degrees_per_second,
                   "%.1f°/s", Scale::linear, "of the camera around its target, eastwards",
                   {.unit = {1, "°/s"}});
    widgets.slider("fly speed", rig.settings.fly_speed, 0.01, 100, defaults.fly_speed, "%.2f",
                   Scale::logarithmic, "of flying, in units of 4 kpc (wheel)",
                   {.unit = {kpc_per_length, "kpc/s"}});
}

void CameraSection::goals(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded,
                          std::span<const std::size_t> chosen) {
    if (widgets.button("frame all", "brings everything that is shown into view ( f )")) rig.frame_all(loaded);
    ImGui::SameLine();
    widgets.checkbox("keep framed", rig.settings.keeps_framed, defaults.keeps_framed,
                     "all the time: the camera turns to the middle and keeps its distance");
    std::vector<std::string> names{"nothing"};
    for (const std::string& name : names_to_follow(loaded.initial().particles))
        names.push_back(title_of(name) + "###" + name);
    const ParticleSet& particles = loaded.initial().particles;
    const std::size_t light = particles.size() - perturber_count(particles.components);
    for (const std::size_t row : chosen)
        if (row < light) names.push_back(std::to_string(particles.ids[row]));
    std::size_t index = 0;
    for (std::size_t i = 1; i < names.size(); ++i)
        if (own_name(names[i]) == rig.followed()) index = i;
    if (index == 0 && !rig.followed().empty()) {
        names.push_back(rig.followed());
        index = names.size() - 1;
    }
    if (widgets.choice("follow", index, names, 0,
                       "the center of a galaxy, a perturber, or a body that Ctrl+click has chosen"))
        rig.follow(index == 0 ? "" : own_name(names[index]), loaded);
    if (widgets.text("body", body_, "the number of a body to go after; Enter")) rig.follow(body_, loaded);
    std::string kept;
    for (const auto& [key, viewpoint] : rig.kept_viewpoints()) kept += ' ' + std::to_string(key);
    ImGui::TextWrapped("viewpoints:%s", kept.empty() ? " none; Ctrl+1 to 9 keeps one" : kept.c_str());
}

void CameraSection::eyes(Widgets& widgets, Look& look) {
    look_controls(widgets, look, LookSection::stereo);
}

std::optional<std::string> CameraSection::path(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded) {
    const auto keys = rig.path.keys();
    if (!keys.empty())
        widgets.checkbox("play path", rig.settings.plays_path, false,
                         "the camera is where its key frames have it at this time");
    if (widgets.button("add key frame", "adds the camera as it is now, at this time of the simulation")) {
        rig.add_key_frame(loaded.shown_time());
        return {};
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::string label = "key frame " + std::to_string(i + 1);
        char time[32];
        std::snprintf(time, sizeof time, "t = %.2f", keys[i].time);
        if (widgets.option(label.c_str(), time, chosen_ == i ? 1 : 0, chosen_ == i, "looks from there")) {
            chosen_ = i;
            rig.look_from(keys[i].camera);
        }
    }
    if (chosen_ && *chosen_ < keys.size() && widgets.button("delete", "deletes the chosen key frame")) {
        rig.path.remove(*chosen_);
        chosen_.reset();
        return {};
    }
    if (keys.empty()) return {};
    const bool entered =
        widgets.text("file##path", file_,
                     "for the scene with this path, ending in .toml; a file that exists is left "
                     "alone, and the new one gets a number");
    ImGui::SameLine();
    if (widgets.button("save path", "saves the scene, with these key frames, as a file of your own") ||
        entered)
        return file_;
    return {};
}

}  // namespace milkomeda
