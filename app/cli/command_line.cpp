#include "app/cli/command_line.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/cli/command_pages.hpp"
#include "app/cli/usage_error.hpp"
#include "data/text/did_you_mean.hpp"

namespace milkomeda {
namespace {

// Returns a function that calls `take` and converts exceptions of `take` into exceptions of CLI11. `prefix` precedes
// the message.
TakeText translated(TakeText take, const std::string& prefix) {
    return [take = std::move(take), prefix](const std::string& value) {
        try {
            take(value);
        } catch (const std::invalid_argument& error) {
            throw CLI::ValidationError(prefix + error.what());
        }
    };
}

// Splits a form such as "--size WIDTHxHEIGHT" into name and value.
std::pair<std::string, std::string> parts_of(const std::string& form) {
    const std::size_t blank = form.find(' ');
    return {form.substr(0, blank), form.substr(blank + 1)};
}

OptionText text_of(const CLI::Option& option) {
    return {.names = split(option.get_name(false, !option.get_positional()), ','),
            .value = option.get_type_name(),
            .help = option.get_description(),
            .section = option.get_group(),
            .is_required = option.get_required(),
            .is_repeated = option.get_expected_max() > 1};
}

// Returns a suggestion for a mistyped command or option of an invalid command line; empty if no word is similar. The
// parser takes a mistyped command for the name of a source.
std::string suggestion(const CLI::App& app) {
    std::vector<std::string> commands, options;
    for (const CLI::App* command : app.get_subcommands(nullptr)) commands.push_back(command->get_name());
    std::vector<const CLI::App*> parsed{&app};
    for (const CLI::App* command : app.get_subcommands()) parsed.push_back(command);
    for (const CLI::App* command : parsed)
        for (const CLI::Option* option : command->get_options())
            for (const std::string& name : text_of(*option).names)
                if (name.starts_with('-')) options.push_back(name);
    std::string hint;
    if (parsed.size() == 1)
        for (const std::string& source : app.get_option("source")->results()) hint = did_you_mean(source, commands);
    for (const std::string& word : app.remaining(true))
        if (hint.empty() && word.starts_with('-')) hint = did_you_mean(word.substr(0, word.find('=')), options);
    return hint;
}

CommandText text_of(const CLI::App& app, const std::string& name) {
    CommandText text{name, app.get_description(), {}, {}, {}};
    for (const CLI::Option* option : app.get_options()) text.options.push_back(text_of(*option));
    add_page(text);
    return text;
}

}  // namespace

void OptionDeclarer::text(const std::string& form, const std::string& help, TakeText take) {
    const auto [name, value] = parts_of(form);
    const std::string longest_name = name.substr(name.rfind(',') + 1);
    app_->add_option_function<std::string>(name, translated(std::move(take), longest_name + ": "), help)
        ->type_name(value)
        ->group(section_);
}

void OptionDeclarer::text(const std::string& form, const std::string& help, std::string& target) {
    text(form, help, [&target](const std::string& value) { target = value; });
}

void OptionDeclarer::texts(const std::string& form, const std::string& help, TakeText take) {
    const auto [name, value] = parts_of(form);
    const auto take_all = [take = translated(std::move(take), name + ": ")](const std::vector<std::string>& values) {
        for (const std::string& text : values) take(text);
    };
    app_->add_option_function<std::vector<std::string>>(name, take_all, help)
        ->take_all()
        ->allow_extra_args(false)
        ->type_name(value)
        ->group(section_);
}

void OptionDeclarer::file(const std::string& name, const std::string& help, std::filesystem::path& target) {
    text(name + " FILE", help, [&target](const std::string& value) {
        if (value.empty()) throw std::invalid_argument("no file is named");
        target = value;
    });
}

void OptionDeclarer::flag(const std::string& name, const std::string& help, bool& target) {
    app_->add_flag(name, target, help)->group(section_);
}

void OptionDeclarer::flag(const std::string& name, const std::string& help, std::function<void()> take) {
    app_->add_flag_callback(name, std::move(take), help)->group(section_);
}

void OptionDeclarer::word(const std::string& form, const std::string& help, TakeText take) {
    const auto [name, value] = parts_of(form);
    app_->add_option_function<std::string>(name, translated(std::move(take), ""), help)->type_name(value);
}

void OptionDeclarer::require(const std::string& name) { app_->get_option(name)->required(); }

void OptionDeclarer::version(const std::string& text) { app_->set_version_flag("--version", text); }

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : app_{std::make_unique<CLI::App>(description)} {
    app_->name(name);
    app_->require_subcommand(0, 1);
    app_->footer(examples_of(""));
}

CommandLine::~CommandLine() = default;

OptionDeclarer CommandLine::options() { return OptionDeclarer{*app_}; }

OptionDeclarer CommandLine::command(const std::string& name, const std::string& help, std::function<void()> chosen) {
    CLI::App* const command = app_->add_subcommand(name, help);
    command->callback(std::move(chosen));
    command->footer(examples_of(name));
    return OptionDeclarer{*command};
}

std::vector<CommandText> CommandLine::texts() const {
    const CLI::App& app = *app_;
    std::vector<CommandText> texts{text_of(app, "")};
    for (const CLI::App* command : app.get_subcommands(nullptr))
        texts.push_back(text_of(*command, command->get_name()));
    return texts;
}

bool CommandLine::parse(int argc, char** argv) try {
    app_->parse(argc, argv);
    return true;
} catch (const CLI::Success& wanted) {  // the user requested --help or --version
    app_->exit(wanted);
    return false;
} catch (const CLI::ParseError& error) {
    const std::string hint = suggestion(*app_);
    const bool has_more_words = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const char* const quotes = "; the pattern of a series needs quotes: 'snap_*.hdf5'";
    throw UsageError(
        fmt::format("{} (see milkomeda --help{}){}", error.what(), has_more_words && hint.empty() ? quotes : "", hint));
}

}  // namespace milkomeda
