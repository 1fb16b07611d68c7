#include "app/manual/manual.hpp"

namespace milkomeda {

std::string page_name(const CommandText& command) {
    return command.name.empty() ? "milkomeda" : "milkomeda-" + command.name;
}

std::vector<std::string> command_names(const Manual& manual) {
    std::vector<std::string> names;
    for (const CommandText& command : manual.commands)
        if (!command.name.empty()) names.push_back(command.name);
    return names;
}

std::vector<std::string> words_offered(const Manual& manual, const OptionText& option) {
    std::vector<std::string> words = known_words(option.value);
    if (takes(option, "SCENE")) words.insert(words.end(), manual.scenes.begin(), manual.scenes.end());
    return words;
}

}  // namespace milkomeda
