// Stores the picture or the run in files: screenshots, videos and recordings of the run.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "app/shell/run_recording.hpp"
#include "app/shell/video_capture.hpp"

namespace milkomeda {

class Capture {
  public:
    Capture(Screen& screen, ActiveRun& run, ViewState& view, PlayTools& tools, const Settings& settings)
        : video{screen, run, view, tools, settings}, recording{screen, run}, screen_{screen} {}

    void register_commands(CommandRegistry& registry);

    // Receives the name of the written file, or an error message of one line.
    using Then = std::function<void(const std::filesystem::path& file, const std::string& error)>;
    // Requests a screenshot of the next picture. If the file exists, the screenshot gets an unused name. Calls `then`
    // when the file is complete.
    void request_screenshot(const std::filesystem::path& file, Then then) {
        screenshots_.push_back({file, std::move(then)});
    }
    bool wants_screenshot() const { return !screenshots_.empty(); }
    // Calls `then` of all requested screenshots with the error `why`, because no picture is drawn.
    void give_up_screenshots(const std::string& why);
    // True if the picture of this frame is stored as a screenshot or video frame. The picture must then be complete,
    // also behind panels.
    bool wants_picture() const { return wants_screenshot() || video.is_frame(); }
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
    struct Screenshot {
        std::filesystem::path file;
        Then then;
    };
    void write(const Screenshot& screenshot, const Image& picture);

    Screen& screen_;
    std::vector<Screenshot> screenshots_;  // requested screenshots of the next picture
};

}  // namespace milkomeda
