#include "app/shell/settings.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/ui_scale.hpp"
#include "app/io/json_text.hpp"
#include "app/io/log.hpp"
#include "app/io/video_format.hpp"
#include "app/scene/setting_json.hpp"
#include "app/ui/recent_sources.hpp"
#include "data/files/small_file.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path file_in(const fs::path& folder) { return folder / "settings.json"; }

// JSON keys under which the settings file stores the open panel of the left side and of the right side.
constexpr std::array open_panels{"card", "drawer"};

void write_workspace(Json& json, const WorkspaceChoice& choice) {
    for (std::size_t side = 0; side < choice.size(); ++side)
        json[open_panels[side]] = choice[side] ? Json(name_of(*choice[side])) : Json();
}

// Returns the open panels. Panels with unknown names, and cards of mouse tools and exports, are closed.
WorkspaceChoice workspace_from(const Json& json) {
    WorkspaceChoice choice;
    for (std::size_t side = 0; side < choice.size(); ++side) {
        const auto name = json.find(open_panels[side]);
        if (name == json.end() || !name->is_string()) continue;
        const auto panel = value_named<Panel>(name->get<std::string>());
        if (panel && side_of(*panel) == static_cast<Side>(side) && !is_tool(*panel) && *panel != Panel::exporting)
            choice[side] = panel;
    }
    return choice;
}

Json json_of(const Viewpoint& viewpoint) {
    Json json{{"mode", name_of(viewpoint.mode)}};
    json.update(to_json(viewpoint.camera));
    return json;
}

std::optional<Viewpoint> viewpoint_from(const Json& json) {
    const auto mode = value_named<CameraMode>(json.at("mode").get<std::string>());
    const auto camera = camera_from(json);
    if (!mode || !camera) return std::nullopt;
    Viewpoint viewpoint;
    viewpoint.mode = *mode;
    viewpoint.camera = *camera;
    return viewpoint;
}

Json json_of(const MatchLook& match) {
    return {{"picture", name_of(match.style.blend)},
            {"opacity", match.style.opacity},
            {"without_stars", match.is_cleaned},
            {"picture_contours", match.picture_contours},
            {"model_contours", match.model_contours}};
}

MatchLook match_from(const Json& json) {
    MatchLook match;
    match.style.blend = value_named<PictureBlend>(json.value("picture", "")).value_or(match.style.blend);
    match.style.opacity = std::clamp(json.value("opacity", match.style.opacity), 0.0f, 1.0f);
    match.is_cleaned = json.value("without_stars", match.is_cleaned);
    match.picture_contours = json.value("picture_contours", match.picture_contours);
    match.model_contours = json.value("model_contours", match.model_contours);
    return match;
}

}  // namespace

Json to_json(const std::map<std::string, Viewpoints>& viewpoints) {
    Json scenes = Json::object();
    for (const auto& [scene, kept] : viewpoints)
        for (const auto& [key, viewpoint] : kept) scenes[scene][std::to_string(key)] = json_of(viewpoint);
    return scenes;
}

std::map<std::string, Viewpoints> viewpoints_from(const Json& json) {
    std::map<std::string, Viewpoints> viewpoints;
    for (const auto& [scene, kept] : json.items())
        for (const auto& [key, value] : kept.items()) {
            if (key.size() != 1 || key[0] < '1' || key[0] > '9') continue;
            if (const auto viewpoint = viewpoint_from(value)) viewpoints[scene][key[0] - '0'] = *viewpoint;
        }
    return viewpoints;
}

Settings read_settings(const fs::path& folder) try {
    Settings settings;
    const auto content = read_small_file(file_in(folder));
    settings.first_start = !content;
    if (!content) return settings;
    const Json json = parse_json(*content);
    settings.width = std::clamp(json.value("width", settings.width), 320, 16384);
    settings.height = std::clamp(json.value("height", settings.height), 240, 16384);
    settings.panels_shown = json.value("panels_shown", settings.panels_shown);
    settings.inertia = json.value("inertia", settings.inertia);
    if (json.contains("viewpoints")) settings.viewpoints = viewpoints_from(json["viewpoints"]);
    if (const auto scale = json.find("ui_scale"); scale != json.end() && !scale->is_null())
        settings.ui_scale = std::clamp(scale->get<float>(), smallest_ui_scale, largest_ui_scale);
    settings.workspace = workspace_from(json);
    settings.recent = json.value("recent", settings.recent);
    if (settings.recent.size() > RecentSources::most) settings.recent.resize(RecentSources::most);
    settings.auto_save_seconds = std::clamp(json.value("auto_save_seconds", settings.auto_save_seconds), 0.0, 1e6);
    const std::string format = json.value("film_format", settings.video_format);
    if (video_format_of("film" + format) || format == ".png") settings.video_format = format;
    settings.videos_in_real_time = json.value("film_in_real_time", settings.videos_in_real_time);
    Look& look = settings.look;
    from_json(json, look, {LookSection::mode, LookSection::particles});
    from_json(json.value("light", Json::object()), look, light_sections);
    from_json(json.value("colors", Json::object()), look, {LookSection::color});
    from_json(json.value("density", Json::object()), look, density_sections);
    settings.match = match_from(json.value("match", Json::object()));
    settings.show = annotations_from(json.value("show", names_of(settings.show)));
    return settings;
} catch (const FileError& error) {
    log_warning(fmt::format("{}; the default settings are used", error.what()));
    return {};
} catch (const std::exception& error) {
    log_warning(fmt::format("{}: {}; the default settings are used", file_in(folder).string(), json_fault(error)));
    return {};
}

bool write_settings(const fs::path& folder, const Settings& settings) try {
    const Look& look = settings.look;
    Json json{{"width", settings.width},
              {"height", settings.height},
              {"panels_shown", settings.panels_shown},
              {"density", to_json(look, density_sections)},
              {"show", names_of(settings.show)},
              {"match", json_of(settings.match)},
              {"inertia", settings.inertia},
              {"viewpoints", to_json(settings.viewpoints)},
              {"recent", settings.recent},
              {"auto_save_seconds", settings.auto_save_seconds},
              {"film_format", settings.video_format},
              {"film_in_real_time", settings.videos_in_real_time}};
    write_workspace(json, settings.workspace);
    json.update(to_json(look, {LookSection::mode}));
    json["light"] = to_json(look, light_sections);
    json["colors"] = to_json(look, {LookSection::color});
    json.update(to_json(look, {LookSection::particles}));
    if (settings.ui_scale) json["ui_scale"] = *settings.ui_scale;
    write_small_file(file_in(folder), json_page(json));
    return true;
} catch (const std::exception& error) {
    log_warning(fmt::format("the settings are not saved: {}", json_fault(error)));
    return false;
}

}  // namespace milkomeda
