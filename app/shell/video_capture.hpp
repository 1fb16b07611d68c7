// Records a video of the picture without panels, either at exact frame times or in real time. Exact frames show the run
// at equal intervals of model time, even if the window is slow. Exact frames are drawn as the command `render` draws
// pictures, so that `render --again` can reproduce the video.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/capture/provenance.hpp"
#include "app/capture/video_recorder.hpp"
#include "app/shell/command_registry.hpp"
#include "app/shell/screen.hpp"
#include "app/shell/view_state.hpp"
#include "app/tools/play_tools.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {

class VideoCapture {
  public:
    VideoCapture(Screen& screen, ActiveRun& run, ViewState& view, PlayTools& tools, const Settings& settings);

    void register_commands(CommandRegistry& registry);

    // Advances the run to the next frame of the video, unless `is_held` is true. While a video is recorded, this
    // function replaces FrameSource::advance() and must be called once a frame.
    void advance(const FrameTime& frame, bool is_held);
    // Must be called at the start of each frame. The picture of this frame then belongs to the video only if advance()
    // makes it a frame of the video.
    void begin_frame() { is_frame_ = false; }
    // Returns true if the picture of this frame is a frame of the video.
    bool is_frame() const { return is_frame_; }
    // Returns true if the picture is an exact frame, drawn in full quality and with its own exposure.
    bool is_exact_frame() const { return is_frame_ && recorder_.is_exact(); }
    bool records_exactly() const { return recorder_.recording() && recorder_.is_exact(); }
    // Returns the seconds by which animations advance in this frame: in a video with exact frames, the interval of
    // these frames; otherwise the measured frame time.
    double animation_seconds() const;

    // Returns the off-screen target for exact frames. The framebuffer of the window is unsuitable, because some windows
    // store pixels upside down and rasterize edges differently.
    OffscreenTarget& target(const glm::ivec2& pixels);
    // Copies the target into the window.
    void show_target(const glm::ivec2& pixels);
    // Adds the picture, which was drawn with `camera`, as a frame of the video.
    void add(Image picture, const Camera& camera);

    // Shows a notice for a video that was completed since the last call.
    void report_done() { report(recorder_.take_done()); }
    // Completes the video, and waits until the file is written.
    void finish();

    const VideoRecorder& recorder() const { return recorder_; }
    const std::string& format() const { return format_; }

  private:
    // Data that `render --again` needs to reproduce the video.
    struct Notes {
        VideoScript script;
        std::vector<std::string> words{};  // command line of `render` for this video; empty before the first frame
        std::shared_ptr<const SceneSetup> initial{};
        SimulationParameters parameters{};
        SavedSolver solver{};
        std::string
            start{};  // name of the state file from which the video starts; empty: the video starts from a source
        const void* run = nullptr;  // run_key() at the start of the recorded run
        long first_step = 0;        // step index at which the run history of the recorded run starts
        long frames = 0, trail_changes = 0;
        std::string why_not_again{};  // reason why the video cannot be reproduced; empty if it can be
    };

    void toggle();
    void stop() { recorder_.stop(comment()); }
    long first_step_of_history() const;
    const void* run_key() const;
    bool is_other_run() const;
    std::string begin_run();
    void note_command_line(bool from_source);
    std::string write_start_state();
    void note_frame(int times, const Camera& camera);
    VideoFrame described_frame(const Camera& camera);
    std::string comment();
    std::vector<UserCommand> format_commands();
    void report(const std::optional<VideoRecorder::Done>& done);

    Screen& screen_;
    ActiveRun& run_;
    ViewState& view_;
    PlayTools& tools_;
    VideoRecorder recorder_;
    std::string format_;  // file extension for the next video
    std::optional<OffscreenTarget> target_;
    Notes notes_;
    bool is_frame_ = false;
    double waited_seconds_ = 0;  // wall-clock seconds since the run last advanced for a video frame
};

}  // namespace milkomeda
