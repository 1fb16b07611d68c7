#include "data/series/series.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "data/formats/formats.hpp"
#include "data/particles/row_order.hpp"
#include "data/state/recording.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns the length of the wildcard at the beginning of a pattern: *, ?, %d, %5d or %05d. Returns 0 if the
// pattern does not begin with a wildcard.
std::size_t wildcard_length(std::string_view pattern) {
    if (pattern.starts_with('*') || pattern.starts_with('?')) return 1;
    if (!pattern.starts_with('%')) return 0;
    std::size_t length = 1;
    if (pattern.substr(length).starts_with('0')) ++length;
    if (length < pattern.size() && is_digit(pattern[length])) ++length;
    return pattern.substr(length).starts_with('d') ? length + 1 : 0;
}

// Element of a pattern: a letter, or a wildcard for one character, any text or digits.
enum class Part { letter, any_one, any, digits };
struct PatternPart {
    Part kind;
    char letter;
};

std::vector<PatternPart> pattern_of(std::string_view pattern) {
    std::vector<PatternPart> parts;
    while (!pattern.empty()) {
        const std::size_t length = wildcard_length(pattern);
        const char first = pattern.front();
        parts.push_back({length == 0    ? Part::letter
                         : first == '*' ? Part::any
                         : first == '?' ? Part::any_one
                                        : Part::digits,
                         first});
        pattern.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return parts;
}

// Matches a name against a pattern. The algorithm tracks all pattern positions that the characters read so far can
// match, so its time is at most proportional to the product of both lengths (Thompson 1968, CACM 11, 419).
bool matches(std::string_view name, const std::vector<PatternPart>& pattern) {
    std::vector<bool> here(pattern.size() + 1), next;
    const auto reach = [&](std::vector<bool>& places, std::size_t place) {
        places[place] = true;
        while (place < pattern.size() && pattern[place].kind == Part::any) places[++place] = true;
    };
    reach(here, 0);
    for (const char c : name) {
        next.assign(pattern.size() + 1, false);
        for (std::size_t place = 0; place < pattern.size(); ++place) {
            if (!here[place]) continue;
            const auto [kind, letter] = pattern[place];
            const bool takes = kind == Part::letter ? c == letter : kind != Part::digits || is_digit(c);
            if (!takes) continue;
            if (kind != Part::any) reach(next, place + 1);
            if (kind == Part::any || kind == Part::digits) reach(next, place);
        }
        here.swap(next);
    }
    return here.back();
}

// Returns true if name `a` sorts before name `b`. Numbers in names are compared by value: 9 before 10.
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

bool is_recording(const fs::path& file) try {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && looks_like_recording(head_of(file));
} catch (const FileError&) {  // reading the file later will report the error
    return false;
}

bool is_series(const fs::path& pattern) {
    if (is_recording(pattern)) return true;
    std::error_code ignored;
    const std::string name = pattern.filename().string();
    for (std::size_t i = 0; i < name.size(); ++i)
        if (wildcard_length(std::string_view(name).substr(i)) > 0) return !fs::exists(pattern, ignored);
    return false;
}

std::vector<SeriesFile> find_series(const fs::path& pattern, const ReadOptions& options) {
    if (is_recording(pattern)) {
        std::vector<SeriesFile> moments;
        for (const double time : recorded_times(pattern)) moments.push_back({pattern, time, moments.size()});
        return moments;
    }
    const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path{"."};
    std::error_code error;
    fs::directory_iterator entries{folder, error};
    if (error) throw FileError(folder, "cannot be listed: " + error.message());
    const std::vector<PatternPart> wanted = pattern_of(pattern.filename().string());
    std::vector<SeriesFile> files;
    for (const fs::directory_entry& entry : entries)
        if (const std::string name = entry.path().filename().string();
            !name.starts_with('.') && matches(name, wanted) && entry.is_regular_file(error))
            files.push_back({pattern.has_parent_path() ? entry.path() : fs::path{name}, std::nullopt});
    if (files.empty()) throw FileError(pattern, "no file matches this pattern");

    std::sort(files.begin(), files.end(), [](const SeriesFile& a, const SeriesFile& b) {
        return comes_before(a.path.filename().string(), b.path.filename().string());
    });
    for (SeriesFile& file : files) file.time = format_of_file(file.path).read_time(file.path, options);
    if (std::all_of(files.begin(), files.end(), [](const SeriesFile& file) { return file.time.has_value(); }))
        std::stable_sort(files.begin(), files.end(),
                         [](const SeriesFile& a, const SeriesFile& b) { return *a.time < *b.time; });
    return files;
}

ParticleSet read_snapshot(const SeriesFile& file, const ReadOptions& options) {
    if (!file.moment) return read_particles(file.path, options);
    ParticleSet particles = read_recorded(file.path, *file.moment);
    sort_components_by_id(particles);
    return particles;
}

}  // namespace milkomeda
