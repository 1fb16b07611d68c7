// A lesson: a guided exercise with a scene, and steps that check what the user has done. Lessons are Markdown files
// (docs/lessons.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/lesson/lesson_condition.hpp"

namespace milkomeda {

struct LessonCheck {
    std::string words;  // text for the user; the text of the condition if the lesson contains no other text
    LessonCondition condition;
    std::size_t line;  // line number in the lesson file, for messages
};

// The name of a scene or picture in a lesson.
struct LessonScene {
    std::string name{};    // name of a shipped scene, or path of a file; may be empty
    std::size_t line = 1;  // line number in the lesson file, for messages
};

// A setting of the scene: a key and a value, as for the option --set.
struct LessonSetting {
    std::string key, value;
    std::size_t line;  // line number in the lesson file, for messages
};

struct LessonStep {
    std::string title;
    std::vector<std::string> paragraphs{};
    std::vector<LessonCheck> checks{};
    std::vector<std::string> hints{};
};

struct Lesson {
    std::string file;  // name of the file, for messages and pages
    std::string title;
    LessonScene scene;                  // scene of the lesson
    std::optional<std::size_t> bodies;  // number of bodies of the scene
    std::vector<LessonSetting> settings;
    // shipped scene whose picture the lesson shows, or a PNG file; no picture if the name is empty
    LessonScene picture;
    LessonScene pair;                       // PNG file of two galaxies that the Match card opens; may be empty
    std::vector<std::string> introduction;  // paragraphs before the first step
    std::vector<LessonStep> steps;
};

// Returns true if the picture of a lesson is a file, and not a scene.
inline bool is_picture_file(const std::string& name) { return name.ends_with(".png"); }

// Parses the text of a lesson file. `file` is the file name for messages. Throws std::invalid_argument with one line
// that names the file, the line, the error and the remedy.
Lesson lesson_of_text(const std::string& file, const std::string& text);

}  // namespace milkomeda
