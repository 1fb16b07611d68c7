#include "data/lesson/lesson_page.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "data/lesson/lesson_text.hpp"

namespace milkomeda {
namespace {

constexpr std::string_view style =
    "body { font: 11pt/1.5 sans-serif; max-width: 17cm; margin: 1cm auto; color: #000; background: #fff; }\n"
    "h1 { font-size: 18pt; margin-bottom: 0; }\n"
    "h2 { font-size: 13pt; margin: 1.2em 0 0.3em; }\n"
    "section { break-inside: avoid; }\n"
    "p { margin: 0.3em 0; }\n"
    "ul { list-style: none; padding-left: 0; }\n"
    "li::before { content: '\\2610\\00a0'; font-size: 13pt; }\n"
    ".start, .hint { color: #444; }\n"
    ".notes { border-bottom: 1px solid #999; height: 1.8em; }\n"
    "@page { margin: 1.5cm; }\n";

std::string paragraph(const std::string& text, std::string_view style_class = {}) {
    const std::string attribute = style_class.empty() ? "" : fmt::format(" class=\"{}\"", style_class);
    return fmt::format("<p{}>{}</p>\n", attribute, html_of(text));
}

// Returns the command line with which the scene of the lesson starts, for the top of the page.
std::string command_of(const Lesson& lesson) {
    std::string command = "milkomeda " + lesson.scene.name;
    for (const LessonSetting& setting : lesson.settings)
        command += fmt::format(" --set '{}={}'", setting.key, setting.value);
    if (lesson.bodies) command += fmt::format(" --bodies {}", *lesson.bodies);
    return command;
}

std::string section(std::size_t number, const LessonStep& step) {
    std::string html = fmt::format("<section>\n<h2>{}. {}</h2>\n", number, html_of(step.title));
    for (const std::string& text : step.paragraphs) html += paragraph(text);
    if (!step.checks.empty()) html += "<ul>\n";
    for (const LessonCheck& check : step.checks) html += fmt::format("<li>{}</li>\n", html_of(check.words));
    if (!step.checks.empty()) html += "</ul>\n";
    constexpr int lines_for_notes = 2;
    for (int i = 0; i < lines_for_notes; ++i) html += "<div class=\"notes\"></div>\n";
    return html + "</section>\n";
}

std::string hints(const Lesson& lesson) {
    std::string html;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        for (const std::string& hint : lesson.steps[i].hints)
            html += paragraph(fmt::format("Step {}: {}", i + 1, hint), "hint");
    return html.empty() ? "" : "<section>\n<h2>Hints</h2>\n" + html + "</section>\n";
}

}  // namespace

std::string lesson_page(const Lesson& lesson) {
    const std::string title = html_of(lesson.title);
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n"
        "<style>\n{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
        title, style, title);
    html += fmt::format("<p class=\"start\">Start: Help, Lessons, {}; or <code>{}</code></p>\n", title,
                        html_of(command_of(lesson)));
    for (const std::string& text : lesson.introduction) html += paragraph(text);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) html += section(i + 1, lesson.steps[i]);
    return html + hints(lesson) + "</body>\n</html>\n";
}

std::string page_name(const Lesson& lesson) { return std::filesystem::path{lesson.file}.stem().string() + ".html"; }

}  // namespace milkomeda
