#include "app/shell/view_state.hpp"

#include <algorithm>
#include <utility>

#include "app/viewport/scene_file.hpp"

namespace milkomeda {

ViewState::ViewState(const ActiveRun& run, const Settings& settings)
    : look{with_overrides(style.begin({settings.look, settings.show}, run.loaded.initial()).look,
                          run.options.style.look)},
      annotations{run.options.style.show.value_or(style.begun().annotations)},
      slice{run.assets} {
    camera.viewpoints = settings.viewpoints;
    camera.settings.inertia = settings.inertia;
    camera.begin(run.loaded.initial(), run.options.scene.camera);
    begin_slice(run.loaded.initial());
    quality.requests.detail = run.options.picture.detail;
}

void ViewState::begin_slice(const SceneSetup& initial) {
    if (initial.slice || initial.look.complete) slice.show(initial.slice);
}

ViewCommand view_command_of(const ActiveRun& run, const ViewState& view) {
    CameraOverrides camera;
    camera.sky = view.camera.mode() == CameraMode::sky;
    camera.follow = view.camera.followed();
    camera.path = view.camera.settings.plays_path;
    return {run.options.scene,
            run.options.device,
            run.options.program.assets,
            run.loaded.initial(),
            run.parameters,
            view.look,
            view.annotations.shown,
            view.camera.shown(),
            camera,
            {},
            view.slice.shown()};
}

CheckpointRequest checkpoint_request(ActiveRun& run, ViewState& view, std::shared_ptr<const Checkpoint> state) {
    const SceneSetup& initial = run.loaded.initial();
    const CameraPath& path = view.camera.path;
    CheckpointRequest request{
        run.loaded.held_initial(),
        std::move(state),
        initial.course,
        initial.shown,
        run.parameters,
        run.solver_to_save(),
        CheckpointRequest::View{view.look, view.camera.camera(), view.camera.settings.keeps_framed}};
    if (!std::ranges::equal(path.keys(), CameraPath{initial.key_frames}.keys()))
        request.view->path = scene_key_frames(path);
    return request;
}

}  // namespace milkomeda
