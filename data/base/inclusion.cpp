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

    void append(const std::string& name) {
        if (!included.insert(name).second) return;
        constexpr std::string_view include = "#include \"";
        std::istringstream source{read(name)};
        int number = 0;
        for (std::string line; std::getline(source, line);) {
            ++number;
            if (line.starts_with(include)) {
                append(line.substr(include.size(), line.find('"', include.size()) - include.size()));
                text += "#line " + std::to_string(number + 1);
                text += directive == LineDirective::with_file ? " \"" + name + "\"\n" : "\n";
            } else {
                text += line + '\n';
            }
        }
    }
};

}  // namespace

std::string read_with_includes(const ReadAsset& read, std::string_view name, LineDirective directive) {
    Inclusion inclusion{read, directive};
    inclusion.append(std::string{name});
    return inclusion.text;
}

}  // namespace milkomeda
