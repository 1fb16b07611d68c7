#include "app/shell/auto_save.hpp"

#include <fmt/format.h>
#include <utility>

#include "app/shell/screen.hpp"
#include "app/shell/view_state.hpp"
#include "data/base/parallel.hpp"
#include "data/base/time_budget.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

fs::path last_run(const fs::path& folder) { return folder / "last.milkomeda"; }

// Returns the path of the run that the previous session of the program has saved.
fs::path earlier_run(const fs::path& folder) { return folder / "earlier.milkomeda"; }

}  // namespace

std::optional<fs::path> newest_saved_run(const std::optional<fs::path>& folder) {
    if (!folder) return {};
    std::error_code ignored;
    for (const fs::path& file : {last_run(*folder), earlier_run(*folder)})
        if (fs::is_regular_file(file, ignored)) return file;
    return {};
}

AutoSave::AutoSave(Screen& screen, ActiveRun& run, ViewState& view, const std::optional<fs::path>& folder,
                   double seconds)
    : every_seconds{seconds}, screen_{screen}, run_{run}, view_{view}, folder_{folder} {
    begin();
}

void AutoSave::begin() {
    bodies_changed();
    saved_steps_ = run_.source().frames().status().steps;
    can_be_saved_ = run_.source().limits().fits_state_file;
    saved_time_.reset();
}

bool AutoSave::is_wanted() const {
    return folder_ && every_seconds > 0 && can_be_saved_ && run_.source().frames().status().steps != saved_steps_;
}

// Requests and receives a checkpoint. Background threads read the device and write the file.
void AutoSave::advance() {
    if (writing_.valid()) {
        if (!is_ready(writing_)) return;
        const Written done = writing_.get();
        report(done);
        const TimeBudget budget{{.share = 0.01, .shortest_interval = every_seconds}};
        next_ = time_in(budget.interval(done.seconds));
    }
    Checkpointing& checkpoints = run_.source().checkpoints();
    if (has_requested_) {
        std::shared_ptr<const Checkpoint> state = checkpoints.take_checkpoint();
        if (!state) return;
        has_requested_ = false;
        prepare_folder();
        writing_ = in_background(
            [this, wanted = request(std::move(state)), number = run_number_] { return write(wanted, number); });
    } else if (Clock::now() >= next_ && is_wanted()) {
        checkpoints.request_checkpoint();
        has_requested_ = true;
    }
}

// Adds the measured diagnostics, whose rows depend on the speed of the machine. Other state files omit the
// measurements, so that a file depends only on the saved moment and on the file from which the run was resumed.
CheckpointRequest AutoSave::request(std::shared_ptr<const Checkpoint> state) const {
    CheckpointRequest wanted = checkpoint_request(run_, view_, std::move(state));
    wanted.diagnostics = saved_diagnostics(run_.diagnostics.measurements());
    return wanted;
}

void AutoSave::save_now(std::shared_ptr<const Checkpoint> state) {
    prepare_folder();
    report(write(request(std::move(state)), run_number_));
}

void AutoSave::finish() {
    if (writing_.valid()) report(writing_.get());
    if (!is_wanted()) return;
    run_.source().checkpoints().finish_step(run_.parameters);
    save_now(std::make_shared<const Checkpoint>(run_.source().checkpoints().make_checkpoint()));
}

std::optional<double> AutoSave::finish_at_once() {
    if (writing_.valid()) report(writing_.get());
    if (!is_wanted()) return saved_time_;
    const auto state = std::make_shared<const Checkpoint>(run_.source().checkpoints().newest_checkpoint());
    if (!state->positions.empty() && state->steps != saved_steps_) save_now(state);
    return saved_time_;
}

// Creates the folder. Before the first save of this session, renames the saved run of the previous session and removes
// incomplete files that killed programs have left.
void AutoSave::prepare_folder() {
    constexpr std::chrono::hours old{1};
    std::error_code ignored;
    fs::create_directories(*folder_, ignored);
    if (std::exchange(has_written_, true)) return;
    for (const fs::directory_entry& entry : fs::directory_iterator{*folder_, ignored})
        if (entry.path().extension() == ".part" && entry.path().filename().string().starts_with(".milkomeda-") &&
            fs::file_time_type::clock::now() - entry.last_write_time(ignored) > old)
            fs::remove(entry.path(), ignored);
    if (former_ != last_run(*folder_)) return;
    fs::rename(last_run(*folder_), earlier_run(*folder_), ignored);
    former_ = earlier_run(*folder_);
}

AutoSave::Written AutoSave::write(const CheckpointRequest& request, int run_number) const try {
    const Clock::time_point start = Clock::now();
    const fs::path file = last_run(*folder_);
    std::error_code ignored;
    if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
        throw FileError(file, "cannot be written: it is not a regular file");
    write_saved_state(file, saved_state(request));
    return {request.state->time, seconds_since(start), request.state->steps, "", run_number};
} catch (const std::bad_alloc&) {
    return {0, 0, 0, "this machine's memory is too small for a copy of the run", run_number};
} catch (const std::exception& error) {
    return {0, 0, 0, error.what(), run_number};
}

void AutoSave::report(const Written& done) {
    if (!done.error.empty()) {
        if (done.error != std::exchange(last_error_, done.error))
            screen_.notices.fail(fmt::format("the run was not saved for the next start: {}", done.error));
        return;
    }
    last_error_.clear();
    if (done.run_number == run_number_) {
        saved_time_ = done.time;
        saved_steps_ = done.steps;
    }
    screen_.trace.event("auto_saved", {{"file", last_run(*folder_).string()},
                                       {"time", done.time},
                                       {"steps", done.steps},
                                       {"milliseconds", 1e3 * done.seconds}});
}

}  // namespace milkomeda
