// The run that `render` draws: a simulation or a playback of snapshots, with its camera and annotations.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/capture/video_script.hpp"
#include "app/cli/option_parts.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/scene/quality_controller.hpp"
#include "app/tools/potential_slice.hpp"
#include "app/viewport/annotations.hpp"
#include "app/viewport/camera_rig.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {

// The framebuffer of rendered pictures. Needs a current OpenGL context.
struct Canvas {
    int width, height;
    OffscreenTarget target{width, height};
    QualityController cost{};

    // Draws every `detail`-th body, in full quality, however long a frame takes.
    Canvas(int w, int h, int detail) : width{w}, height{h} {
        cost.requests = QualityController::Requests::everything(detail);
    }
};

class RenderedRun {
  public:
    // `device`, `gl` and `assets` of `compute` must outlive the run.
    RenderedRun(SceneSetup setup, const ComputeContext& compute, const CameraOverrides& camera,
                const StyleOptions& style);

    LoadedScene& loaded() { return loaded_; }
    const Camera& camera() const { return camera_.shown(); }  // camera of the newest moment
    const Look& look() const { return look_; }
    AnnotationSet annotations() const { return annotations_.shown; }
    const SimulationParameters& parameters() const { return parameters_; }

    // Computes the run up to the model time of the first frame, and records trails on the way.
    void begin_at(double time);

    // Computes the run up to `time`, and moves the camera like draw_at(), without drawing.
    void show_at(double time, double seconds, const Canvas& canvas);

    // Computes the run up to `time` and draws the picture. The exposure adapts to this picture alone. The camera moves
    // smoothly from its position in the last picture; `seconds` is the time in the video since that picture.
    Image draw_at(double time, double seconds, Canvas& canvas);

    // Turns the camera around its target by this angle in degrees, in the direction in which the window turns the
    // camera automatically.
    void turn_camera(double degrees);

    // Draws a frame of a video script, at the step and with the settings that the script stores.
    Image draw(const VideoFrame& frame, Canvas& canvas);

    // Replaces the run by a run that starts from `setup`. Must be called for a frame of a video script with a new
    // start.
    void restart(SceneSetup setup);

  private:
    ReadySolver make_solver(const std::string& forces);
    void go_to(double time, const std::string& progress_title = {});
    void apply_next_change();
    void warn_of_gaps();
    void warn_of_unknown_colors(const Look& look);
    void complete_slice(const std::optional<VideoFrame::Slice>& slice);
    Image draw_frame(const Camera& camera, Look look, Canvas& canvas);

    ComputeContext compute_;
    SimulationParameters parameters_;
    CameraRig camera_;
    Look look_;
    LoadedScene loaded_;
    Annotations annotations_;
    PotentialSlice slice_;
    std::vector<GalaxyKind> kinds_;  // kinds of galaxies that the scene's scripted edits can add
    std::set<std::string> warned_;   // warnings that have been logged
};

}  // namespace milkomeda
