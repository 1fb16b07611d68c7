#include "render/gl/shader_source.hpp"

#include <algorithm>

namespace milkomeda {

ShaderSource shader_source(const ReadAsset& read, const std::string& file, const std::string& definitions) {
    std::string text = read_with_includes(read, file, LineDirective::without_file);
    const std::size_t version = text.find("#version");
    if (!definitions.empty() && version != std::string::npos) {
        const std::size_t next_line = text.find('\n', version) + 1;
        const auto number =
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(next_line), '\n');
        text.insert(next_line, definitions + "#line " + std::to_string(number + 1) + '\n');
    }
    return {file, text};
}

}  // namespace milkomeda
