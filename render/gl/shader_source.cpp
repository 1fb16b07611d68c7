#include "render/gl/shader_source.hpp"

#include <algorithm>
#include <sstream>

#include "render/gl/shader_facts.hpp"

namespace milkomeda {

ShaderSource shader_source(const ReadAsset& read, const std::string& file, const std::string& definitions) {
    std::string text = read_with_includes(read, file, LineDirective::without_file);
    const std::size_t version = text.find("#version");
    if (version != std::string::npos) {
        const std::size_t next_line = text.find('\n', version) + 1;
        const auto number = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(next_line), '\n');
        text.insert(next_line, shader_facts() + definitions + "#line " + std::to_string(number + 1) + '\n');
    }
    return {file, text};
}

std::vector<std::string> declared_uniforms(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("uniform ")) continue;
        std::istringstream declaration{line.substr(0, line.find(';'))};
        std::string uniform, type;
        declaration >> uniform >> type;
        for (std::string name; std::getline(declaration >> std::ws, name, ',');)
            names.push_back(name.substr(0, name.find('[')));
    }
    return names;
}

}  // namespace milkomeda
