#include "data/system/unused_name.hpp"

#include <algorithm>
#include <climits>

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Truncates the text to at most `size` bytes without splitting a UTF-8 character.
std::string cut_to(std::string text, std::size_t size) {
    if (text.size() <= size) return text;
    const auto goes_on = [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; };
    while (size > 0 && goes_on(text[size])) --size;
    text.resize(size);
    return text;
}

}  // namespace

std::pair<std::string, std::string> split_extension(const fs::path& file) {
    std::string extension = file.extension().string();
    if (extension == ".gz") extension = file.stem().extension().string() + extension;
    const std::string name = file.string();
    return {name.substr(0, name.size() - extension.size()), extension};
}

fs::path unused_name(const fs::path& file) {
    fs::path name = file;
    const auto [stem, extension] = split_extension(file.filename());
    std::error_code ignored;
    for (int copy = 2; fs::exists(fs::symlink_status(name, ignored)); ++copy) {
        const std::string end = "-" + std::to_string(copy) + extension;
        name.replace_filename(cut_to(stem, NAME_MAX - std::min<std::size_t>(end.size(), NAME_MAX)) + end);
    }
    return name;
}

}  // namespace milkomeda
