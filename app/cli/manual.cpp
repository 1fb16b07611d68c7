#include "app/cli/manual.hpp"

#include <algorithm>
#include <functional>

#include "data/text/text.hpp"

namespace milkomeda {

std::vector<std::string> alternatives(const std::string& value) {
    return value.empty() ? std::vector<std::string>{} : split(value, '|');
}

bool stands_for_itself(const std::string& alternative) {
    return std::ranges::none_of(alternative, [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::vector<std::string> known_words(const std::string& value) {
    std::vector<std::string> words = alternatives(value);
    std::erase_if(words, std::not_fn(stands_for_itself));
    return words;
}

bool takes(const OptionText& option, const std::string& kind) {
    const std::vector<std::string> all = alternatives(option.value);
    return std::ranges::find(all, kind) != all.end();
}

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
