#include "app/shell/lesson_guide.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/cli/usage_error.hpp"
#include "data/files/small_file.hpp"
#include "data/lesson/lesson_files.hpp"
#include "data/lesson/lesson_page.hpp"
#include "data/scene/scene.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

// Returns the title of a lesson for the menu; the file name if the lesson cannot be read.
std::string title_of_lesson(const std::string& file, const Assets& assets) try {
    return read_lesson(file, assets).title;
} catch (const std::exception&) {
    return std::filesystem::path{file}.filename().string();
}

// Returns the direction in which the observer of the lesson's picture looks: the camera of the scene in the picture, or
// else of the lesson's scene.
glm::dvec3 direction_of_picture(const Lesson& lesson, const Assets& assets) {
    if (!lesson.pair.name.empty()) return {0, 0, -1};
    const bool shows_scene = !lesson.picture.name.empty() && !is_picture_file(lesson.picture.name);
    const SceneCamera camera = load_scene(shows_scene ? lesson.picture.name : lesson.scene.name, assets).camera;
    return vector_of(camera.target) - vector_of(camera.position);
}

}  // namespace

void LessonGuide::register_commands(CommandRegistry& registry) {
    registry.add({Menu::help, 15, "Lessons"}, {.list = [this] { return entries(); }});
}

std::vector<UserCommand> LessonGuide::entries() {
    std::vector<UserCommand> entries;
    for (const std::string& file : lesson_files(run_.assets))
        entries.push_back({{Menu::help, 0, fmt::format("{}###{}", title_of_lesson(file, run_.assets), file), "", file},
                           {.act = [this, file] { begin(file); }}});
    return entries;
}

// Opens a lesson and loads its scene. Throws UsageError with a one-line message if the lesson is not valid.
void LessonGuide::begin(const std::string& file) {
    try {
        Lesson lesson = read_lesson(file, run_.assets);
        check_scene_of(lesson, run_.assets);
        quantities_.begin(direction_of_picture(lesson, run_.assets));
        end();
        progress_.emplace(std::move(lesson));
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
    load_scene_of_lesson();
}

void LessonGuide::load_scene_of_lesson() {
    const Lesson& lesson = progress_->lesson();
    SceneOptions options = with_source(run_.options.scene, lesson.scene.name);
    options.parameters.clear();
    options.camera = {};
    options.settings.clear();
    for (const LessonSetting& setting : lesson.settings) options.settings.emplace_back(setting.key, setting.value);
    options.selection = {.bodies = lesson.bodies};
    replaced_ = run_.loaded.held_initial();
    loader_.load_at_rest(options);
    awaits_pair_ = !lesson.pair.name.empty();
}

void LessonGuide::advance() {
    if (!progress_) return;
    const auto setup = run_.loaded.held_initial();
    const Lesson& lesson = progress_->lesson();
    // In a lesson about a pair, the models that the user shows replace the scene.
    if (setup == replaced_.lock() || (lesson.pair.name.empty() && setup->source != lesson.scene.name)) return;
    if (std::exchange(awaits_pair_, false)) match_.open_for_lesson(lesson.pair.name);
    const glm::vec3 direction = forward(view_.camera.shown());
    const LessonRun run{run_.loaded, run_.parameters, run_.diagnostics, direction, view_.split.on(), match_tool_};
    progress_->observe([&](const std::string& name) { return quantities_.find(name, run); });
}

void LessonGuide::perform(LessonRequest request) {
    switch (request) {
        case LessonRequest::none:
            return;
        case LessonRequest::restart:
            return load_scene_of_lesson();
        case LessonRequest::print:
            return print();
        case LessonRequest::close:
            screen_.notices.add(
                fmt::format("the lesson ends with {} of {} checks done", progress_->done(), progress_->checks()));
            return end();
    }
}

void LessonGuide::print() try {
    const std::filesystem::path file = unused_name(page_name(progress_->lesson()));
    write_small_file(file, lesson_page(progress_->lesson()));
    screen_.notices.add(fmt::format("saved {}: open the page in a browser to print it", file.string()));
    screen_.trace.event("lesson_page_saved", {{"file", file.string()}});
} catch (const std::exception& error) {
    screen_.notices.fail(in_words(error));
}

void LessonGuide::end() {
    progress_.reset();
    card_.close();
}

}  // namespace milkomeda
