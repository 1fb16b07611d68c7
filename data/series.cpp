#include "data/series.hpp"

#include <algorithm>
#include <regex>

#include "data/formats.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

const std::regex& wildcard() {
    static const std::regex pattern{"%0?[0-9]?d|\\*|\\?"};
    return pattern;
}

// "frames-%05d.tab" as "frames-[0-9]+\.tab".
std::regex expression_of(const std::string& name) {
    const auto literal = [](const std::string& text) {
        return std::regex_replace(text, std::regex{R"([.^$|()\[\]{}*+?\\])"}, R"(\$&)");
    };
    std::string expression;
    auto rest = name.begin();
    for (std::sregex_iterator found{name.begin(), name.end(), wildcard()}, end; found != end; ++found) {
        const std::string wild = found->str();
        expression += literal({rest, (*found)[0].first});
        expression += wild == "*" ? ".*" : wild == "?" ? "." : "[0-9]+";
        rest = (*found)[0].second;
    }
    return std::regex{expression + literal({rest, name.end()})};
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
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
    return std::regex_search(pattern.filename().string(), wildcard()) && !fs::exists(pattern, ignored);
}

std::vector<SeriesFile> find_series(const fs::path& pattern, const ReadOptions& options) {
    const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path{"."};
    std::error_code error;
    fs::directory_iterator entries{folder, error};
    if (error) throw FileError(folder, "cannot be listed: " + error.message());
    const std::regex expression = expression_of(pattern.filename().string());
    std::vector<SeriesFile> files;
    for (const fs::directory_entry& entry : entries)
        if (const std::string name = entry.path().filename().string();
            !name.starts_with('.') && std::regex_match(name, expression) && entry.is_regular_file(error))
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
