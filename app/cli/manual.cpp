#include "app/cli/manual.hpp"

namespace milkomeda {

std::string page_name(const CommandText& command) {
    return command.is_program() ? "milkomeda" : "milkomeda-" + command.name;
}

std::vector<std::string> words_offered(const Manual& manual, const OptionText& option) {
    std::vector<std::string> words = known_words(option.value);
    if (takes(option, "SCENE")) words.insert(words.end(), manual.scenes.begin(), manual.scenes.end());
    return words;
}

std::string filled_in(std::string text, const std::string& name, const std::string& value) {
    return text.replace(text.find("@" + name + "@"), name.size() + 2, value);
}

}  // namespace milkomeda
