#include "data/scene/scene_key_frames.hpp"

#include <toml++/toml.h>

#include <charconv>
#include <sstream>
#include <stdexcept>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr std::string_view header = "[[camera.keyframe]]";
constexpr std::string_view heading = "# The path of the camera, which --path takes.";

// The shortest that reads as the same number, with a point in every language.
std::string written(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string written(const std::array<double, 3>& value) {
    const std::string numbers = join(value, [](double number) { return written(number); });
    return "[" + numbers + "]";
}

std::string table_of(const SceneKeyFrame& key) {
    std::string text{header};
    text += "\ntime = " + written(key.time.value());
    text += "\nposition = " + written(key.position.value());
    text += "\ntarget = " + written(key.target);
    if (key.field_of_view_degrees) text += "\nfield_of_view_degrees = " + written(*key.field_of_view_degrees);
    if (key.projection) text += "\nprojection = \"" + *key.projection + '"';
    return text + '\n';
}

std::string without_blanks(const std::string& line) {
    std::string rest;
    for (const char c : line)
        if (c != ' ' && c != '\t' && c != '\r') rest += c;
    return rest.substr(0, rest.find('#'));
}

std::string without_key_frames(const std::string& text) {
    std::istringstream lines{text};
    std::string kept;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        const std::string bare = without_blanks(line);
        if (bare == header)
            inside = true;
        else if (bare.starts_with('[') && bare.ends_with(']') && bare.find(',') == bare.npos)
            inside = false;  // another table begins
        if (!inside && !line.starts_with(heading)) kept += line + '\n';
    }
    while (kept.ends_with("\n\n")) kept.pop_back();
    return kept;
}

// All that a scene says besides the path.
toml::table besides_path(const std::string& text) {
    toml::table table = toml::parse(text);
    if (toml::table* const camera = table["camera"].as_table()) {
        camera->erase("keyframe");
        if (camera->empty()) table.erase("camera");
    }
    return table;
}

}  // namespace

std::string with_key_frames(const std::string& text, std::span<const SceneKeyFrame> keys) {
    std::string result = without_key_frames(text);
    if (!keys.empty()) result.append("\n").append(heading).append("\n");
    result += join(keys, table_of, "\n");
    try {
        if (besides_path(result) == besides_path(text)) return result;
    } catch (const toml::parse_error&) {
    }
    throw std::runtime_error(
        "key frames do not go into the scene's text: write its camera as a table [camera]");
}

}  // namespace milkomeda
