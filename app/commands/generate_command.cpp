#include "app/commands/commands.hpp"
#include "app/output/output_file.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/initial_state.hpp"
#include "data/formats/formats.hpp"

namespace milkomeda {

int generate_file(const Options& options, const Assets& assets) {
    if (!is_scene(options.source, assets))
        throw UsageError("generate takes a scene, and '" + options.source +
                         "' is none; see milkomeda scenes");
    require_particle_output(options.output, options.format);
    const InitialState initial = load_initial_state(options, assets, {}, bodies_limit({}));
    log_lost_components(options, initial);
    write_particles(options.output, initial.particles, options.format);
    return 0;
}

}  // namespace milkomeda
