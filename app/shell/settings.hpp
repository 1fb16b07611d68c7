// What the window remembers from run to run: its size, the look and where panels are, never physics.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/viewport/viewpoints.hpp"
#include "app/cli/annotation_set.hpp"
#include "app/ui/workspace.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

struct Settings {
    int width = 1280;
    int height = 720;
    Look look;
    bool panels_shown = true;
    AnnotationSet show = default_annotations();
    bool inertia = true;                           // of the camera
    std::map<std::string, Viewpoints> viewpoints;  // by scene or file
    std::optional<float> ui_scale{};               // empty: what the screen asks for
    WorkspaceChoice workspace = default_workspace;
    std::vector<std::string> recent{};  // sources that were opened, the newest first
    double auto_save_seconds = 60;      // between two; 0: never
    std::string film_format = ".mp4";   // of the window's films
    bool film_in_real_time = false;     // else they are at exact frame times
    bool first_start = false;           // nothing was kept yet
};

// What is missing or senseless in the file keeps its default; a warning says so.
Settings read_settings(const std::filesystem::path& folder);
// Says so where they cannot be kept, and returns false.
bool write_settings(const std::filesystem::path& folder, const Settings& settings);

}  // namespace milkomeda
