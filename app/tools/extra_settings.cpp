#include "app/tools/extra_settings.hpp"

#include <algorithm>
#include <glm/glm.hpp>

#include "app/playback/snapshot_series.hpp"
#include "app/ui/ui.hpp"
#include "app/viewport/camera_rig.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

template <Named Enum>
Enum named(const ExtraValue& value) {
    return value_named<Enum>(std::get<std::string>(value)).value();
}

template <typename Number>
std::optional<double> wide(const std::optional<Number>& number) {
    return number ? std::optional{static_cast<double>(*number)} : std::nullopt;
}

template <typename Number>
std::optional<Number> narrow(const ExtraValue& value) {
    const auto& number = std::get<std::optional<double>>(value);
    return number ? std::optional{static_cast<Number>(*number)} : std::nullopt;
}

// Returns a setting that reads and writes `variable`. The setting keeps a reference to the variable.
template <typename Type>
ExtraSetting row(const char* name, Type& variable) {
    return {name, [&variable]() -> ExtraValue { return variable; },
            [&variable](const ExtraValue& value) { variable = std::get<Type>(value); }};
}

// Returns a setting that reads and writes `variable`, in which an empty optional means automatic. The setting keeps a
// reference to the variable.
template <typename Number>
ExtraSetting row(const char* name, std::optional<Number>& variable) {
    return {name, [&variable]() -> ExtraValue { return wide(variable); },
            [&variable](const ExtraValue& value) { variable = narrow<Number>(value); }};
}

// Adds the camera settings. "camera mode" and "follow" come first, because restoring them changes other camera
// settings.
void add_camera(std::vector<ExtraSetting>& rows, CameraRig& rig, LoadedScene& loaded) {
    using Text = std::string;
    rows.push_back({"camera mode", [&]() -> ExtraValue { return Text{name_of(rig.mode())}; },
                    [&](const ExtraValue& value) { rig.enter(named<CameraMode>(value), loaded); }});
    rows.push_back({"follow", [&]() -> ExtraValue { return rig.followed(); },
                    [&](const ExtraValue& value) { rig.follow(std::get<Text>(value), loaded); }});
    rows.push_back({"projection", [&]() -> ExtraValue { return Text{name_of(rig.camera().projection)}; },
                    [&](const ExtraValue& value) { rig.camera().projection = named<Projection>(value); }});
    rows.push_back({"field of view", [&]() -> ExtraValue { return double{glm::degrees(rig.camera().fov_radians)}; },
                    [&](const ExtraValue& value) {
                        rig.camera().fov_radians = glm::radians(static_cast<float>(std::get<double>(value)));
                    }});
    CameraSettings& settings = rig.settings;
    rows.push_back(row("inertia", settings.inertia));
    rows.push_back(row("turn", settings.turns));
    rows.push_back(row("turn speed", settings.degrees_per_second));
    rows.push_back(row("fly speed", settings.fly_speed));
    rows.push_back(row("keep framed", settings.keeps_framed));
    rows.push_back(row("play path", settings.plays_path));
}

void add_drawing(std::vector<ExtraSetting>& rows, QualityController& quality, Ui& ui, Window& window) {
    rows.push_back(row("detail", quality.requests.detail));
    rows.push_back(row("pixels", quality.requests.pixel));
    rows.push_back(row("dust", quality.requests.dust));
    rows.push_back(row("text size", ui.requested_scale));
    rows.push_back({"monitor", [&]() -> ExtraValue { return wide(window.chosen_monitor()); },
                    [&](const ExtraValue& value) { window.choose_monitor(narrow<std::size_t>(value)); }});
}

// Adds the settings of snapshot playback. If the source is not a series of snapshots, the getters return default values
// and the setters do nothing.
void add_playback(std::vector<ExtraSetting>& rows, LoadedScene& loaded) {
    const auto add = [&]<typename Type>(const char* name, Type SnapshotSeries::*member) {
        rows.push_back({name,
                        [&loaded, member]() -> ExtraValue {
                            const SnapshotSeries* const series = loaded.particle_source().series();
                            return series ? series->*member : Type{};
                        },
                        [&loaded, member](const ExtraValue& value) {
                            SnapshotSeries* const series = loaded.particle_source().series();
                            if (series) series->*member = std::get<Type>(value);
                        }});
    };
    add("pace", &SnapshotSeries::pace);
    rows.push_back(
        {"loop", [&]() -> ExtraValue { return loaded.particle_source().transport().state().looping; },
         [&](const ExtraValue& value) { loaded.particle_source().transport().loop(std::get<bool>(value)); }});
    add("interpolate", &SnapshotSeries::interpolates);
}

}  // namespace

std::vector<ExtraSetting> extra_settings(CameraRig& camera, LoadedScene& loaded, QualityController& quality, Ui& ui,
                                         Window& window) {
    std::vector<ExtraSetting> rows;
    add_camera(rows, camera, loaded);
    add_drawing(rows, quality, ui, window);
    add_playback(rows, loaded);
    return rows;
}

std::string words_of(const ExtraValue& value) {
    if (const auto* const on = std::get_if<bool>(&value)) return *on ? "on" : "off";
    if (const auto* const number = std::get_if<double>(&value)) return short_number(*number);
    if (const auto* const text = std::get_if<std::string>(&value)) return text->empty() ? "nothing" : *text;
    const auto& number = std::get<std::optional<double>>(value);
    return number ? short_number(*number) : "auto";
}

std::vector<ExtraSettingValue> with_change(std::vector<ExtraSettingValue> now,
                                           const std::vector<ExtraSettingValue>& before,
                                           const std::vector<ExtraSettingValue>& after) {
    for (std::size_t i = 0; i < std::min({now.size(), before.size(), after.size()}); ++i)
        if (before[i].value != after[i].value) now[i].value = after[i].value;
    return now;
}

}  // namespace milkomeda
