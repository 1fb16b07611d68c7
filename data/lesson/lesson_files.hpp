// The files of lessons: shipped lessons, and lessons of the user.
#pragma once

#include <string>
#include <vector>

#include "data/base/asset_source.hpp"
#include "data/lesson/lesson.hpp"

namespace milkomeda {

// Returns true if the name is that of a file which ships with the program: "data/lessons/NAME".
bool is_built_in(const std::string& file);

// Loads the scene of a lesson, and checks that its pictures and all galaxies of its conditions exist. Throws
// std::invalid_argument with one line that names the lesson file, the line, the error and the remedy.
void check_scene_of(const Lesson& lesson, const AssetSource& assets);

// Returns the names of all lesson files: the shipped lessons and the lessons of --assets as "data/lessons/NAME.md",
// then the paths of the lessons in the user's data folder, ~/.local/share/milkomeda/lessons.
std::vector<std::string> lesson_files(const AssetSource& assets);

// Reads and parses a file of lesson_files(). Names of scene files and picture files in a lesson are relative to the
// folder of the lesson. Throws std::invalid_argument with a message of one line.
Lesson read_lesson(const std::string& file, const AssetSource& assets);

}  // namespace milkomeda
