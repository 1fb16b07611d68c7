#include "app/io/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "data/formats/formats.hpp"
#include "data/system/atomic_file.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// A path split at its last %d, %5d or %05d. Only the file name counts, not the names of folders.
struct NumberPlace {
    std::string before, number, after;
    int digits = 0;  // smallest number of digits
};

std::optional<NumberPlace> place_of_number(const std::string& name) {
    const std::size_t folder = name.rfind('/'), begin = folder == name.npos ? 0 : folder + 1;
    for (std::size_t at = name.rfind('%'); at != name.npos && at >= begin;
         at = at == 0 ? name.npos : name.rfind('%', at - 1)) {
        NumberPlace place;
        std::size_t end = at + 1;
        if (end < name.size() && name[end] == '0') ++end;
        if (end < name.size() && name[end] >= '0' && name[end] <= '9') place.digits = name[end++] - '0';
        if (end == name.size() || name[end] != 'd') continue;
        place.before = name.substr(0, at), place.after = name.substr(end + 1);
        place.number = name.substr(at, end + 1 - at);
        return place;
    }
    return std::nullopt;
}

bool is_taken(const fs::path& file) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(file, ignored));
}

// Removes the dash that separates the name from the number.
std::string without_dash(std::string name) {
    if (name.ends_with('-')) name.pop_back();
    return name;
}

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
    throw std::runtime_error(file.string() + ": cannot be written: " + why);
}

}  // namespace

void require_writable(const fs::path& file) {
    if (const std::string reason = why_unwritable(file); !reason.empty()) refuse(file, reason);
    std::error_code ignored;
    if (!fs::exists(file, ignored)) require_replaceable(file);
}

std::ofstream open_for_rows(const fs::path& file) {
    require_writable(file);
    errno = 0;
    std::ofstream stream{file};
    if (!stream) refuse(file, errno != 0 ? std::strerror(errno) : "it cannot be opened");
    return stream;
}

void require_replaceable(const fs::path& file) { const AtomicFile trial{file}; }

void require_particle_output(const fs::path& file, const std::string& format) {
    try {
        format_for_writing(file, format);
    } catch (const FileError& error) {
        throw UsageError(error.what());
    }
    require_replaceable(file);
}

fs::path unused_series(const fs::path& file, const std::string& notes_extension) {
    fs::path name = file;
    const auto is_taken_by = [&](const FilePattern& series) {
        return is_taken(series.path(0)) || is_taken(series.without_number(notes_extension));
    };
    const NumberPlace place = place_of_number(file.string()).value();
    for (int copy = 2; is_taken_by(FilePattern{name}); ++copy)
        name = without_dash(place.before) + "-" + std::to_string(copy) + "-" + place.number + place.after;
    return name;
}

fs::path name_by_time(const std::string& extension) {
    const std::time_t now = std::time(nullptr);
    char stamp[32];
    std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", std::localtime(&now));
    return std::string{"milkomeda-"} + stamp + extension;
}

bool FilePattern::matches(const fs::path& file) { return place_of_number(file.string()).has_value(); }

FilePattern::FilePattern(const fs::path& file) {
    const auto place = place_of_number(file.string());
    if (!place) throw std::invalid_argument(file.string() + " has no number such as %05d");
    before_ = place->before, after_ = place->after, digits_ = place->digits;
}

FilePattern FilePattern::numbered(const fs::path& file) {
    if (matches(file)) return FilePattern{file};
    FilePattern pattern{"%05d"};
    const auto [before, extension] = split_extension(file);
    pattern.before_ = before + "-";
    pattern.after_ = extension;
    return pattern;
}

fs::path FilePattern::without_number(const std::string& extension) const {
    std::string name = without_dash(before_);
    if (name.empty() || name.back() == '/') name += "frames";
    return name + after_.substr(0, after_.rfind('.')) + extension;
}

fs::path FilePattern::path(long number) const {
    std::string digits = std::to_string(number);
    if (digits.size() < static_cast<std::size_t>(digits_)) digits.insert(0, digits_ - digits.size(), '0');
    return before_ + digits + after_;
}

}  // namespace milkomeda
