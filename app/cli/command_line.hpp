// The command line's parser. It hides CLI11, whose header takes seconds to compile.
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

// Takes a value as it was typed. Throws std::invalid_argument with what is wrong with it.
using TakeText = std::function<void(const std::string&)>;

// "auto|direct|fmm", as the values of an option are declared.
template <typename Range, typename TextOf = std::identity>
std::string one_of(const Range& range, TextOf text_of = {}) {
    return join(range, text_of, "|");
}

// Declares the options of one command, in the order of its help. An option is declared as people type it:
// "--size WIDTHxHEIGHT" or "--interop auto|shared|copied|none", where small letters stand for themselves and
// capitals for something else. What is bound outlives this: bind what the values go to, never this.
class OptionDeclarer {
  public:
    explicit OptionDeclarer(CLI::App& app) : app_{&app} {}

    // What is declared from here on stands under this heading.
    void section(const std::string& heading) { section_ = heading; }

    // A message about its value begins with the option's name.
    void text(const std::string& form, const std::string& help, TakeText take);
    void texts(const std::string& form, const std::string& help, TakeText take);  // may be said many times
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
    void word(const std::string& form, const std::string& help, TakeText take);  // by its place
    void require(const std::string& name);                                       // one declared before
    void version(const std::string& text);

  private:
    CLI::App* app_;
    std::string section_ = "Options";
};

class CommandLine {
  public:
    CommandLine(const std::string& name, const std::string& description);
    ~CommandLine();

    OptionDeclarer options();  // without a command
    OptionDeclarer command(const std::string& name, const std::string& help, std::function<void()> chosen);

    // The program without a command, then its commands.
    std::vector<CommandText> texts() const;

    // False when help or the version was asked for and has been printed. Throws UsageError.
    bool parse(int argc, char** argv);

  private:
    std::unique_ptr<CLI::App> app_;
};

}  // namespace milkomeda
