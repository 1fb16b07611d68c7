#include "data/lesson/lesson_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "data/files/small_file.hpp"
#include "data/formats/user_data.hpp"
#include "data/scene/scene.hpp"
#include "data/text/did_you_mean.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view lesson_folder = "data/lessons", file_ending = ".md";

bool is_lesson(const fs::path& file) { return file.extension() == file_ending && file.stem() != "README"; }

std::string text_of(const std::string& file, const AssetSource& assets) {
    if (is_built_in(file)) return assets.read(file);
    const auto text = read_small_file(file);
    if (!text) throw std::invalid_argument(file + ": there is no such lesson file");
    return *text;
}

// Loads the scene with the first `count` settings of the lesson.
Scene scene_with(const Lesson& lesson, std::size_t count, const AssetSource& assets) {
    std::vector<std::pair<std::string, std::string>> settings;
    for (std::size_t i = 0; i < count; ++i) settings.emplace_back(lesson.settings[i].key, lesson.settings[i].value);
    return load_scene(lesson.scene.name, assets, settings);
}

// Returns the line of the first setting with which the scene cannot be loaded; the line of the scene if the scene
// cannot be loaded without settings.
std::size_t line_of_invalid_setting(const Lesson& lesson, const AssetSource& assets) {
    for (std::size_t count = 0; count < lesson.settings.size(); ++count) try {
            scene_with(lesson, count, assets);
        } catch (const std::exception&) {
            return count == 0 ? lesson.scene.line : lesson.settings[count - 1].line;
        }
    return lesson.settings.empty() ? lesson.scene.line : lesson.settings.back().line;
}

// Returns the galaxy part of a quantity's name: "andromeda" of "spin.andromeda", "andromeda_disk" of
// "r50_andromeda_disk"; empty for quantities without a galaxy.
std::string galaxy_part(const std::string& name) {
    const Quantity& quantity = quantity_named(name);
    return quantity.is_completed() ? name.substr(quantity.name.size()) : "";
}

void check_galaxies(const Lesson& lesson, const LessonCheck& check, const std::vector<std::string>& galaxies) {
    for (const QuantityRelation& comparison : check.condition.relations) {
        const std::string part = galaxy_part(comparison.quantity);
        const bool is_known = part.empty() || std::ranges::any_of(galaxies, [&part](const std::string& galaxy) {
                                  return part == galaxy || part.starts_with(galaxy + "_");
                              });
        if (!is_known)
            throw std::invalid_argument(fmt::format("{}:{}: the scene {} has no galaxy {}; it has: {}{}", lesson.file,
                                                    check.line, lesson.scene.name, quoted(std::string_view{part}),
                                                    join(galaxies), did_you_mean(part, galaxies)));
    }
}

[[noreturn]] void refuse_missing(const Lesson& lesson, const LessonScene& picture) {
    throw std::invalid_argument(fmt::format("{}:{}: there is no picture file {}: put the file beside the lesson",
                                            lesson.file, picture.line, picture.name));
}

void check_picture(const Lesson& lesson, const AssetSource& assets) {
    const std::string& picture = lesson.picture.name;
    const std::vector<std::string> shipped = scene_names(assets);
    if (picture.empty() || std::ranges::find(shipped, picture) != shipped.end()) return;
    std::error_code ignored;
    if (!is_picture_file(picture))
        throw std::invalid_argument(fmt::format(
            "{}:{}: the picture {} is neither a PNG file (.png) nor one of the shipped scenes: {}{}", lesson.file,
            lesson.picture.line, quoted(std::string_view{picture}), join(shipped), did_you_mean(picture, shipped)));
    if (!fs::is_regular_file(picture, ignored)) refuse_missing(lesson, lesson.picture);
}

void check_pair(const Lesson& lesson, const AssetSource& assets) {
    const std::string& picture = lesson.pair.name;
    if (picture.empty()) return;
    std::error_code ignored;
    const bool exists = is_built_in(picture) ? std::ranges::count(assets.list(lesson_folder), picture) > 0
                                             : fs::is_regular_file(picture, ignored);
    if (!exists) refuse_missing(lesson, lesson.pair);
}

}  // namespace

bool is_built_in(const std::string& file) { return file.starts_with(lesson_folder); }

void check_scene_of(const Lesson& lesson, const AssetSource& assets) {
    std::vector<std::string> galaxies;
    try {
        for (const SceneGalaxy& galaxy : scene_with(lesson, lesson.settings.size(), assets).galaxies)
            galaxies.push_back(galaxy.name);
    } catch (const std::exception& error) {
        throw std::invalid_argument(
            fmt::format("{}:{}: {}", lesson.file, line_of_invalid_setting(lesson, assets), error.what()));
    }
    check_picture(lesson, assets);
    check_pair(lesson, assets);
    for (const LessonStep& step : lesson.steps)
        for (const LessonCheck& check : step.checks) check_galaxies(lesson, check, galaxies);
}

std::vector<std::string> lesson_files(const AssetSource& assets) {
    std::vector<std::string> files;
    for (const std::string& file : assets.list(lesson_folder))
        if (is_lesson(file)) files.push_back(file);
    std::vector<std::string> own;
    std::error_code error;
    if (const auto folder = user_folder("XDG_DATA_HOME", ".local/share"))
        for (fs::directory_iterator entry{*folder / "lessons", error}, end; !error && entry != end;
             entry.increment(error))
            if (is_lesson(entry->path())) own.push_back(entry->path().string());
    std::ranges::sort(own);
    files.insert(files.end(), own.begin(), own.end());
    return files;
}

Lesson read_lesson(const std::string& file, const AssetSource& assets) try {
    Lesson lesson = lesson_of_text(file, text_of(file, assets));
    const auto place_beside_lesson = [&file](std::string& name) {
        name = (fs::path{file}.parent_path() / name).string();
    };
    if (lesson.scene.name.ends_with(".toml")) place_beside_lesson(lesson.scene.name);
    for (LessonScene* picture : {&lesson.picture, &lesson.pair})
        if (is_picture_file(picture->name)) place_beside_lesson(picture->name);
    return lesson;
} catch (const std::runtime_error& error) {  // the file cannot be read
    throw std::invalid_argument(error.what());
}

}  // namespace milkomeda
