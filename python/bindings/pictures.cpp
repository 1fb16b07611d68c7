#include "python/bindings/pictures.hpp"

#include <array>
#include <csignal>
#include <mutex>

#include "app/commands/commands.hpp"
#include "app/commands/rendered_run.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/table_source.hpp"
#include "render/gl/headless_context.hpp"

namespace milkomeda::python {
namespace {

// Only one OpenGL context without a window may exist at a time.
std::mutex one_picture;

// Returns the setup of a run that begins with the snapshot.
SceneSetup setup_of(const Snapshot& snapshot, const SceneOptions& options, const Assets& assets) {
    if (!snapshot.setup) return load_scene_setup(with_content(options, snapshot), assets, {}, bodies_limit({}));
    SceneSetup setup = *snapshot.setup;
    setup.particles = *snapshot.particles;
    setup.resumed.reset();
    place_camera(options, setup);
    return setup;
}

// Restores the handlers of the signals that end a program, which the command `render` replaces.
class KeptHandlers {
  public:
    KeptHandlers() {
        for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], nullptr, &handlers_[i]);
    }
    ~KeptHandlers() {
        for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &handlers_[i], nullptr);
    }
    KeptHandlers(const KeptHandlers&) = delete;
    KeptHandlers& operator=(const KeptHandlers&) = delete;

  private:
    static constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals.size()> handlers_{};
};

}  // namespace

Image draw(const Words& words, const Snapshot& snapshot) {
    const RenderOptions options = parse<RenderOptions>(words);
    const Assets assets{options.program.assets};
    const std::scoped_lock one_call{one_picture};
    SceneSetup setup = setup_of(snapshot, options.scene, assets);
    const double time = setup.particles.time;
    const HeadlessContext context{options.program.verbose};
    Canvas canvas{options.picture.width_or_default(), options.picture.height_or_default(),
                  options.picture.detail.value_or(1)};
    const GlSide gl = current_gl_side();
    const DeviceContext no_device{.reason = "a snapshot does not move", .device = {}, .context = {}};
    constexpr double frame_seconds = 1.0 / 60;
    RenderedRun run{std::move(setup), {no_device, gl, assets}, options.scene.camera, options.style};
    return run.draw_at(time, frame_seconds, canvas);
}

void render_file(Words words, const std::optional<Snapshot>& snapshot) {
    RenderOptions options = parse<RenderOptions>(words);
    const Assets assets{options.program.assets};
    if (snapshot) {
        options.scene = with_content(std::move(options.scene), *snapshot);
        words.insert(words.begin() + 1, options.scene.source);
    } else {
        use_assigned_columns(options.scene.source, assets, column_memory(options.program.saved_settings),
                             options.scene.reading);
        require_source(options.scene.source, assets);
    }
    options.words = words;  // stored in the file for --again
    const std::scoped_lock one_call{one_picture};
    const KeptHandlers kept;
    render(options, assets);
}

}  // namespace milkomeda::python
