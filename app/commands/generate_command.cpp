#include "app/commands/commands.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/scene_setup.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"

namespace milkomeda {

int generate_file(const Options& options, const Assets& assets) {
    if (!is_scene(options.source, assets))
        throw UsageError("generate takes a scene, and '" + options.source +
                         "' is none; see milkomeda scenes");
    require_particle_output(options.output, options.format);
    const SceneSetup initial = load_scene_setup(options, assets, {}, bodies_limit({}));
    log_lost_components(options, initial);
    for (const SceneChange& change : std::span{initial.course.changes}.subspan(initial.course.done))
        log_info("comes later, while it runs: " + words_of(change) + " at " + format_time(*change.time));
    write_particles(options.output, initial.mixed ? used_rows(initial.particles) : initial.particles,
                    options.format);
    return 0;
}

}  // namespace milkomeda
