// Trials of an export: small pictures of its first frames, drawn in the background. They give the preview and the
// expected duration.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/capture/export_plan.hpp"
#include "app/capture/render_job.hpp"
#include "data/base/clock.hpp"
#include "data/system/scratch_folder.hpp"
#include "render/gl/texture.hpp"

namespace milkomeda {

class ExportTrial {
  public:
    ExportTrial() = default;
    ~ExportTrial() { end(); }
    ExportTrial(const ExportTrial&) = delete;
    ExportTrial& operator=(const ExportTrial&) = delete;

    // Requests trials of the view and the settings that the text `key` identifies, and ends the trials of any other
    // key. The new trials can begin after the key has stayed unchanged for 0.4 s.
    void request(const std::string& key);
    // Ends all trials, and deletes their files.
    void end();

    const std::string& key() const { return key_; }  // key of the newest request; empty without trials
    // Folder of the trials' files; empty without trials.
    std::filesystem::path folder() const { return folder_ ? folder_->path() : std::filesystem::path{}; }
    // Returns true from request() until all trials have ended or failed.
    bool is_under_way() const { return is_requested_ || job_; }
    // Returns true from request() until begin(), fail() or end().
    bool is_due() const { return is_requested_; }
    // Returns true if begin() should be called now.
    bool is_ready() const { return is_requested_ && Clock::now() >= begin_at_; }
    // Returns the name of the state file from which the trials start. Creates the folder of the files. Throws
    // std::filesystem::filesystem_error if this is impossible.
    std::filesystem::path state_file();
    // begin() starts the trials. fail() stores the reason why the trials cannot start.
    void begin(const ExportSource& source, const ExportChoice& choice);
    void fail(const std::string& reason);

    // Continues the trials. Returns true if there is a new result. Needs the OpenGL context of the window.
    bool advance();

    // Returns the preview once after it has been drawn; otherwise returns an empty optional.
    std::optional<PictureTexture> take_preview() { return std::exchange(preview_, std::nullopt); }
    // Returns why there is no preview yet; empty once it has been drawn.
    const std::string& note() const { return note_; }
    std::optional<double> expected_seconds() const { return expected_seconds_; }

  private:
    void start_next();
    void take_result();

    std::string key_;
    bool is_requested_ = false;
    Clock::time_point begin_at_{};
    std::optional<ScratchFolder> folder_;  // empty without trials
    ExportSource source_;
    ExportChoice choice_;
    std::optional<RenderJob> job_;
    std::vector<TrialTime> times_;  // durations of the finished trials
    std::optional<PictureTexture> preview_;
    std::string note_;
    std::optional<double> expected_seconds_;
};

}  // namespace milkomeda
