#include "data/base/inclusion.hpp"

#include <set>
#include <sstream>

namespace milkomeda {
namespace {

struct Inclusion {
    const ReadAsset& read;
    LineDirective directive;
    std::set<std::string> included{};
    std::string text{};

    void append_line_directive(const std::string& name, int number) {
        text += "#line " + std::to_string(number);
        text += directive == LineDirective::with_file ? " \"" + name + "\"\n" : "\n";
    }

    void append(const std::string& name) {
        if (!included.insert(name).second) return;
        constexpr std::string_view include = "#include \"";
        std::istringstream source{read(name)};
        int number = 0;
        for (std::string line; std::getline(source, line);) {
            ++number;
            if (line.starts_with(include)) {
                append(line.substr(include.size(), line.find('"', include.size()) - include.size()));
                append_line_directive(name, number + 1);
            } else {
                text += line + '\n';
            }
        }
    }
};

}  // namespace

std::string read_with_includes(const ReadAsset& read, std::string_view name, LineDirective directive) {
    const std::string names[] = {std::string{name}};
    return read_with_includes(read, names, directive);
}

std::string read_with_includes(const ReadAsset& read, std::span<const std::string> names, LineDirective directive) {
    Inclusion inclusion{read, directive};
    for (const std::string& name : names) {
        if (names.size() > 1) inclusion.append_line_directive(name, 1);
        inclusion.append(name);
    }
    return inclusion.text;
}

}  // namespace milkomeda
