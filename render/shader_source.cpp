#include "render/shader_source.hpp"

#include <sstream>

namespace milkomeda {

ShaderSource shader_source(const ReadAsset& read, const std::string& file) {
    constexpr std::string_view before = "#include \"", after = "\"";
    std::istringstream lines{read(file)};
    std::string text;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.starts_with(before) && line.ends_with(after)) {
            const std::size_t length = line.size() - before.size() - after.size();
            // Lines count on as if nothing had been put in between: a driver's errors name them.
            line =
                read("shaders/" + line.substr(before.size(), length)) + "#line " + std::to_string(number + 1);
        }
        text += line + '\n';
    }
    return {file, text};
}

}  // namespace milkomeda
