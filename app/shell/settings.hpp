// Settings that the window stores for its next start: size, look and panels. Parameters of the simulation are not
// stored.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/annotation_set.hpp"
#include "app/tools/match_overlay.hpp"
#include "app/ui/workspace.hpp"
#include "app/viewport/viewpoints.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

struct Settings {
    int width = 1280;
    int height = 720;
    Look look;
    bool panels_shown = true;
    AnnotationSet show = default_annotations();
    bool inertia = true;                           // true: the camera continues to turn after a mouse drag
    std::map<std::string, Viewpoints> viewpoints;  // stored viewpoints for each scene or file
    std::optional<float> ui_scale{};               // scale of text and panels; empty: the monitor determines the scale
    WorkspaceChoice workspace{};                   // open panels; at first, all panels are closed
    std::vector<std::string> recent{};             // opened scenes and files, newest first
    double auto_save_seconds = 60;  // seconds between two automatic saves of the run; 0 switches automatic saves off
    std::string video_format = ".mp4";  // file extension of videos
    bool videos_in_real_time = false;   // true: videos are recorded in real time; false: at exact frame times
    MatchLook match{};                  // display of the picture to match
    bool first_start = false;           // true: no settings file exists
};

// Reads the settings file. Defaults replace missing values. If the file is invalid, logs a warning and returns
// defaults.
Settings read_settings(const std::filesystem::path& folder);
// Writes the settings file. Returns false and logs a warning if the file cannot be written.
bool write_settings(const std::filesystem::path& folder, const Settings& settings);

// Converts the viewpoints of all scenes and files to JSON and back. viewpoints_from() omits invalid viewpoints.
nlohmann::ordered_json to_json(const std::map<std::string, Viewpoints>& viewpoints);
std::map<std::string, Viewpoints> viewpoints_from(const nlohmann::ordered_json& json);

}  // namespace milkomeda
