#include "app/io/distinct_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/cli/usage_error.hpp"
#include "app/io/output_file.hpp"
#include "data/system/descriptor.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Follows symbolic links to a path that is not a link. No file needs to exist at this path. Follows at most as
// many links as Linux does.
fs::path end_of_links(fs::path file) {
    constexpr int most_links = 40;
    std::error_code error;
    for (int links = 0; links < most_links && fs::is_symlink(file, error); ++links)
        // operator/ drops the folder if the target of the link is an absolute path
        file = file.parent_path() / fs::read_symlink(file, error);
    return file;
}

// File that an output path denotes: an existing file, or the path at which a new file would be created.
struct Target {
    explicit Target(const fs::path& file) {
        std::error_code ignored;
        identity = identity_of(file);
        is_shared = fs::is_character_file(file, ignored);
        path = fs::weakly_canonical(fs::absolute(end_of_links(file), ignored), ignored);
    }
    bool operator==(const Target& other) const {
        if (is_shared || other.is_shared) return false;
        return identity || other.identity ? identity == other.identity : path == other.path;
    }

    std::optional<FileIdentity> identity;
    fs::path path;
    bool is_shared = false;  // true for a character device, to which several outputs may be written
};

// Returns true if `name` is the pattern's file name with a number in place of the placeholder.
bool matches(const FilePattern& pattern, const std::string& name) {
    constexpr std::string_view digits = "0123456789";
    for (std::size_t begin = name.find_first_of(digits); begin != name.npos;
         begin = name.find_first_of(digits, begin + 1)) {
        constexpr std::size_t most_digits = 18;  // numbers of up to 18 digits fit into a long
        const std::size_t end = std::min(name.find_first_not_of(digits, begin), name.size());
        for (std::size_t length = 1; length <= std::min(end - begin, most_digits); ++length)
            if (pattern.path(std::stol(name.substr(begin, length))).filename() == name) return true;
    }
    return false;
}

// Numbered files of a pattern, and the folder that contains these files.
struct NumberedFiles {
    explicit NumberedFiles(const fs::path& pattern_path) : pattern{FilePattern::numbered(pattern_path)} {
        std::error_code ignored;
        folder = fs::absolute(pattern.path(0), ignored).parent_path();
    }
    // Returns true if the canonical path `path` is the pattern's path with a number in place of the placeholder.
    bool contains(const fs::path& path) const {
        std::error_code ignored;
        return path.parent_path() == fs::weakly_canonical(folder, ignored) && matches(pattern, path.filename());
    }
    // Returns the existing files of the folder whose names match the pattern.
    std::vector<fs::directory_entry> existing() const {
        std::error_code error;
        std::vector<fs::directory_entry> files;
        for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
            if (matches(pattern, entry->path().filename())) files.push_back(*entry);
        return files;
    }

    FilePattern pattern;
    fs::path folder;
};

// Returns the first numbered file that is a symbolic or hard link to another numbered file of the pattern.
std::optional<fs::path> linked_file(const NumberedFiles& numbered) {
    std::error_code ignored;
    std::vector<Target> links;
    for (const fs::directory_entry& file : numbered.existing()) {
        const bool is_symbolic = file.is_symlink(ignored);
        if (!is_symbolic && file.hard_link_count(ignored) < 2) continue;
        const Target target{file.path()};
        if (is_symbolic && numbered.contains(target.path)) return file.path();
        if (std::ranges::find(links, target) != links.end()) return file.path();
        links.push_back(target);
    }
    return std::nullopt;
}

bool are_same(const NamedFile& output, const NamedFile& other) {
    if (other.is_pattern) return !output.is_pattern && are_same(other, output);
    const Target target{other.path};
    if (!output.is_pattern) return Target{output.path} == target;
    const NumberedFiles numbered{output.path};
    if (!target.identity && numbered.contains(target.path)) return true;
    return std::ranges::any_of(numbered.existing(), [&](const auto& file) { return Target{file.path()} == target; });
}

}  // namespace

void require_distinct(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto& [option, path, is_pattern] = outputs[i];
        if (const auto file = is_pattern ? linked_file(NumberedFiles{path}) : std::nullopt)
            throw UsageError(
                fmt::format("{} {}: {} is a link to another file of this numbered series; remove the link, "
                            "or choose another name",
                            option, path.string(), file->string()));
        for (const NamedFile& input : inputs)
            if (are_same(outputs[i], input))
                throw UsageError(fmt::format("{} {} would replace {}, {}; give the output another name", option,
                                             path.string(), input.what, input.path.string()));
        for (std::size_t j = i + 1; j < outputs.size(); ++j)
            if (are_same(outputs[i], outputs[j]))
                throw UsageError(fmt::format("{} {} and {} {} are the same file; give each output its own file", option,
                                             path.string(), outputs[j].what, outputs[j].path.string()));
    }
}

}  // namespace milkomeda
