#include "app/shell/video_capture.hpp"

#include <fmt/format.h>
#include <utility>

#include "app/io/output_file.hpp"
#include "app/io/video_format.hpp"
#include "app/scene/state_file.hpp"
#include "data/system/memory.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

constexpr const char* no_split_video = "a video cannot show two runs: end the comparison (F4) first";

}  // namespace

VideoCapture::VideoCapture(Screen& screen, ActiveRun& run, ViewState& view, PlayTools& tools, const Settings& settings)
    : screen_{screen}, run_{run}, view_{view}, tools_{tools}, format_{settings.video_format} {
    recorder_.real_time = settings.videos_in_real_time;
}

void VideoCapture::register_commands(CommandRegistry& registry) {
    registry.add(
        {Menu::file, 80, "Record a video", "F10",
         "records a video of the picture, without panels, in the current folder; F9 is a second key"},
        {.act = [this] { toggle(); },
         .is_on = [this] { return recorder_.recording(); },
         .says = no_notice,
         .why_disabled =
             [this] {
                 return std::string{view_.split.is_asked_for() && !recorder_.recording() ? no_split_video : ""};
             }},
        "F9");
    registry.add({Menu::file, 90, "Record videos in real time", "",
                  "on: videos play at the speed seen in the window; off: video frames are evenly spaced in time, even "
                  "if the window is slow"},
                 {.act = [this] { recorder_.real_time = !recorder_.real_time; },
                  .is_on = [this] { return recorder_.real_time; }});
    registry.add({Menu::file, 100, "Video format"}, {.list = [this] { return format_commands(); }});
}

std::vector<UserCommand> VideoCapture::format_commands() {
    std::vector<UserCommand> entries;
    const auto entry = [&](const std::string& extension, const std::string& name) {
        entries.push_back({{Menu::file, 0, name},
                           {.act = [this, extension] { format_ = extension; },
                            .is_on = [this, extension] { return format_ == extension; }}});
    };
    for (const VideoFormat& format : video_formats()) entry(std::string{format.extension}, std::string{format.name});
    entry(".png", "PNG, numbered pictures");
    return entries;
}

void VideoCapture::toggle() try {
    if (recorder_.recording()) return stop();
    const glm::ivec2 pixels = screen_.window.framebuffer_size();
    const std::string ending = format_ == ".png" ? "-%05d.png" : format_;
    recorder_.start(name_by_time(ending), pixels.x, pixels.y);
    notes_ = {};
    screen_.notices.add(
        fmt::format("recording {} {}, {:g} frames per second; F10 ends the video", recorder_.file().string(),
                    recorder_.is_exact() ? "at exact frame times" : "in real time", VideoRecorder::frames_per_second));
    screen_.trace.event("film", {{"file", recorder_.file().string()},
                                 {"state", "recording"},
                                 {"times", recorder_.is_exact() ? "exact" : "real"}});
} catch (const std::exception& error) {
    screen_.notices.fail(in_words(error));
}

void VideoCapture::advance(const FrameTime& frame, bool is_held) {
    ParticleSource& source = run_.source();
    const glm::ivec2 pixels = screen_.window.framebuffer_size();
    waited_seconds_ += frame.seconds;
    if (!recorder_.is_exact() && !is_held) source.frames().advance(run_.parameters, frame);
    if (!recorder_.due(frame.seconds) || pixels.x == 0) return;
    if (!recorder_.fits(pixels.x, pixels.y)) {
        screen_.notices.add("the video has ended, because the size of the window has changed");
        return stop();
    }
    FrameTime since_last = frame;
    since_last.seconds = std::exchange(waited_seconds_, 0);
    is_frame_ = true;
    if (!recorder_.is_exact() || is_held) return;
    if (source.transport().playing())
        is_frame_ = source.frames().advance_to_video_frame(VideoRecorder::frame_seconds, run_.parameters, since_last);
    else
        source.frames().advance(run_.parameters, since_last);
}

double VideoCapture::animation_seconds() const {
    if (!records_exactly()) return screen_.clock.seconds();
    return is_frame_ ? VideoRecorder::frame_seconds : 0;
}

OffscreenTarget& VideoCapture::target(const glm::ivec2& pixels) {
    const bool fits = target_ && target_->width() == pixels.x && target_->height() == pixels.y;
    if (!fits) target_.emplace(pixels.x, pixels.y);
    return *target_;
}

void VideoCapture::show_target(const glm::ivec2& pixels) {
    target(pixels).bind_for_reading();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, pixels.x, pixels.y, 0, 0, pixels.x, pixels.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void VideoCapture::add(Image picture, const Camera& camera) {
    if (!is_frame_ || !recorder_.recording()) return;
    if (!recorder_.fits(picture.width, picture.height)) return;  // the user has resized the window in this frame
    note_frame(recorder_.add(std::move(picture)), camera);
    screen_.trace.event("film_frame", {{"number", recorder_.frames()}, {"time", run_.loaded.moment().time}});
}

long VideoCapture::first_step_of_history() const {
    const RunHistory* const history = run_.source().checkpoints().run_history();
    return history ? history->start().steps : 0;
}

// Returns an address that identifies the run, and changes when the bodies are replaced. For a series, returns the
// address of the series, because its snapshots may contain different bodies.
const void* VideoCapture::run_key() const {
    if (const SnapshotSeries* const series = run_.source().series()) return series;
    return run_.loaded.initial().particles.ids.data();
}

bool VideoCapture::is_other_run() const {
    return notes_.run != run_key() || notes_.first_step != first_step_of_history();
}

// Writes the state at the start of a recorded run, and returns the name of the state file. Returns an empty name if the
// source of the window reproduces the run, or if no state file can store the run. Also returns an empty name if writing
// fails; `render --again` then refuses the video.
std::string VideoCapture::begin_run() {
    const SceneSetup& initial = run_.loaded.initial();
    const bool is_first = notes_.words.empty();
    notes_.run = run_key();
    notes_.first_step = first_step_of_history();
    const bool from_source =
        is_first && !run_.edited_start && !initial.resumed && notes_.first_step == 0 && initial.course.done == 0;
    if (is_first) note_command_line(from_source);
    if (from_source || !run_.source().limits().fits_state_file) return {};
    return write_start_state();
}

void VideoCapture::note_command_line(bool from_source) {
    notes_.initial = run_.loaded.held_initial();
    notes_.parameters = run_.parameters;
    notes_.solver = run_.solver_to_save();
    notes_.words = {"render"};
    std::vector<std::string>& words = notes_.words;
    if (from_source || run_.source().series()) {
        const std::vector<std::string> shown = command_words(view_command_of(run_, view_), run_.assets);
        words.insert(words.end(), shown.begin(), shown.end());
    } else if (!run_.options.device.names.empty()) {
        words.insert(words.end(), {"--device", run_.options.device.names});
    }
    const glm::ivec2 pixels = screen_.window.framebuffer_size();
    words.insert(words.end(), {"--size", std::to_string(pixels.x) + "x" + std::to_string(pixels.y), "--fps",
                               std::to_string(static_cast<int>(VideoRecorder::frames_per_second))});
}

std::string VideoCapture::write_start_state() {
    std::filesystem::path file = recorder_.file();
    if (FilePattern::matches(file)) file = FilePattern{file}.without_number(".milkomeda");
    file = unused_name(file.replace_extension(".milkomeda"));
    tools_.let_go(run_.loaded);  // because the file must not contain a dragged galaxy
    run_.source().checkpoints().finish_step(run_.parameters);
    const auto state = std::make_shared<const Checkpoint>(run_.source().checkpoints().make_checkpoint());
    try {
        write_saved_state(file, saved_state(checkpoint_request(run_, view_, state)));
    } catch (const FileError& error) {
        notes_.why_not_again = error.what();
        return {};
    }
    return file.filename().string();
}

VideoFrame VideoCapture::described_frame(const Camera& camera) {
    const ParticleSource& source = run_.source();
    const SimulationStatus status = source.frames().status();
    const double shown_time = run_.loaded.moment().time;
    VideoFrame frame;
    frame.steps = status.steps;
    frame.time = shown_time;
    frame.ahead = source.frames().is_between_steps() ? run_.loaded.moment().time_offset : shown_time - status.time;
    const RunHistory* const history = source.checkpoints().run_history();
    std::vector<SettingsChange> changes = history ? history->changes() : std::vector<SettingsChange>{};
    std::erase_if(changes, [&](const auto& change) { return change.from.steps >= status.steps; });
    const std::size_t count = changes.size();
    frame.changes = {std::make_shared<const std::vector<SettingsChange>>(std::move(changes)), count};
    frame.camera = camera;
    frame.look = view_.look;
    frame.show = view_.annotations.shown;
    frame.shown = run_.loaded.initial().shown;
    if (const auto slice = view_.slice.shown())
        frame.slice = {*slice, run_.parameters.gravity, run_.parameters.softening};
    const long trail_changes = view_.annotations.trail_changes();
    if (notes_.frames == 0 || notes_.trail_changes != trail_changes)
        frame.trails = view_.annotations.trails_in(run_.loaded.initial().particles);
    notes_.trail_changes = trail_changes;
    return frame;
}

// Notes the data with which `render --again` can reproduce this frame. The video repeats the frame `times` times.
void VideoCapture::note_frame(int times, const Camera& camera) {
    std::string start;
    if (notes_.words.empty() || is_other_run()) {
        start = begin_run();
        if (notes_.start.empty() && notes_.frames == 0) notes_.start = start;
    }
    VideoFrame frame = described_frame(camera);
    frame.start = start;
    if (const std::string& limit = run_.source().limits().video_recipe; !limit.empty()) notes_.why_not_again = limit;
    if (tools_.holds()) notes_.why_not_again = "the video does not store how a galaxy was dragged";
    for (int i = 0; i < times; ++i) {
        notes_.script.add(frame);
        frame.start.clear();
        frame.trails.reset();
    }
    notes_.frames += times;
}

// Returns the metadata text that is stored in the video file.
std::string VideoCapture::comment() {
    if (notes_.words.empty()) return {};
    const std::string& why_not = notes_.why_not_again;
    if (!why_not.empty()) screen_.notices.hint(fmt::format("render --again cannot reproduce this video: {}", why_not));
    return provenance({notes_.words, *notes_.initial, notes_.parameters, notes_.solver, run_.options.scene.seed,
                       notes_.start, why_not.empty() ? &notes_.script : nullptr, "", why_not});
}

void VideoCapture::finish() {
    if (recorder_.recording()) stop();
    report(recorder_.finish());
}

void VideoCapture::report(const std::optional<VideoRecorder::Done>& video) {
    if (!video) return;
    const double seconds = static_cast<double>(video->frames) * VideoRecorder::frame_seconds;
    if (video->error.empty())
        screen_.notices.add(
            fmt::format("saved the video {}: {:.1f} s, {} frames", video->file.string(), seconds, video->frames));
    else
        screen_.notices.fail(fmt::format("no video is saved: {}", video->error));
    screen_.trace.event("film", {{"file", video->file.string()},
                                 {"state", video->error.empty() ? "whole" : "failed"},
                                 {"frames", video->frames}});
    notes_ = {};
    target_.reset();
    release_unused_memory();
}

}  // namespace milkomeda
