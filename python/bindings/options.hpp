// Options of the module's functions: words of the command line, so that names, checks and messages are those of the
// program.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/cli/options.hpp"

namespace milkomeda::python {

using Words = std::vector<std::string>;

// Returns the options of the command to which `words` belong; the first word is the command. Throws UsageError as
// parse_command_line().
template <typename Options>
Options parse(Words words) {
    words.insert(words.begin(), "milkomeda");
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    auto line = parse_command_line(static_cast<int>(pointers.size()), pointers.data());
    Options* const options = line ? std::get_if<Options>(&line->command) : nullptr;
    if (options == nullptr) throw UsageError("help and version are options of the program only");
    return std::move(*options);
}

}  // namespace milkomeda::python
