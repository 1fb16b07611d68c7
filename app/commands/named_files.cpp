#include "app/commands/named_files.hpp"

#include <algorithm>
#include <stdexcept>

#include "app/capture/video.hpp"
#include "app/io/distinct_files.hpp"
#include "app/io/output_file.hpp"
#include "app/scene/scene_setup.hpp"
#include "data/scene/scene_galaxy.hpp"
#include "data/series/series.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Files that the options of a command line name, apart from the source.
struct CommandFiles {
    std::vector<NamedFile> outputs{};
    bool prints = false;  // true if the command writes its result to standard output
    bool only_scenes =
        false;  // true if the command takes only scenes, and later refuses particle files with its own message
    std::vector<NamedFile> further_inputs{};  // inputs apart from the source and the files of --assets

    void add_output(const char* what, const fs::path& file, bool is_pattern = false) {
        if (!file.empty()) outputs.push_back({what, file, is_pattern});
    }
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
            files.push_back({"a file of the source", file.path});
    return files;
}

std::vector<NamedFile> inputs_of(const SceneOptions& options, const Assets& assets, const CommandFiles& files) {
    if (!is_scene_name(options.source, assets)) {
        if (files.only_scenes) return {};
        if (is_series(options.source)) return files_of_series(options, files.outputs);
        return {{"the source", particle_file(options.source, assets)}};
    }
    std::vector<NamedFile> inputs;
    if (options.source.ends_with(".toml")) inputs.push_back({"the scene", options.source});
    const Scene scene = load_scene(options.source, assets, options.settings);
    for (const SceneGalaxy& galaxy : scene.galaxies)
        if (galaxy.file) inputs.push_back({"a file of the scene", file_of_galaxy(scene, *galaxy.file)});
    return inputs;
}

void require_distinct_files(CommandFiles files, const SceneOptions& scene, const Assets& assets) try {
    std::vector<NamedFile>& outputs = files.outputs;
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
    CommandFiles files;
    files.add_output("-o", options.output, FilePattern::matches(options.output));
    files.add_output("the description of the pictures of -o in", notes_beside(options.output));
    if (!options.again.empty()) files.further_inputs.push_back({"the original of --again", options.again});
    require_distinct_files(files, options.scene, assets);
}

void require_distinct_files(const SimulateOptions& options, const Assets& assets) {
    CommandFiles files;
    files.add_output("-o", options.output.file, options.writes_series());
    files.add_output("--record", options.recording);
    files.add_output("--diagnostics", options.diagnostics);
    require_distinct_files(files, options.scene, assets);
}

void require_distinct_files(const GenerateOptions& options, const Assets& assets) {
    CommandFiles files{.only_scenes = true};
    files.add_output("-o", options.output.file);
    require_distinct_files(files, options.scene, assets);
}

void require_distinct_files(const PotentialOptions& options, const Assets& assets) {
    CommandFiles files{.prints = options.json};
    files.add_output("-o", options.output);
    require_distinct_files(files, options.scene, assets);
}

void require_distinct_files(const BenchCommandOptions& options, const Assets& assets) {
    CommandFiles files{.prints = true};
    files.add_output("--csv", options.csv);
    files.add_output("--plot", options.plot);
    require_distinct_files(files, options.scene, assets);
}

}  // namespace milkomeda
