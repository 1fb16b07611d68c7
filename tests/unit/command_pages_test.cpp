#include "app/cli/command_pages.hpp"

#include <doctest/doctest.h>

#include "app/cli/options.hpp"
#include "data/text/text.hpp"

using namespace milkomeda;

TEST_CASE("every command has two to four examples, which are valid command lines of this command") {
    for (const CommandText& command : command_texts()) {
        CAPTURE(command.name);
        CHECK(command.description.empty() == command.is_program());
        CHECK(command.examples.size() >= 2);
        CHECK(command.examples.size() <= 4);
        for (const Example& example : command.examples) {
            CAPTURE(example.line);
            std::string line = example.line;
            std::erase(line, '\'');
            std::vector<std::string> words = split(line, ' ');
            CHECK(words.front() == "milkomeda");
            if (!command.is_program()) CHECK(words.at(1) == command.name);
            std::vector<char*> pointers;
            for (std::string& word : words) pointers.push_back(word.data());
            CHECK(parse_command_line(static_cast<int>(pointers.size()), pointers.data()).has_value());
            CHECK(examples_of(command.name).find("  " + example.line + "\n") != std::string::npos);
        }
    }
}
