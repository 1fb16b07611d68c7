// Records a video of the picture without panels, at exact frame times however slow the window is, or in real
// time. Frames at exact times are drawn as `render` draws them, so that `render --again` reproduces the
// video.
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

    // Must be called once a frame while a video is recorded, instead of advancing the run. Advances the run
    // to the next frame of the video, unless the run `is_held`.
    void advance(const FrameTime& frame, bool is_held);
    // Must be called at the start of each frame: the picture is no frame of the video until advance() says
    // so.
    void begin_frame() { is_frame_ = false; }
    // True if the picture of this frame is a frame of the video.
    bool is_frame() const { return is_frame_; }
    // True if the picture is drawn in full quality and with its own exposure, as by `render`.
    bool is_exact_frame() const { return is_frame_ && recorder_.is_exact(); }
    bool records_exactly() const { return recorder_.recording() && recorder_.is_exact(); }
    // Seconds of this frame for what moves by itself: in a video at exact times, the seconds of its frame.
    double animation_seconds() const;

    // Target into which exact frames are drawn. Some windows store pixels upside down and round edges
    // differently.
    OffscreenTarget& target(const glm::ivec2& pixels);
    // Copies the target into the window.
    void show_target(const glm::ivec2& pixels);
    // Adds the picture, which was drawn with `camera`, as a frame of the video.
    void add(Image picture, const Camera& camera);

    // Tells about a video that was completed meanwhile.
    void report_done() { report(recorder_.take_done()); }
    // Completes the file, and waits for it.
    void finish();

    const VideoRecorder& recorder() const { return recorder_; }
    const std::string& format() const { return format_; }

  private:
    // What `render --again` needs to reproduce the video.
    struct Notes {
        VideoScript script;
        std::vector<std::string> words{};  // command line; empty before the first frame
        std::shared_ptr<const SceneSetup> initial{};
        SimulationParameters parameters{};
        SavedSolver solver{};
        std::string start{};                    // state file from which the video starts
        const std::uint32_t* bodies = nullptr;  // ids of the bodies of the recorded run
        long first_step = 0;                    // first step of the history of the recorded run
        long frames = 0, trail_changes = 0;
        std::string why_not_again{};  // why the video cannot be reproduced; empty if it can
    };

    void toggle();
    void stop() { recorder_.stop(comment()); }
    long first_step_of_history() const;
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
    std::string format_;  // file extension of the next video
    std::optional<OffscreenTarget> target_;
    Notes notes_;
    bool is_frame_ = false;
    double waited_seconds_ = 0;  // since the run advanced for a frame of the video
};

}  // namespace milkomeda
