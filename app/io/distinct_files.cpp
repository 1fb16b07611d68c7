#include "app/io/distinct_files.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "app/cli/usage_error.hpp"
#include "app/io/output_file.hpp"
#include "data/system/descriptor.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Follows symbolic links to their end, which need not exist. Follows at most as many links as Linux does.
fs::path end_of_links(fs::path file) {
    constexpr int most_links = 40;
    std::error_code error;
    for (int links = 0; links < most_links && fs::is_symlink(file, error); ++links)
        // an absolute link target replaces the whole path
        file = file.parent_path() / fs::read_symlink(file, error);
    return file;
}

// File to which a name leads: an existing file, or the place where a new file would be created.
struct Target {
    explicit Target(const fs::path& file) {
        std::error_code ignored;
        identity = identity_of(file);
        is_shared = fs::is_character_file(file, ignored);
        place = fs::weakly_canonical(fs::absolute(end_of_links(file), ignored), ignored);
    }
    bool operator==(const Target& other) const {
        if (is_shared || other.is_shared) return false;
        return identity || other.identity ? identity == other.identity : place == other.place;
    }

    std::optional<FileIdentity> identity;
    fs::path place;
    bool is_shared = false;
};

// Returns true if the pattern gives the file name `name` for any number.
bool gives(const FilePattern& pattern, const std::string& name) {
    constexpr std::string_view digits = "0123456789";
    for (std::size_t begin = name.find_first_of(digits); begin != name.npos;
         begin = name.find_first_of(digits, begin + 1)) {
        constexpr std::size_t most_digits = 18;  // largest number of digits that fits into a long
        const std::size_t end = std::min(name.find_first_not_of(digits, begin), name.size());
        for (std::size_t length = 1; length <= std::min(end - begin, most_digits); ++length)
            if (pattern.path(std::stol(name.substr(begin, length))).filename() == name) return true;
    }
    return false;
}

// Returns true if one of the numbered files of the pattern is `file`.
bool writes(const fs::path& name_of_all, const Target& file) {
    const FilePattern pattern = FilePattern::numbered(name_of_all);
    std::error_code error;
    const fs::path first = fs::absolute(pattern.path(0), error), folder = first.parent_path();
    if (!file.identity && file.place.parent_path() == fs::weakly_canonical(folder, error) &&
        gives(pattern, file.place.filename()))
        return true;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
        if (gives(pattern, entry->path().filename()) && Target{entry->path()} == file) return true;
    return false;
}

// Returns the first numbered file that is a symbolic or hard link to another numbered file of the pattern.
std::optional<fs::path> written_twice(const fs::path& name_of_all) {
    const FilePattern pattern = FilePattern::numbered(name_of_all);
    std::error_code error;
    const fs::path folder = fs::absolute(pattern.path(0), error).parent_path();
    std::vector<Target> links;
    for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error)) {
        const bool is_link = entry->is_symlink(error);
        if ((!is_link && entry->hard_link_count(error) < 2) || !gives(pattern, entry->path().filename())) continue;
        const Target target{entry->path()};
        const bool leads_to_one = is_link && target.place.parent_path() == fs::weakly_canonical(folder, error) &&
                                  gives(pattern, target.place.filename());
        if (leads_to_one || std::ranges::find(links, target) != links.end()) return entry->path();
        links.push_back(target);
    }
    return std::nullopt;
}

bool are_same(const NamedFile& output, const NamedFile& other) {
    if (other.is_pattern) return !output.is_pattern && are_same(other, output);
    const Target target{other.path};
    return output.is_pattern ? writes(output.path, target) : Target{output.path} == target;
}

}  // namespace

void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const NamedFile& output = outputs[i];
        const std::string name = output.what + " " + output.path.string();
        if (const auto file = output.is_pattern ? written_twice(output.path) : std::nullopt)
            throw UsageError(name + ": " + file->string() + " is a link to a file that another number writes, too; " +
                             "give it another name");
        for (const NamedFile& input : inputs)
            if (are_same(output, input))
                throw UsageError(name + " would replace " + input.what + ", " + input.path.string() +
                                 "; give it another name");
        for (std::size_t j = i + 1; j < outputs.size(); ++j)
            if (are_same(output, outputs[j]))
                throw UsageError(name + " and " + outputs[j].what + " " + outputs[j].path.string() +
                                 " are the same file; give each its own");
    }
}

}  // namespace milkomeda
