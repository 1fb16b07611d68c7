#include <fmt/format.h>

#include "app/commands/commands.hpp"
#include "app/io/log.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/scene/scene_setup.hpp"
#include "data/base/units.hpp"
#include "data/files/small_file.hpp"
#include "data/formats/formats.hpp"
#include "data/hand_over/hand_over.hpp"
#include "data/hdf5/hdf5_snapshot.hpp"
#include "data/particles/young_stars.hpp"
#include "data/series/series.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Throws UsageError if the source has no galaxies whose bodies attract each other, or is several files.
void require_handed_over(const std::string& source) {
    if (is_encounter(source))
        throw UsageError("hand-over: the bodies of a restricted encounter do not attract each other; use confirm");
    if (is_series(source))
        throw UsageError(
            fmt::format("hand-over takes one file, but {} may be several files; name a single file", source));
}

// Creates the folder. Throws FileError if it cannot be created or is not empty.
void create_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw FileError(folder, "cannot be created: " + error.message());
    if (!fs::is_empty(folder, error) || error) throw FileError(folder, "is not empty; name a new folder");
}

HandOver description(const HandOverOptions& options, const SceneSetup& setup, const ParticleSet& particles) {
    HandOver run{.program = options.to,
                 .source = setup.source,
                 .parameters = setup.parameters,
                 .begin = particles.time,
                 .until = options.scene.times.until.value_or(setup.until),
                 .ranks = options.ranks,
                 .bodies = particles.size(),
                 .gas = gas_count(particles.components) - count_young_stars(particles),
                 .box_size = swift_box_size(particles)};
    run.every = options.every.value_or(usual_snapshot_interval(run.until - run.begin));
    return run;
}

// Logs properties of the run that the other program does not know.
void log_omissions(const SceneSetup& setup, const HandOver& run) {
    for (const SceneChange& change : std::span{setup.course.changes}.subspan(setup.course.done))
        log_info(fmt::format("{} does not make the change that the scene schedules for {}: {}", title_of(run.program),
                             format_time(*change.time), words_of(change)));
    if (perturber_count(setup.particles.components) > 0)
        log_info(fmt::format("{} gives perturbers the softening length of all bodies", title_of(run.program)));
    if (run.gas > 0 && setup.parameters.gas.stars != GasStars::off)
        log_info(fmt::format("{} runs the gas without star formation; --gas-stars off does so in Milkomeda",
                             title_of(run.program)));
}

}  // namespace

void hand_over(const HandOverOptions& options, const Assets& assets) {
    require_handed_over(options.scene.source);
    SceneSetup setup = load_scene_setup(options.scene, assets, {}, bodies_limit({}));
    if (setup.mixed) throw UsageError("hand-over: a mixed box has no galaxies; choose another scene");
    const ParticleSet particles = hand_over_particles(setup.particles, options.to, setup.parameters);
    const HandOver run = description(options, setup, particles);
    try {
        require_possible(run);
    } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("hand-over: {}", error.what()));
    }
    create_folder(options.output);
    log_omissions(setup, run);
    write_particles(options.output / hand_over_particles_name, particles, format_of(options.to));
    for (const HandOverFile& file : hand_over_files(run, assets)) {
        write_small_file(options.output / file.name, file.text);
        if (file.is_script)
            fs::permissions(options.output / file.name,
                            fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                            fs::perm_options::add);
    }
    log_info(fmt::format("wrote {}: see {}", options.output.string(), (options.output / "README.md").string()));
}

}  // namespace milkomeda
