// All that captures the picture or the run in files: screenshots, videos, recordings.
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
    // True if the picture of this frame is captured: it is drawn in full, also behind panels.
    bool wants_picture() const { return wants_screenshot_ || video.is_frame(); }
    // True while files are being recorded or written.
    bool works() const { return video.recorder().works() || recording.recorder().works(); }

    // Captures the picture in the bound framebuffer, which was drawn with `camera` and has no panels yet.
    // Throws the errors of OpenCL.
    void take_picture(const glm::ivec2& pixels, const Camera& camera);
    // Completes all files, and waits for them.
    void finish() {
        recording.finish();
        video.finish();
    }

    VideoCapture video;
    RunRecording recording;

  private:
    void write_screenshot(const Image& picture);

    Screen& screen_;
    bool wants_screenshot_ = false;
};

}  // namespace milkomeda
