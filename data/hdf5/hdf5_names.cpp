#include "data/hdf5/hdf5_names.hpp"

#include <algorithm>
#include <cctype>

namespace milkomeda {

std::string plain_name(std::string_view name) {
    std::string plain;
    for (const unsigned char c : name)
        if (c < 128 && std::isalnum(c)) plain += static_cast<char>(std::tolower(c));
    return plain;
}

std::string find_name(const std::vector<std::string>& names, Aliases aliases) {
    for (const std::string_view alias : aliases)
        if (const auto found = std::ranges::find(names, alias, plain_name); found != names.end()) return *found;
    return "";
}

}  // namespace milkomeda
