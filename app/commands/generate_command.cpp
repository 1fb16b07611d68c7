#include <fmt/format.h>

#include "app/commands/commands.hpp"
#include "app/io/log.hpp"
#include "app/io/output_file.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/scene_setup.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/text/did_you_mean.hpp"

namespace milkomeda {

void generate_file(const GenerateOptions& options, const Assets& assets) {
    if (!is_scene_name(options.scene.source, assets))
        throw UsageError(fmt::format("generate takes a scene, but '{}' is not a scene; see milkomeda scenes{}",
                                     options.scene.source, did_you_mean(options.scene.source, scene_names(assets))));
    require_particle_output(options.output.file, options.output.format);
    const SceneSetup initial = load_scene_setup(options.scene, assets, {}, bodies_limit({}));
    log_lost_components(options.output, initial, complete_gas_columns(initial.particles));
    for (const SceneChange& change : std::span{initial.course.changes}.subspan(initial.course.done))
        log_info(fmt::format("the output does not contain the event that the scene schedules for {}: {}",
                             format_time(*change.time), words_of(change)));
    write_particles(options.output.file, initial.mixed ? used_rows(initial.particles) : initial.particles,
                    options.output.format);
}

}  // namespace milkomeda
