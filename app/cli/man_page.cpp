// Writes manual pages that follow the conventions of man(7) and groff_man_style(7).
#include <algorithm>

#include "app/cli/manual.hpp"
#include "app/cli/program_page.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr std::pair<char, std::string_view> troff_names[] = {{'\\', "\\e"},  {'\'', "\\(aq"}, {'-', "\\-"},
                                                             {'~', "\\(ti"}, {'^', "\\(ha"},  {',', ",\\:"}};

// Escapes plain text for troff, so that a "." at the start begins no troff request, minus signs and quotes are printed
// unchanged, and lines may break after commas.
std::string troff(std::string_view text) {
    std::string escaped = text.starts_with('.') ? "\\&" : "";
    for (const char c : text) {
        const auto* const named = std::ranges::find(troff_names, c, [](const auto& row) { return row.first; });
        escaped += named == std::end(troff_names) ? std::string_view{&c, 1} : named->second;
    }
    return escaped;
}

std::string bold(std::string_view text) { return "\\fB" + troff(text) + "\\fR"; }

std::string italic(std::string_view text) { return "\\fI" + troff(text) + "\\fR"; }

// Formats words that users type literally in bold, and placeholders in italics.
std::string value_text(const std::string& value) {
    return join(
        alternatives(value),
        [](const std::string& each) { return stands_for_itself(each) ? bold(each) : italic(each); }, "|\\:");
}

std::string paragraph(const std::string& head, const std::string& body) { return ".TP\n" + head + "\n" + body + "\n"; }

std::string option_text(const OptionText& option) {
    const std::string value = option.is_flag() ? "" : " " + value_text(option.value);
    return paragraph(join(option.names, bold, ", ") + value, troff(option.help) +
                                                                 (option.is_required ? "; required" : "") +
                                                                 (option.is_repeated ? "; may be repeated" : ""));
}

// Returns a synopsis such as "milkomeda render [OPTIONS] [SCENE|FILE]".
std::string synopsis(const CommandText& command) {
    std::string line =
        bold("milkomeda") + (command.is_program() ? "" : " " + bold(command.name)) + " [" + italic("OPTIONS") + "]";
    for (const OptionText& word : command.options)
        if (word.is_word())
            line += word.is_required ? " " + value_text(word.value) : " [" + value_text(word.value) + "]";
    return line + "\n";
}

std::string options(const CommandText& command) {
    std::string text = ".SH OPTIONS\n";
    std::vector<std::string> headings;
    for (const OptionText& option : command.options)
        if (option.is_word())
            text += paragraph(value_text(option.value), troff(option.help));
        else if (std::ranges::find(headings, option.section) == headings.end())
            headings.push_back(option.section);
    for (const std::string& heading : headings) {
        if (heading != headings.front()) text += ".SS " + heading + "\n";
        for (const OptionText& option : command.options)
            if (!option.is_word() && option.section == heading) text += option_text(option);
    }
    return text;
}

std::string commands(const Manual& manual) {
    std::string text = ".SH COMMANDS\n";
    for (const CommandText& command : manual.commands())
        text += paragraph(bold(command.name), troff(command.help) + "; see " + bold(page_name(command)) + "(1)");
    return text;
}

std::string examples(const CommandText& command) {
    std::string text = ".SH EXAMPLES\n";
    for (const Example& example : command.examples) text += paragraph(bold(example.line), troff(example.meaning));
    return text;
}

std::string see_also(const Manual& manual, const CommandText& page) {
    std::vector<std::string> others;
    for (const CommandText& command : manual.pages)
        if (command.name != page.name) others.push_back(".BR " + troff(page_name(command)) + " (1)");
    return ".SH SEE ALSO\n" + join(others, {}, ",\n") + "\n";
}

}  // namespace

std::string man_page(const Manual& manual, const CommandText& command) {
    const std::string name = page_name(command);
    std::string page = ".TH " + name + " 1 \"\" \"" + manual.version + "\" \"User Commands\"\n.nh\n.ad l\n";
    page += ".SH NAME\n" + troff(name) + " \\- " + troff(command.help) + "\n";
    page += ".SH SYNOPSIS\n" + synopsis(command);
    if (command.is_program()) {
        page += ".br\n" + bold("milkomeda") + " " + italic("COMMAND") + " ...\n";
        page += program_description + commands(manual);
    } else {
        page += ".SH DESCRIPTION\n" + troff(command.description) + "\n";
    }
    page += options(command) + examples(command);
    if (command.is_program()) page += program_files;
    return page + exit_status + see_also(manual, command);
}

}  // namespace milkomeda
