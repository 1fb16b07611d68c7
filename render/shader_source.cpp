#include "render/shader_source.hpp"

#include <sstream>

namespace milkomeda {

ShaderSource shader_source(const ReadAsset& read, const std::string& file, const std::string& definitions) {
    constexpr std::string_view before = "#include \"", after = "\"";
    std::istringstream lines{read(file)};
    std::string text;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::string inserted;
        if (line.starts_with(before) && line.ends_with(after)) {
            const std::size_t length = line.size() - before.size() - after.size();
            inserted = read("shaders/" + line.substr(before.size(), length));
            line.clear();
        } else if (line.starts_with("#version")) {
            inserted = definitions;
        }
        if (!line.empty() || inserted.empty()) text += line + '\n';
        // Lines count on as if nothing had been put in between: a driver's errors name them.
        if (!inserted.empty()) text += inserted + "#line " + std::to_string(number + 1) + '\n';
    }
    return {file, text};
}

}  // namespace milkomeda
