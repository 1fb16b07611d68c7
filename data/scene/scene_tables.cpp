#include "data/scene/scene_tables.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "data/scene/scene_values.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// A kind of array of tables in a scene file, such as [[change]].
struct Kind {
    std::string_view path;     // name of the table, for example "camera.keyframe"
    std::string_view heading;  // comment line that is written above the first table
    std::string_view advice;   // advice for the error message if a text cannot be edited
};

constexpr Kind key_frames{
    "camera.keyframe", "# Camera path, used by --path.",
    "key frames cannot be inserted into the text of the scene: write the camera of the scene as a table [camera]"};
constexpr Kind changes_of_galaxies{
    "change", "# Scripted changes of the galaxies while the scene runs.",
    "changes cannot be inserted into the text of the scene: write its existing changes as tables [[change]]"};
constexpr Kind moments{
    "milestone", "# Remarkable moments of the scene.",
    "milestones cannot be inserted into the text of the scene: write its existing milestones as tables [[milestone]]"};

std::string header_of(const Kind& kind) { return "[[" + std::string{kind.path} + "]]"; }

std::string written(double value) { return exact_number(value); }

std::string written(const std::array<double, 3>& value) { return "[" + join(value, exact_number<double>) + "]"; }

std::string written(const std::string& value) {
    std::ostringstream text;
    text << toml::value<std::string>{value};
    return text.str();
}

std::string table_of(const SceneKeyFrame& key) {
    std::string text = header_of(key_frames);
    text += "\ntime = " + written(key.time.value());
    text += "\nposition = " + written(key.position.value());
    text += "\ntarget = " + written(key.target);
    if (key.field_of_view_degrees) text += "\nfield_of_view_degrees = " + written(*key.field_of_view_degrees);
    if (key.projection) text += "\nprojection = \"" + *key.projection + '"';
    return text + '\n';
}

std::string table_of(const SceneChange& change) {
    std::string text = header_of(changes_of_galaxies);
    const auto line = [&text](const char* key, const std::string& value) {
        text.append("\n").append(key).append(" = ").append(value);
    };
    line("time", written(change.time.value()));
    if (change.deleted) line("delete", written(*change.deleted));
    if (change.thrown) line("throw", written(*change.thrown));
    if (change.added) {
        line("add", written(*change.added));
        line("like", written(change.like.value()));
        line("mass_factor", written(change.mass_factor));
        if (change.bodies > 0) line("bodies", std::to_string(change.bodies));
        line("seed", std::to_string(change.seed));
    }
    if (change.position) line("position", written(*change.position));
    if (change.moved_by) line("way", written(*change.moved_by));
    if (change.velocity) line("velocity", written(*change.velocity));
    if (change.spin) line("spin", written(*change.spin));
    return text + '\n';
}

std::string table_of(const SceneMilestone& milestone) {
    return header_of(moments) + "\ntime = " + written(milestone.time) + "\ntitle = " + written(milestone.title) + '\n';
}

std::string without_blanks(const std::string& line) {
    std::string rest;
    for (const char c : line)
        if (c != ' ' && c != '\t' && c != '\r') rest += c;
    return rest.substr(0, rest.find('#'));
}

bool is_header(const std::string& bare) {
    return bare.starts_with('[') && bare.ends_with(']') && bare.find(',') == bare.npos;
}

std::string without_tables(const std::string& text, const Kind& kind) {
    std::istringstream lines{text};
    std::string kept;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        const std::string bare = without_blanks(line);
        if (bare == header_of(kind))
            inside = true;
        else if (is_header(bare))
            inside = false;  // the header of another table ends this table
        if (!inside && !line.starts_with(kind.heading)) kept += line + '\n';
    }
    while (kept.ends_with("\n\n")) kept.pop_back();
    return kept;
}

// Parses the scene and removes the tables of kind `kind`.
toml::table besides(const std::string& text, const Kind& kind) {
    toml::table table = toml::parse(text);
    const std::size_t dot = kind.path.find('.');
    if (dot == kind.path.npos) {
        table.erase(kind.path);
    } else if (toml::table* const around = table[kind.path.substr(0, dot)].as_table()) {
        around->erase(kind.path.substr(dot + 1));
        if (around->empty()) table.erase(kind.path.substr(0, dot));
    }
    return table;
}

template <typename Table>
std::string with_tables(const std::string& text, const Kind& kind, std::span<const Table> tables) {
    std::string result = without_tables(text, kind);
    if (!tables.empty()) result.append("\n").append(kind.heading).append("\n");
    result += join(
        tables, [](const Table& table) { return table_of(table); }, "\n");
    try {
        if (besides(result, kind) == besides(text, kind)) return result;
    } catch (const toml::parse_error&) {
    }
    throw std::runtime_error(std::string{kind.advice});
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// Returns the place of the comment in a line of TOML, or npos. A # inside a quoted text begins no comment.
std::size_t comment_in(const std::string& line) {
    char quote = 0;  // the mark that ends the present quoted text, or 0
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!quote && line[i] == '#') return i;
        if (quote == '"' && line[i] == '\\')
            ++i;  // the next character is part of the text
        else if (quote ? line[i] == quote : line[i] == '"' || line[i] == '\'')
            quote = quote ? 0 : line[i];
    }
    return line.npos;
}

// Replaces the key's line in its table and keeps the comment on this line. Adds the line if it is missing.
void set_line(std::vector<std::string>& lines, const std::string& table, const std::string& key,
              const std::string& value) {
    const auto is_next_header = [](const std::string& line) { return is_header(without_blanks(line)); };
    auto begin = lines.begin();
    if (!table.empty()) {
        begin = std::ranges::find(lines, '[' + table + ']', without_blanks);
        if (begin == lines.end()) {
            lines.insert(lines.end(), {"", '[' + table + ']', key + " = " + value});
            return;
        }
        ++begin;
    }
    auto end = std::find_if(begin, lines.end(), is_next_header);
    const auto own =
        std::find_if(begin, end, [&](const std::string& line) { return without_blanks(line).starts_with(key + '='); });
    if (own != end) {
        const std::size_t comment = comment_in(*own);
        *own = key + " = " + value + (comment == own->npos ? "" : "  " + own->substr(comment));
        return;
    }
    // Inserts the line above the blank lines and comments that belong to the next table.
    while (end != begin && without_blanks(*std::prev(end)).empty()) --end;
    lines.insert(end, key + " = " + value);
}

void set_value(toml::table& all, const std::string& path, const toml::node& value) {
    toml::table* table = &all;
    std::size_t from = 0;
    for (std::size_t dot; (dot = path.find('.', from)) != path.npos; from = dot + 1) {
        const std::string name = path.substr(from, dot - from);
        if (!table->contains(name)) table->insert(name, toml::table{});
        table = table->get(name)->as_table();
        if (!table) return;
    }
    table->insert_or_assign(path.substr(from), value);
}

}  // namespace

std::string with_settings(const std::string& text, std::span<const std::pair<std::string, std::string>> settings) {
    if (settings.empty()) return text;
    std::vector<std::string> lines = lines_of(text);
    toml::table wanted = toml::parse(text);
    for (const auto& [path, setting] : settings) {
        const toml::table parsed = setting_of(setting);
        std::ostringstream value;
        value << toml::node_view{parsed.get("value")};
        const std::size_t dot = path.rfind('.');
        const std::string table = dot == path.npos ? "" : path.substr(0, dot);
        set_line(lines, table, path.substr(dot == path.npos ? 0 : dot + 1), value.str());
        set_value(wanted, path, *parsed.get("value"));
    }
    std::string result = join(
        lines, [](const std::string& line) { return line + '\n'; }, "");
    try {
        if (toml::parse(result) == wanted) return result;
    } catch (const toml::parse_error&) {
    }
    throw std::runtime_error(
        "the values of --set cannot be inserted into the text of the scene: write each key of the scene on a "
        "separate line below the line [NAME] of its table");
}

std::string with_key_frames(const std::string& text, std::span<const SceneKeyFrame> keys) {
    return with_tables(text, key_frames, keys);
}

std::string with_changes(const std::string& text, std::span<const SceneChange> changes) {
    return with_tables(text, changes_of_galaxies, changes);
}

std::string with_milestones(const std::string& text, std::span<const SceneMilestone> milestones) {
    return with_tables(text, moments, milestones);
}

}  // namespace milkomeda
