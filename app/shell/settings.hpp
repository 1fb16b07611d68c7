// Settings that the window stores for its next start: size, look and panels, but no parameters of the
// physics.
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
    bool inertia = true;                           // The camera keeps turning after a drag.
    std::map<std::string, Viewpoints> viewpoints;  // by scene or file
    std::optional<float> ui_scale{};               // empty: the scale that the screen asks for
    WorkspaceChoice workspace = default_workspace;
    std::vector<std::string> recent{};  // opened sources, the newest first
    double auto_save_seconds = 60;      // seconds between two automatic saves; 0 means never
    std::string film_format = ".mp4";   // file extension of videos
    bool film_in_real_time = false;     // otherwise videos have exact frame times
    bool first_start = false;           // No settings file exists yet.
};

// Reads the settings file. Missing and invalid values keep their defaults; a warning names them.
Settings read_settings(const std::filesystem::path& folder);
// Returns false and logs a warning if the file cannot be written.
bool write_settings(const std::filesystem::path& folder, const Settings& settings);

}  // namespace milkomeda
