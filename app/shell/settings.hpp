// Settings that the window stores for its next start: size, look and panels, but no parameters of the
// simulation.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/annotation_set.hpp"
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
    bool inertia = true;                           // true if the camera keeps turning after a mouse drag
    std::map<std::string, Viewpoints> viewpoints;  // stored viewpoints by name of the scene or file
    std::optional<float> ui_scale{};               // scale of the user interface; empty: scale of the monitor
    WorkspaceChoice workspace = default_workspace;
    std::vector<std::string> recent{};  // opened scenes and files, newest first
    double auto_save_seconds = 60;      // seconds between two automatic saves; 0 switches saving off
    std::string film_format = ".mp4";   // file extension of videos
    bool film_in_real_time = false;     // true: videos are recorded in real time; false: at exact frame times
    bool first_start = false;           // true if no settings file exists yet
};

// Reads the settings file. Missing and invalid values get their defaults; invalid values are logged.
Settings read_settings(const std::filesystem::path& folder);
// Writes the settings file. Returns false and logs a warning if the file cannot be written.
bool write_settings(const std::filesystem::path& folder, const Settings& settings);

}  // namespace milkomeda
