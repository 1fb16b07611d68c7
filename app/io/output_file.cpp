#include "app/io/output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>
#include <stdexcept>

#include "app/cli/usage_error.hpp"
#include "data/formats/formats.hpp"
#include "data/system/atomic_file.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// A path split at its number placeholder: the last %d, %5d or %05d in the file name.
struct SplitPath {
    std::string before, placeholder, after;
    int digits = 0;  // smallest number of digits; shorter numbers get leading zeros
};

std::optional<SplitPath> split_at_number(const std::string& name) {
    const std::size_t folder = name.rfind('/'), begin = folder == name.npos ? 0 : folder + 1;
    for (std::size_t at = name.rfind('%'); at != name.npos && at >= begin;
         at = at == 0 ? name.npos : name.rfind('%', at - 1)) {
        int digits = 0;
        std::size_t end = at + 1;
        if (end < name.size() && name[end] == '0') ++end;
        if (end < name.size() && name[end] >= '0' && name[end] <= '9') digits = name[end++] - '0';
        if (end == name.size() || name[end++] != 'd') continue;
        return SplitPath{name.substr(0, at), name.substr(at, end - at), name.substr(end), digits};
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
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", file.string(), why));
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
    if (!stream) refuse(file, errno != 0 ? std::strerror(errno) : "the file cannot be opened");
    return stream;
}

void add_row(std::ofstream& stream, const fs::path& file, const std::string& row) {
    errno = 0;
    if (!(stream << row << std::endl))
        throw std::runtime_error(fmt::format("{}: cannot be written further: {}", file.string(), std::strerror(errno)));
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
    const SplitPath path = split_at_number(file.string()).value();
    for (int copy = 2; is_taken_by(FilePattern{name}); ++copy)
        name = fmt::format("{}-{}-{}{}", without_dash(path.before), copy, path.placeholder, path.after);
    return name;
}

fs::path name_by_time(const std::string& extension) {
    const std::time_t now = std::time(nullptr);
    char stamp[32];
    std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", std::localtime(&now));
    return fmt::format("milkomeda-{}{}", stamp, extension);
}

bool FilePattern::matches(const fs::path& file) { return split_at_number(file.string()).has_value(); }

FilePattern::FilePattern(const fs::path& file) {
    const auto path = split_at_number(file.string());
    if (!path) throw std::invalid_argument(file.string() + " has no number placeholder such as %05d");
    before_ = path->before, after_ = path->after, digits_ = path->digits;
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

fs::path FilePattern::path(long number) const { return fmt::format("{}{:0{}}{}", before_, number, digits_, after_); }

fs::path first_file(const fs::path& output) {
    return FilePattern::matches(output) ? FilePattern{output}.path(0) : output;
}

}  // namespace milkomeda
