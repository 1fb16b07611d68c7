#include "app/commands/commands.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/scene_setup.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"

namespace milkomeda {

int generate_file(const GenerateOptions& options, const Assets& assets) {
    if (!is_scene_name(options.scene.source, assets))
        throw UsageError("generate takes a scene, but '" + options.scene.source +
                         "' is not a scene; see milkomeda scenes");
    require_particle_output(options.output.file, options.output.format);
    const SceneSetup initial = load_scene_setup(options.scene, assets, {}, bodies_limit({}));
    log_lost_components(options.output, initial);
    for (const SceneChange& change : std::span{initial.course.changes}.subspan(initial.course.done))
        log_info("scheduled for later, during the run: " + words_of(change) + " at " + format_time(*change.time));
    write_particles(options.output.file, initial.mixed ? used_rows(initial.particles) : initial.particles,
                    options.output.format);
    return 0;
}

}  // namespace milkomeda
