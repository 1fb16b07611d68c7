#include "data/lesson/lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "data/lesson/lesson_text.hpp"
#include "data/text/did_you_mean.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::string_view check_mark = "- [ ]";

// A line of a lesson file, joined with the indented lines that continue it.
struct LessonLine {
    std::string text;
    std::size_t number;  // line number, from 1
};

std::vector<LessonLine> lines_of(const std::string& text) {
    std::vector<LessonLine> lines;
    std::size_t number = 0;
    for (const std::string& line : split(text, '\n')) {
        ++number;
        const std::string_view bare = trimmed(line);
        const bool continues = line.starts_with("  ") && !bare.empty() && !lines.empty() && !lines.back().text.empty();
        if (continues)
            lines.back().text += fmt::format(" {}", bare);
        else
            lines.push_back({std::string{bare}, number});
    }
    return lines;
}

std::string_view without_backquotes(std::string_view text) {
    const bool is_code = text.size() > 1 && text.starts_with('`') && text.ends_with('`');
    return is_code ? trimmed(text.substr(1, text.size() - 2)) : text;
}

// Reads the lines of a lesson, from first to last.
class LessonReader {
  public:
    explicit LessonReader(const std::string& file) { lesson_.file = file; }

    void read(const LessonLine& line);
    Lesson finish() const;

  private:
    [[noreturn]] void fail(std::size_t line, const std::string& error) const {
        throw std::invalid_argument(fmt::format("{}:{}: {}", lesson_.file, line, error));
    }
    void begin_title(const LessonLine& line);
    void set_fact(const LessonLine& line);
    void set_bodies(const LessonLine& line, std::string_view value);
    void add_setting(const LessonLine& line, std::string_view value);
    void add_check(const LessonLine& line);
    void add_text(const std::string& text);
    LessonStep& step(const LessonLine& line);

    Lesson lesson_;
    enum class Block { none, paragraph, hint } block_ = Block::none;  // block that the next line can continue
    std::size_t last_line_ = 1;
};

void LessonReader::read(const LessonLine& line) {
    const std::string_view text = line.text;
    last_line_ = line.number;
    const Block before = std::exchange(block_, Block::none);
    if (text.empty() || text.starts_with("<!--")) return;
    if (text.starts_with('#')) return begin_title(line);
    if (lesson_.title.empty())
        fail(line.number, "a lesson begins with its title: write a first line such as '# Tides'");
    if (text.starts_with(check_mark)) return add_check(line);
    if (text.starts_with("- ")) return set_fact(line);
    if (text.starts_with('>')) {
        std::vector<std::string>& hints = step(line).hints;
        const std::string hint{trimmed(text.substr(1))};
        if (before == Block::hint)
            hints.back() += ' ' + hint;
        else
            hints.push_back(hint);
        block_ = Block::hint;
        return;
    }
    block_ = before == Block::paragraph ? Block::paragraph : Block::none;
    add_text(line.text);
}

void LessonReader::begin_title(const LessonLine& line) {
    const std::size_t marks = std::min(line.text.find_first_not_of('#'), line.text.size());
    const std::string title{trimmed(std::string_view{line.text}.substr(marks))};
    const bool is_step = line.text.starts_with("## ");
    if (title.empty() || (!is_step && !line.text.starts_with("# ")))
        fail(line.number, "this heading is not valid: write '# TITLE' for the lesson, and '## TITLE' for each step");
    if (is_step == lesson_.title.empty())
        fail(line.number, is_step ? "a lesson begins with its title: write '# TITLE' before the first step"
                                  : "a lesson has one title: write '## TITLE' for a step");
    if (is_step)
        lesson_.steps.push_back({.title = title});
    else
        lesson_.title = title;
}

LessonStep& LessonReader::step(const LessonLine& line) {
    if (lesson_.steps.empty())
        fail(line.number, "checks and hints belong to a step: write a heading '## TITLE' above this line");
    return lesson_.steps.back();
}

// Reads a line such as "- scene: antennae" above the first step.
void LessonReader::set_fact(const LessonLine& line) {
    if (!lesson_.steps.empty())
        fail(line.number,
             fmt::format("a list in a step consists of checks: write '{} WORDS: `CONDITION`'", check_mark));
    const std::string_view text = std::string_view{line.text}.substr(2);
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string key{trimmed(text.substr(0, colon))},
        value{without_backquotes(trimmed(text.substr(std::min(colon + 1, text.size()))))};
    if (value.empty())
        fail(line.number, fmt::format("{} has no value: write '- KEY: VALUE'", quoted(std::string_view{key})));
    if (key == "scene") {
        lesson_.scene = {value, line.number};
    } else if (key == "picture") {
        lesson_.picture = {value, line.number};
    } else if (key == "pair") {
        if (!is_picture_file(value))
            fail(line.number,
                 fmt::format("{} is not a picture of a pair: write the name of a PNG file (.png) beside the "
                             "lesson",
                             quoted(std::string_view{value})));
        lesson_.pair = {value, line.number};
    } else if (key == "bodies") {
        set_bodies(line, value);
    } else if (key == "set") {
        add_setting(line, value);
    } else {
        const std::vector<std::string> known{"scene", "bodies", "set", "picture", "pair"};
        fail(line.number, fmt::format("there is no key {}; there are: {}{}", quoted(std::string_view{key}), join(known),
                                      did_you_mean(key, known)));
    }
}

void LessonReader::set_bodies(const LessonLine& line, std::string_view value) {
    constexpr std::size_t least = 64, most = std::size_t{1} << 20;
    const auto bodies = number_from<std::size_t>(value);
    if (!bodies || *bodies < least || *bodies > most)
        fail(line.number,
             fmt::format("{} is not a number of bodies: write a number from {} to {}", quoted(value), least, most));
    lesson_.bodies = bodies;
}

void LessonReader::add_setting(const LessonLine& line, std::string_view value) {
    const std::size_t equals = value.find('=');
    if (equals == value.npos || trimmed(value.substr(0, equals)).empty() || trimmed(value.substr(equals + 1)).empty())
        fail(line.number, fmt::format("{} is not a setting: write '- set: KEY = VALUE'", quoted(value)));
    lesson_.settings.push_back(
        {std::string{trimmed(value.substr(0, equals))}, std::string{trimmed(value.substr(equals + 1))}, line.number});
}

// Reads a line such as "- [ ] The run has reached t = 22: `time >= 22`".
void LessonReader::add_check(const LessonLine& line) {
    LessonStep& present = step(line);
    const std::string_view text = trimmed(std::string_view{line.text}.substr(check_mark.size()));
    const std::size_t end = text.rfind('`'),
                      begin = end == 0 || end == text.npos ? text.npos : text.rfind('`', end - 1);
    if (begin == text.npos || end + 1 != text.size())
        fail(line.number, "a check ends in a condition: write '- [ ] WORDS: `CONDITION`', such as `time >= 22`");
    std::string_view words = trimmed(text.substr(0, begin));
    if (words.ends_with(':')) words.remove_suffix(1);
    const std::string_view condition = trimmed(text.substr(begin + 1, end - begin - 1));
    try {
        present.checks.push_back(
            {std::string{words.empty() ? condition : words}, parse_condition(condition), line.number});
    } catch (const std::invalid_argument& error) {
        fail(line.number, error.what());
    }
}

void LessonReader::add_text(const std::string& text) {
    std::vector<std::string>& paragraphs =
        lesson_.steps.empty() ? lesson_.introduction : lesson_.steps.back().paragraphs;
    if (block_ == Block::paragraph)
        paragraphs.back() += ' ' + text;
    else
        paragraphs.push_back(text);
    block_ = Block::paragraph;
}

Lesson LessonReader::finish() const {
    if (lesson_.title.empty()) fail(last_line_, "the lesson is empty: write a first line such as '# Tides'");
    if (lesson_.scene.name.empty())
        fail(last_line_, "the lesson has no scene: write a line such as '- scene: antennae' below the title");
    if (lesson_.steps.empty()) fail(last_line_, "the lesson has no steps: write a heading '## TITLE' for each step");
    return lesson_;
}

}  // namespace

Lesson lesson_of_text(const std::string& file, const std::string& text) {
    LessonReader reader{file};
    for (const LessonLine& line : lines_of(text)) reader.read(line);
    return reader.finish();
}

}  // namespace milkomeda
