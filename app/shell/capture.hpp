// Stores the picture or the run in files: screenshots, videos and recordings of the run.
#pragma once

#include "app/shell/run_recording.hpp"
#include "app/shell/video_capture.hpp"

namespace milkomeda {

class Capture {
  public:
    Capture(Screen& screen, ActiveRun& run, ViewState& view, PlayTools& tools, const Settings& settings)
        : video{screen, run, view, tools, settings}, recording{screen, run}, screen_{screen} {}

    void register_commands(CommandRegistry& registry);

    bool wants_screenshot() const { return wants_screenshot_; }
    // True if the picture of this frame is stored as a screenshot or video frame. The picture must then be complete,
    // also behind panels.
    bool wants_picture() const { return wants_screenshot_ || video.is_frame(); }
    // True while a video or a recording of the run is in progress or being written.
    bool works() const { return video.recorder().works() || recording.recorder().works(); }

    // Stores the picture in the bound framebuffer as a screenshot or video frame. `camera` is the camera of
    // the picture; the panels must not be drawn yet. Throws OpenCL errors.
    void take_picture(const glm::ivec2& pixels, const Camera& camera);
    // Completes all files, and waits until they are written.
    void finish() {
        recording.finish();
        video.finish();
    }

    VideoCapture video;
    RunRecording recording;

  private:
    Screen& screen_;
    bool wants_screenshot_ = false;
};

}  // namespace milkomeda
