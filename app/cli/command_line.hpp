// The parser of the command line. Only its .cpp file includes CLI11, whose header takes seconds to compile.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command_text.hpp"
#include "app/cli/values.hpp"

namespace CLI {
class App;
}

namespace milkomeda {

// Processes the typed value of an option. Throws std::invalid_argument with the reason if the value is invalid.
using TakeText = std::function<void(const std::string&)>;

// Returns the alternatives of an option's value as text, such as "auto|direct|fmm".
template <typename Range, typename TextOf = std::identity>
std::string one_of(const Range& range, TextOf text_of = {}) {
    return join(range, text_of, "|");
}

// Declares the options of one command, in the order of the help text. `form` contains the name and the value of an
// option: "--size WIDTHxHEIGHT" or "--interop auto|shared|copied|none". Users type lowercase alternatives literally;
// uppercase alternatives are placeholders. The targets of options must outlive the CommandLine; an OptionDeclarer may
// be destroyed earlier.
class OptionDeclarer {
  public:
    explicit OptionDeclarer(CLI::App& app) : app_{&app} {}

    // Sets the heading under which the help lists all options declared after this call.
    void section(const std::string& heading) { section_ = heading; }

    // Declares an option with a value. Error messages about the value begin with the option's name.
    void text(const std::string& form, const std::string& help, TakeText take);
    void text(const std::string& form, const std::string& help, std::string& target);
    // Declares an option that may be repeated. Calls `take` for each value.
    void texts(const std::string& form, const std::string& help, TakeText take);
    template <typename Number, typename Target>
    void number(const std::string& name, const std::string& help, Target& target) {
        text(name + " NUMBER", help, [&target](const std::string& value) { target = parse_number<Number>(value); });
    }
    template <typename Target>
    void time(const std::string& name, const std::string& help, Target& target) {
        text(name + " TIME", help, [&target](const std::string& value) { target = parse_model_time(value); });
    }
    void file(const std::string& name, const std::string& help, std::filesystem::path& target);
    void flag(const std::string& name, const std::string& help, bool& target);
    void flag(const std::string& name, const std::string& help, std::function<void()> take);
    // Declares a positional argument.
    void word(const std::string& form, const std::string& help, TakeText take);
    // Marks an already declared option as required.
    void require(const std::string& name);
    void version(const std::string& text);

  private:
    CLI::App* app_;
    std::string section_ = "Options";
};

class CommandLine {
  public:
    CommandLine(const std::string& name, const std::string& description);
    ~CommandLine();

    OptionDeclarer options();  // declares the options of the program without a command
    // Declares a command. parse() calls `chosen` if the command line names the command.
    OptionDeclarer command(const std::string& name, const std::string& help, std::function<void()> chosen);

    // Returns the texts of the program without a command, followed by the texts of its commands.
    std::vector<CommandText> texts() const;

    // Returns false if the user requested help or the version, which is then already printed. Throws
    // UsageError if the command line is invalid.
    bool parse(int argc, char** argv);

  private:
    std::unique_ptr<CLI::App> app_;
};

}  // namespace milkomeda
