// Manual pages, as man(7) and groff_man_style(7) want them.
#include <algorithm>

#include "app/manual/manual.hpp"
#include "app/manual/program_page.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Plain text: nothing of it is taken for a command of troff's, and a minus stays one.
std::string troff(std::string_view text) {
    std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-' || c == '~' || c == '^')
            escaped += c == '-' ? "\\-" : c == '~' ? "\\(ti" : "\\(ha";
        else
            escaped += c;
    }
    return escaped;
}

std::string bold(std::string_view text) {
    return "\\fB" + troff(text) + "\\fR";
}

std::string italic(std::string_view text) {
    return "\\fI" + troff(text) + "\\fR";
}

// What stands for itself is bold, what stands for something italic.
std::string value_text(const std::string& value) {
    return join(
        alternatives(value),
        [](const std::string& one) { return stands_for_itself(one) ? bold(one) : italic(one); }, "|\\:");
}

std::string paragraph(const std::string& head, const std::string& body) {
    return ".TP\n" + head + "\n" + body + "\n";
}

std::string option_text(const OptionText& option) {
    std::string head = join(option.names, bold, ", ");
    if (!option.value.empty()) head += " " + value_text(option.value);
    std::string body = option.help.empty() ? "\\&" : troff(option.help);
    if (option.is_required) body += "; required";
    if (option.is_repeated) body += "; may be given many times";
    return paragraph(head, body);
}

std::string typed_name(const CommandText& command) {
    return command.name.empty() ? "milkomeda" : "milkomeda " + command.name;
}

// "milkomeda render [OPTIONS] [SCENE|FILE]"
std::string synopsis(const CommandText& command) {
    std::string line = bold(typed_name(command)) + " [" + italic("OPTIONS") + "]";
    for (const OptionText& word : command.options)
        if (word.is_word())
            line += word.is_required ? " " + value_text(word.value) : " [" + value_text(word.value) + "]";
    return line + "\n";
}

std::string options(const CommandText& command) {
    std::string words;
    std::vector<std::pair<std::string, std::string>> sections;  // in the order of their first options
    for (const OptionText& option : command.options) {
        if (option.is_word()) {
            words += paragraph(value_text(option.value), troff(option.help));
            continue;
        }
        auto section =
            std::ranges::find(sections, option.section, &std::pair<std::string, std::string>::first);
        if (section == sections.end()) section = sections.insert(section, {option.section, ""});
        section->second += option_text(option);
    }
    std::string text = ".SH OPTIONS\n" + words;
    for (const auto& [heading, options] : sections)
        text += (heading == sections.front().first ? "" : ".SS " + troff(heading) + "\n") + options;
    return text;
}

std::string commands(const Manual& manual) {
    std::string text = ".SH COMMANDS\n";
    for (const CommandText& command : manual.commands)
        if (!command.name.empty())
            text += paragraph(bold(command.name),
                              troff(command.help) + "; see \\fB" + troff(page_name(command)) + "\\fR(1)");
    return text;
}

std::string see_also(const Manual& manual, const CommandText& page) {
    std::string others;
    for (const CommandText& command : manual.commands)
        if (command.name != page.name)
            others +=
                (others.empty() ? "" : ",\n") + std::string{".BR "} + troff(page_name(command)) + " (1)";
    return ".SH SEE ALSO\n" + others + "\n";
}

}  // namespace

std::string man_page(const Manual& manual, const CommandText& command) {
    const bool is_program = command.name.empty();
    std::string page = ".TH " + page_name(command) + " 1 \"\" \"" + manual.version +
                       "\" \"User Commands\"\n" + ".nh\n.ad l\n.SH NAME\n" + troff(page_name(command)) +
                       " \\- " + troff(command.help) + "\n" + ".SH SYNOPSIS\n" + synopsis(command);
    if (is_program) page += ".br\n" + bold("milkomeda") + " " + italic("COMMAND") + " ...\n";
    if (is_program) page += program_description + commands(manual);
    page += options(command);
    if (is_program) page += program_examples + std::string{program_files};
    return page + exit_status + see_also(manual, command);
}

}  // namespace milkomeda
