// The parser of the command line. It hides CLI11, whose header takes seconds to compile.
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

// Takes the typed value of an option. Throws std::invalid_argument with the reason if the value is wrong.
using TakeText = std::function<void(const std::string&)>;

// Joins the alternatives of an option's value, such as "auto|direct|fmm".
template <typename Range, typename TextOf = std::identity>
std::string one_of(const Range& range, TextOf text_of = {}) {
    return join(range, text_of, "|");
}

// Declares the options of one command, in the order of the help text. A form contains the option's name and
// value: "--size WIDTHxHEIGHT" or "--interop auto|shared|copied|none". Lowercase alternatives are typed as
// they are; uppercase alternatives are placeholders. The targets of options must outlive the CommandLine; a
// declarer need not.
class OptionDeclarer {
  public:
    explicit OptionDeclarer(CLI::App& app) : app_{&app} {}

    // The options that are declared from now on appear under this heading.
    void section(const std::string& heading) { section_ = heading; }

    // Declares an option with a value. Messages about the value begin with the option's name.
    void text(const std::string& form, const std::string& help, TakeText take);
    // Declares an option that may be repeated.
    void texts(const std::string& form, const std::string& help, TakeText take);
    template <typename Number, typename Target>
    void number(const std::string& name, const std::string& help, Target& target) {
        text(name + " NUMBER", help,
             [&target](const std::string& value) { target = parse_number<Number>(value); });
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
    // Makes an option required that was declared before.
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

    OptionDeclarer options();  // Returns the declarer of the program without a command.
    OptionDeclarer command(const std::string& name, const std::string& help, std::function<void()> chosen);

    // Returns the texts of the program without a command, then of its commands.
    std::vector<CommandText> texts() const;

    // Returns false if help or the version was asked for and has been printed. Throws UsageError.
    bool parse(int argc, char** argv);

  private:
    std::unique_ptr<CLI::App> app_;
};

}  // namespace milkomeda
