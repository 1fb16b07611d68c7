#include "app/commands/named_files.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "app/capture/video.hpp"
#include "app/commands/profile_tables.hpp"
#include "app/io/output_file.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/scene/scene_setup.hpp"
#include "app/tools/match_result.hpp"
#include "data/formats/snapshot_files.hpp"
#include "data/scene/scene_galaxy.hpp"
#include "data/series/series.hpp"
#include "data/system/descriptor.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

struct NamedFile {
    std::string what;  // name in error messages, for example "--csv" or "the source"
    std::filesystem::path path;
    bool is_pattern = false;  // true if `path` is a pattern such as frames-%05d.png for numbered output files
};

// Follows symbolic links, at most as many as Linux does, and returns their target. The target need not exist.
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

// Returns the first numbered file that is a (symbolic or hard) link to another file of the pattern.
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

// Throws UsageError if an output is the same file as an input or another output. Compares files, not names: follows
// symbolic links, and identifies a file that does not exist by its folder and name. Several outputs may be written to
// one character device, such as /dev/null.
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

// Returns all files of the snapshot to which the file `path` belongs.
std::vector<NamedFile> files_of_snapshot(const std::string& what, const fs::path& path) try {
    const SnapshotFiles files = snapshot_files(path);
    std::vector<NamedFile> named;
    for (const auto* const list : {&files.read, &files.behind})
        for (const fs::path& file : *list) named.push_back({what, file});
    return named;
} catch (const FileError&) {  // reading the file later will report the error
    return {{what, path}};
}

// Files that the options of a command line name, apart from the source.
struct CommandFiles {
    std::vector<NamedFile> outputs{};
    bool prints = false;  // true if the command writes its result to standard output
    bool only_scenes =
        false;  // true if the command takes only scenes, and later refuses particle files with its own message
    std::vector<NamedFile> further_inputs{};  // inputs apart from the source and the files of --assets
};

// Returns the files of the series that the source names. Listing a folder takes time, so this function returns an empty
// list at once if no output can overwrite a file of the series.
std::vector<NamedFile> files_of_series(const SceneOptions& scene, const std::vector<NamedFile>& outputs) {
    const bool may_overwrite = std::ranges::any_of(outputs, [](const NamedFile& output) {
        std::error_code ignored;
        return output.is_pattern || fs::exists(output.path, ignored);
    });
    std::vector<NamedFile> files;
    if (may_overwrite)
        for (const SeriesFile& file : find_series(scene.source, scene.reading))
            std::ranges::copy(files_of_snapshot("an input file", file.path), std::back_inserter(files));
    return files;
}

std::vector<NamedFile> inputs_of(const SceneOptions& options, const Assets& assets, const CommandFiles& files) {
    if (is_encounter(options.source)) {
        const fs::path file = encounter_file(options.source, assets);
        return file.empty() ? std::vector<NamedFile>{} : std::vector<NamedFile>{{"the source", file}};
    }
    if (!is_scene_name(options.source, assets)) {
        if (files.only_scenes) return {};
        if (is_series(options.source)) return files_of_series(options, files.outputs);
        return files_of_snapshot("the source", particle_file(options.source, assets));
    }
    std::vector<NamedFile> inputs;
    if (options.source.ends_with(".toml")) inputs.push_back({"the scene", options.source});
    const Scene scene = load_scene(options.source, assets, options.settings);
    for (const SceneGalaxy& galaxy : scene.galaxies)
        if (galaxy.file)
            std::ranges::copy(files_of_snapshot("a file of the scene", file_of_galaxy(scene, *galaxy.file)),
                              std::back_inserter(inputs));
    return inputs;
}

void require_distinct_files(CommandFiles files, const SceneOptions& scene, const Assets& assets) try {
    std::vector<NamedFile>& outputs = files.outputs;
    for (std::vector<NamedFile>* const named : {&outputs, &files.further_inputs})
        std::erase_if(*named, [](const NamedFile& file) { return file.path.empty(); });  // options that are not used
    if (outputs.empty()) return;
    // An output on standard error would be mixed with messages.
    require_distinct({{"standard error", "/dev/stderr"}}, outputs);
    if (files.prints) outputs.push_back({"standard output", "/dev/stdout"});
    std::vector<NamedFile> inputs = inputs_of(scene, assets, files);
    for (const fs::path& file : assets.edited_files()) inputs.push_back({"a file of --assets", file});
    inputs.insert(inputs.end(), files.further_inputs.begin(), files.further_inputs.end());
    require_distinct(inputs, outputs);
} catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
}

}  // namespace

void require_distinct_files(const RenderOptions& options, const Assets& assets) {
    require_distinct_files({.outputs = {{"-o", options.output, FilePattern::matches(options.output)},
                                        {"-o: the description file", notes_beside(options.output)}},
                            .further_inputs = {{"the input file of --again", options.again}}},
                           options.scene, assets);
}

void require_distinct_files(const SimulateOptions& options, const Assets& assets) {
    require_distinct_files({.outputs = {{"-o", options.output.file, options.writes_series()},
                                        {"--record", options.recording},
                                        {"--diagnostics", options.diagnostics}}},
                           options.scene, assets);
}

void require_distinct_files(const GenerateOptions& options, const Assets& assets) {
    require_distinct_files({.outputs = {{"-o", options.output.file}}, .only_scenes = true}, options.scene, assets);
}

void require_distinct_files(const PotentialOptions& options, const Assets& assets) {
    require_distinct_files({.outputs = {{"-o", options.output}}, .prints = options.json}, options.scene, assets);
}

void require_distinct_files(const ProfileCommandOptions& options, const Assets& assets) {
    require_distinct_files(
        {.outputs = {{"-o", options.output}, {"-o: the table of shapes", shape_table_beside(options)}},
         .prints = options.json},
        options.scene, assets);
}

void require_distinct_files(const MapCommandOptions& options, const Assets& assets) {
    require_distinct_files({.outputs = {{"-o", options.output}, {"--table", options.table}}, .prints = options.json},
                           options.scene, assets);
}

void require_distinct_files(const MatchCommandOptions& options, const Assets&) {
    std::vector<NamedFile> outputs{{"-o", options.output},
                                   {"-o: the state of the search", search_file_beside(options.output)}};
    if (options.json) outputs.push_back({"standard output", "/dev/stdout"});
    std::vector<NamedFile> inputs{{"the picture", options.image}};
    if (!options.pair.empty()) {
        inputs.push_back({"the pair", options.pair});
        inputs.push_back({"the description of the picture", fs::path{options.pair}.replace_extension(".meta")});
    }
    // The state may continue in the file from which it was read.
    if (!options.resume.empty()) require_distinct({{"the state of the search", options.resume}}, {outputs.front()});
    require_distinct(inputs, outputs);
}

void require_distinct_files(const ConfirmOptions& options, const Assets& assets) {
    require_distinct_files(
        {.outputs = {{"-o", options.output}, {"--report", options.report}},
         .prints = options.json,
         .further_inputs = {{"the picture", options.picture_file}, {"the description", options.pair_file}}},
        options.scene, assets);
}

void require_distinct_files(const BenchCommandOptions& options, const Assets& assets) {
    require_distinct_files({.outputs = {{"--csv", options.csv}, {"--plot", options.plot}}, .prints = true},
                           options.scene, assets);
}

}  // namespace milkomeda
