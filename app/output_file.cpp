#include "app/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <regex>
#include <stdexcept>

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

const std::regex& number_pattern() {
    static const std::regex pattern{"(.*)%0?([0-9]?)d(.*)"};
    return pattern;
}

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
    throw std::runtime_error(file.string() + ": cannot be written: " + why);
}

}  // namespace

void require_writable(const fs::path& file) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path{"."};
    if (!fs::is_directory(folder)) refuse(file, "there is no folder " + folder.string());
    if (fs::is_directory(file)) refuse(file, "it is a folder");
    const bool existed = fs::exists(file);
    std::FILE* stream = std::fopen(file.c_str(), "ab");
    if (stream == nullptr) refuse(file, std::strerror(errno));
    std::fclose(stream);
    if (!existed) fs::remove(file);
}

bool FilePattern::matches(const fs::path& file) {
    return std::regex_match(file.string(), number_pattern());
}

FilePattern::FilePattern(const fs::path& file) {
    std::smatch parts;
    const std::string text = file.string();
    if (!std::regex_match(text, parts, number_pattern()))
        throw std::invalid_argument(text + " has no number such as %05d");
    before_ = parts[1];
    if (parts[2].length() > 0) digits_ = std::stoi(parts[2]);
    after_ = parts[3];
}

FilePattern FilePattern::numbered(const fs::path& file) {
    FilePattern pattern{"%05d"};
    std::string name = file.filename().string();
    const std::size_t dot = name.find('.', 1);  // of all extensions: run.tab.gz is run-00001.tab.gz
    pattern.before_ = (file.parent_path() / name.substr(0, dot)).string() + "-";
    pattern.after_ = dot == std::string::npos ? "" : name.substr(dot);
    return pattern;
}

fs::path FilePattern::path(long number) const {
    std::string digits = std::to_string(number);
    if (digits.size() < static_cast<std::size_t>(digits_)) digits.insert(0, digits_ - digits.size(), '0');
    return before_ + digits + after_;
}

}  // namespace milkomeda
