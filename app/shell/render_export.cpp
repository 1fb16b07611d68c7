#include "app/shell/render_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/capture/video.hpp"
#include "app/cli/shell_words.hpp"
#include "app/io/output_file.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// shortest time between two updates of the progress, so that the resting window rarely draws
constexpr double look_seconds = 0.5;

std::string command_line(std::vector<std::string> words) {
    words.insert(words.begin(), "milkomeda");
    return shell_line(words);
}

constexpr const char* canceled_at_start = "the export was canceled: no frame was finished";

constexpr std::array<std::string_view, 4> state_names{"running", "complete", "canceled", "failed"};

}  // namespace

RenderExport::RenderExport(Screen& screen, ActiveRun& run, ViewState& view)
    : screen_{screen}, run_{run}, view_{view}, writer_{screen, run, view} {}

// Prepares the card, and pauses the run, so that the preview and the export show the same moment.
void RenderExport::open() {
    run_.source().transport().play(false);
    const std::string& source = run_.loaded.initial().source;
    if (std::exchange(scene_, source) != source) status_.choice.until = 0, status_.preview.reset();
    const double time = run_.source().transport().time(), end = run_.loaded.initial().until;
    constexpr double usual_length = 10;  // model time of a video that begins after the end of the scene
    ExportChoice& choice = status_.choice;
    if (choice.name.empty()) choice.name = name_by_time("").string();
    if (choice.until <= time) choice.until = run_.source().series() || end > time ? end : time + usual_length;
    status_.is_open = true;
}

void RenderExport::close() {
    status_.is_open = false;
    status_.preview.reset();
    trial_.end();
    if (!job_) status_.result.clear();
}

void RenderExport::perform(ExportRequest request, bool is_shown) {
    // Replaces the preview only here, at the end of the frame, because the panels of this frame show the former
    // preview.
    if (auto preview = trial_.take_preview()) status_.preview = std::move(preview);
    if (request == ExportRequest::start) start();
    if (request == ExportRequest::cancel) cancel();
    if (is_shown && (!status_.is_open || scene_ != run_.loaded.initial().source)) open();
    if (!is_shown && status_.is_open) close();
    if (request == ExportRequest::copy) {
        screen_.window.copy(status_.command);
        screen_.notices.add("the clipboard contains the command line of the export");
    }
}

// Returns the view that the export shows: with the camera path if the video follows the path, and in the dome
// projection if the chosen size is a dome.
ViewCommand RenderExport::exported_view() const {
    ViewCommand view = view_command_of(run_, view_);
    const ExportChoice& choice = status_.choice;
    const Camera& start = run_.loaded.initial().camera;
    view.camera = view_.camera.camera();
    view.keeps_framed =
        view_.camera.settings.keeps_framed && view.camera.yaw == start.yaw && view.camera.pitch == start.pitch;
    view.held.path = choice.kind != ExportKind::picture && choice.camera == ExportCamera::path;
    if (view.held.path) view.held.sky = false, view.held.follow.clear();
    if (size_of(choice).is_dome) view.camera.projection = Projection::dome;
    return view;
}

ExportSource RenderExport::source_from(const std::string& state) const {
    const ViewCommand view = exported_view();
    ExportSource source;
    source.time = run_.source().transport().time();
    source.is_state = run_.source().limits().fits_state_file;
    source.words = source.is_state ? state_words(view, state) : command_words(view, run_.assets);
    if (!run_.options.program.saved_settings) source.words.emplace_back("--no-settings");
    return source;
}

// Saves the run to a state file, then calls `then`. Calls `then` at once, with an empty name, if no state file can
// store the run.
void RenderExport::with_state(const fs::path& file, WithState then) {
    if (!run_.source().limits().fits_state_file) return then("", "");
    writer_.request(file.string(), [then = std::move(then)](const fs::path& written, const std::string& error) {
        then(written.string(), error);
    });
}

void RenderExport::start() try {
    if (job_ || status_.progress) return;
    trial_.end();
    output_ = unused_video_name(output_of(status_.choice));
    require_replaceable(first_file(output_));
    status_.result.clear();
    status_.has_failed = is_canceled_ = false;
    status_.progress.emplace();
    with_state(unused_name(state_beside(output_)), [this](const std::string& state, const std::string& error) {
        error.empty() ? launch(state) : fail(error);
    });
} catch (const std::exception& error) {
    fail(in_words(error));
}

void RenderExport::cancel() {
    if (job_) job_->cancel();
    is_canceled_ = status_.progress.has_value();
}

void RenderExport::fail(const std::string& reason) {
    status_.result = reason;
    status_.has_failed = true;
    status_.progress.reset();
}

// Starts the export from the state file `state`, unless the user has canceled the export meanwhile.
void RenderExport::launch(const std::string& state) try {
    state_ = state;
    if (is_canceled_) {
        std::error_code ignored;
        if (!state.empty()) fs::remove(state, ignored);
        status_.progress.reset();
        status_.result = canceled_at_start;
        return screen_.notices.add(status_.result);
    }
    const std::vector<std::string> words = export_words(source_from(state), status_.choice, output_);
    job_.emplace(words);
    started_ = {status_.choice, view_words(), command_line(words)};
    screen_.trace.event("export_started", {{"file", output_.string()}, {"command", shell_line(words)}});
} catch (const std::exception& error) {
    fail(in_words(error));
}

void RenderExport::begin_trial(const std::string& state) try {
    trial_.begin(source_from(state), status_.choice);
} catch (const std::exception& error) {
    trial_.fail(in_words(error));
}

void RenderExport::advance() {
    writer_.advance();
    if (job_) {
        job_->advance();
        status_.progress = job_->progress();
        if (job_->state() != RenderJob::State::running) report_end();
    }
    if (!status_.is_open) return;
    update_status();
    update_trial();
}

// Shows how the export has ended. Deletes the state file if the user does not keep it, or if there is no output.
void RenderExport::report_end() {
    const RenderJob::State end = job_->state();
    const RenderProgress progress = job_->progress();
    const fs::path first = first_file(output_);
    std::error_code ignored;
    const bool exists = fs::exists(first, ignored);
    status_.has_failed = end == RenderJob::State::failed;
    if (end == RenderJob::State::complete)
        status_.result = fmt::format("exported {} to the folder {}", output_.filename().string(),
                                     fs::absolute(output_, ignored).parent_path().string());
    else if (status_.has_failed)
        status_.result = fmt::format("the export failed: {}", job_->message());
    else if (exists)
        status_.result = fmt::format("the export was canceled: {} contains {} of {} {}", output_.string(),
                                     progress.done, progress.frames, name_of_frames(status_.choice));
    else
        status_.result = canceled_at_start;
    if (!state_.empty() && (!status_.choice.keeps_state || !exists)) fs::remove(state_, ignored);
    status_.has_failed ? screen_.notices.fail(status_.result) : screen_.notices.add(status_.result);
    screen_.trace.event("export_ended", {{"file", output_.string()},
                                         {"state", std::string{state_names[static_cast<std::size_t>(end)]}},
                                         {"frames", progress.done},
                                         {"result", status_.result}});
    job_.reset();
    status_.progress.reset();
}

void RenderExport::update_status() try {
    const SceneSetup& initial = run_.loaded.initial();
    const ExportChoice& choice = status_.choice;
    const bool is_state = run_.source().limits().fits_state_file;
    status_.time = run_.source().transport().time();
    status_.last_time = run_.source().series() ? initial.until : std::max(2 * initial.until, status_.time + 10);
    auto& limits = status_.camera_limits;
    limits.fill("");
    if (view_.camera.mode() == CameraMode::sky)
        limits[std::size_t(ExportCamera::circle)] = "the camera at a star has no target to circle";
    if (view_.camera.path.empty())
        limits[std::size_t(ExportCamera::path)] = "the camera has no path: add key frames in the Camera drawer";
    else if (!is_state && !std::ranges::equal(view_.camera.path.keys(), CameraPath{initial.key_frames}.keys()))
        limits[std::size_t(ExportCamera::path)] = "the path was changed, and no state file can store this source";
    status_.fault = export_fault(choice, status_.time);
    if (status_.fault.empty() && choice.kind != ExportKind::picture) status_.fault = limits[std::size_t(choice.camera)];
    // The command of the last export can be repeated while its state file exists and while view and settings are
    // unchanged.
    const bool is_repeated = started_.choice == choice && started_.view == view_words();
    std::error_code ignored;
    status_.can_copy = !is_state || (is_repeated && (job_ || fs::exists(state_, ignored)));
    if (is_repeated && status_.can_copy) {
        status_.command = started_.command;
        return;
    }
    const fs::path output = unused_video_name(output_of(choice));
    status_.command =
        command_line(export_words(source_from(unused_name(state_beside(output)).string()), choice, output));
} catch (const std::exception& error) {
    status_.fault = in_words(error);
}

// Returns the words of a command line that identify the present view and time.
std::string RenderExport::view_words() const {
    ViewCommand view = exported_view();
    view.time = run_.source().transport().time();
    // If the camera keeps the galaxies in view, the export computes target and distance anew, so their values do not
    // matter.
    if (view_.camera.settings.keeps_framed) view.camera.target = {}, view.camera.distance = 1;
    return shell_line(command_words(view, run_.assets));
}

// Requests trials of the present view and settings, unless the run moves or an export runs.
void RenderExport::update_trial() try {
    status_.preview_note = trial_.note();
    status_.expected_seconds.reset();
    status_.is_measuring = false;
    if (status_.progress || !status_.fault.empty()) return trial_.end();
    if (run_.source().transport().moving()) {
        trial_.end();
        status_.preview_note = "Pause the run to see a preview";
        return;
    }
    const std::string key = view_words() + '\n' + status_.command;
    trial_.request(key);
    if (trial_.is_ready() && !writer_.is_busy()) {
        const fs::path file = trial_.state_file();
        with_state(file, [this, key, folder = trial_.folder()](const auto& state, const auto& error) {
            // The view has changed, or the trials have ended, while the state file was written.
            if (key != trial_.key() || folder != trial_.folder()) return;
            error.empty() ? begin_trial(state) : trial_.fail(error);
        });
    }
    trial_.advance();
    status_.preview_note = trial_.note();
    status_.expected_seconds = trial_.expected_seconds();
    status_.is_measuring = trial_.is_under_way();
} catch (const std::exception& error) {
    trial_.fail(in_words(error));
}

bool RenderExport::has_news() {
    if (seconds_since(looked_at_) < look_seconds) return false;
    const bool has_progress = job_ && job_->advance();
    const bool has_result = status_.is_open && trial_.advance();
    if (has_progress || has_result) looked_at_ = Clock::now();
    return has_progress || has_result;
}

void RenderExport::finish() {
    trial_.end();
    if (!job_) return;
    job_->cancel();
    constexpr double patience_seconds = 60;  // a frame of a large picture takes long
    job_->wait(patience_seconds);
    report_end();
}

}  // namespace milkomeda
