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

// With --record it is the recording that has many moments.
bool writes_series(const Options& options) {
    return options.every && options.recording.empty();
}

std::vector<NamedFile> outputs_of(const Options& options) {
    std::vector<NamedFile> outputs;
    const auto add = [&](const char* what, const fs::path& file) {
        if (!file.empty()) outputs.push_back({what, file});
    };
    add("-o", options.output);
    for (NamedFile& output : outputs)
        output.is_pattern = writes_series(options) ||
                            (options.command == Command::render && FilePattern::matches(output.path));
    if (options.command == Command::render) add("-o's notes", notes_beside(options.output));
    add("--record", options.recording);
    add("--diagnostics", options.diagnostics);
    add("--csv", options.csv);
    add("--plot", options.plot);
    return outputs;
}

// Tables are printed, and so are answers in JSON; what goes to the same place would be mixed up with them.
bool prints(const Options& options) {
    return options.command == Command::bench || (options.command == Command::potential && options.json);
}

// Files of a series are looked at only if one of the outputs could be among them.
std::vector<NamedFile> files_of_series(const Options& options, const std::vector<NamedFile>& outputs) {
    const bool may_be_among_them = std::ranges::any_of(outputs, [](const NamedFile& output) {
        std::error_code ignored;
        return output.is_pattern || fs::exists(output.path, ignored);
    });
    std::vector<NamedFile> files;
    if (may_be_among_them)
        for (const SeriesFile& file : find_series(options.source, options.reading))
            files.push_back({"a file of the source", file.path});
    return files;
}

std::vector<NamedFile> inputs_of(const Options& options, const Assets& assets,
                                 const std::vector<NamedFile>& outputs) {
    if (!is_scene(options.source, assets)) {
        if (options.command == Command::generate) return {};  // which takes scenes only, and says so
        if (is_series(options.source)) return files_of_series(options, outputs);
        return {{"the source", particle_file(options.source, assets)}};
    }
    std::vector<NamedFile> inputs;
    if (options.source.ends_with(".toml")) inputs.push_back({"the scene", options.source});
    const Scene scene = load_scene(options.source, assets, options.scene_settings);
    for (const SceneGalaxy& galaxy : scene.galaxies)
        if (galaxy.file) inputs.push_back({"a file of the scene", file_of_galaxy(scene, *galaxy.file)});
    return inputs;
}

}  // namespace

void require_distinct_files(const Options& options, const Assets& assets) try {
    std::vector<NamedFile> outputs = outputs_of(options);
    if (outputs.empty()) return;
    // Lines for people would land among rows for programs.
    require_distinct({{"what is said on standard error", "/dev/stderr"}}, outputs);
    if (prints(options)) outputs.push_back({"standard output", "/dev/stdout"});
    std::vector<NamedFile> inputs = inputs_of(options, assets, outputs);
    for (const fs::path& file : assets.edited_files()) inputs.push_back({"a file of --assets", file});
    if (!options.again.empty()) inputs.push_back({"what is made again", options.again});
    require_distinct(inputs, outputs);
} catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
}

}  // namespace milkomeda
