#include "data/series/series.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "data/formats/formats.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// How long the wildcard is that a pattern begins with: *, ?, %d, %5d or %05d; 0 if it begins with none.
std::size_t wildcard_length(std::string_view pattern) {
    if (pattern.starts_with('*') || pattern.starts_with('?')) return 1;
    if (!pattern.starts_with('%')) return 0;
    std::size_t length = 1;
    if (pattern.substr(length).starts_with('0')) ++length;
    if (length < pattern.size() && is_digit(pattern[length])) ++length;
    return pattern.substr(length).starts_with('d') ? length + 1 : 0;
}

bool matches(std::string_view name, std::string_view pattern) {
    if (pattern.empty()) return name.empty();
    const std::size_t length = wildcard_length(pattern);
    const std::string_view rest = pattern.substr(std::max<std::size_t>(length, 1));
    if (length == 0) return name.starts_with(pattern.front()) && matches(name.substr(1), rest);
    if (pattern.front() == '?') return !name.empty() && matches(name.substr(1), rest);
    if (pattern.front() == '*' && matches(name, rest)) return true;
    for (std::size_t taken = 1; taken <= name.size(); ++taken) {
        if (pattern.front() == '%' && !is_digit(name[taken - 1])) return false;
        if (matches(name.substr(taken), rest)) return true;
    }
    return false;
}

// Numbers in names count as numbers: 9 comes before 10.
bool comes_before(const std::string& a, const std::string& b) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!is_digit(a[i]) || !is_digit(b[j])) {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i, ++j;
            continue;
        }
        const auto number_at = [](const std::string& text, std::size_t& place) {
            while (place < text.size() && text[place] == '0') ++place;
            const std::size_t begin = place;
            while (place < text.size() && is_digit(text[place])) ++place;
            return text.substr(begin, place - begin);
        };
        const std::string x = number_at(a, i), y = number_at(b, j);
        if (x.size() != y.size()) return x.size() < y.size();
        if (x != y) return x < y;
    }
    return a.size() - i < b.size() - j;
}

}  // namespace

bool is_series(const fs::path& pattern) {
    std::error_code ignored;
    const std::string name = pattern.filename().string();
    for (std::size_t i = 0; i < name.size(); ++i)
        if (wildcard_length(std::string_view(name).substr(i)) > 0) return !fs::exists(pattern, ignored);
    return false;
}

std::vector<SeriesFile> find_series(const fs::path& pattern, const ReadOptions& options) {
    const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path{"."};
    std::error_code error;
    fs::directory_iterator entries{folder, error};
    if (error) throw FileError(folder, "cannot be listed: " + error.message());
    const std::string wanted = pattern.filename().string();
    std::vector<SeriesFile> files;
    for (const fs::directory_entry& entry : entries)
        if (const std::string name = entry.path().filename().string();
            !name.starts_with('.') && matches(name, wanted) && entry.is_regular_file(error))
            files.push_back({pattern.has_parent_path() ? entry.path() : fs::path{name}, std::nullopt});
    if (files.empty()) throw FileError(pattern, "there are no such files");

    std::sort(files.begin(), files.end(), [](const SeriesFile& a, const SeriesFile& b) {
        return comes_before(a.path.filename().string(), b.path.filename().string());
    });
    for (SeriesFile& file : files) file.time = format_of_file(file.path).read_time(file.path, options);
    if (std::all_of(files.begin(), files.end(), [](const SeriesFile& file) { return file.time.has_value(); }))
        std::stable_sort(files.begin(), files.end(),
                         [](const SeriesFile& a, const SeriesFile& b) { return *a.time < *b.time; });
    return files;
}

}  // namespace milkomeda
