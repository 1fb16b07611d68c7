#include "app/shell/auto_save.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "app/io/user_folders.hpp"
#include "data/base/parallel.hpp"
#include "data/base/time_budget.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

fs::path last_run(const fs::path& folder) { return folder / "last.milkomeda"; }

// Returns the path of the run that the previous program start has saved.
fs::path earlier_run(const fs::path& folder) { return folder / "earlier.milkomeda"; }

}  // namespace

std::optional<fs::path> newest_saved_run(const std::optional<fs::path>& folder) {
    if (!folder) return {};
    std::error_code ignored;
    for (const fs::path& file : {last_run(*folder), earlier_run(*folder)})
        if (fs::is_regular_file(file, ignored)) return file;
    return {};
}

AutoSave::AutoSave(const std::optional<fs::path>& folder, double seconds)
    : every_seconds{seconds}, folder_{folder}, former_{newest_saved_run(folder)} {
    next_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(every_seconds));
}

bool AutoSave::is_wanted(const ParticleSource& source) const {
    return folder_ && every_seconds > 0 && can_be_saved_ && source.frames().status().steps != saved_steps_;
}

// Requests and receives a checkpoint. Background threads read the device and write the file.
void AutoSave::advance(ParticleSource& source, const CheckpointRequester& complete, Notices& notices, Trace& trace) {
    if (writing_.valid()) {
        if (writing_.wait_for(std::chrono::seconds{0}) != std::future_status::ready) return;
        const Written done = writing_.get();
        report(done, notices, trace);
        const TimeBudget budget{{.share = 0.01, .shortest_interval = every_seconds}};
        next_ = time_in(budget.interval(done.seconds));
    }
    if (has_requested_) {
        std::shared_ptr<const Checkpoint> state = source.checkpoints().take_checkpoint();
        if (!state) return;
        has_requested_ = false;
        prepare_folder();
        writing_ =
            in_background([this, request = complete(std::move(state)), run = run_] { return write(request, run); });
    } else if (Clock::now() >= next_ && is_wanted(source)) {
        source.checkpoints().request_checkpoint();
        has_requested_ = true;
    }
}

void AutoSave::finish(ParticleSource& source, const SimulationParameters& parameters,
                      const CheckpointRequester& complete, Notices& notices, Trace& trace) {
    if (writing_.valid()) report(writing_.get(), notices, trace);
    if (!is_wanted(source)) return;
    source.frames().finish_step(parameters);
    prepare_folder();
    report(write(complete(std::make_shared<const Checkpoint>(source.checkpoints().make_checkpoint())), run_), notices,
           trace);
}

std::optional<double> AutoSave::finish_at_once(const ParticleSource& source, const CheckpointRequester& complete,
                                               Notices& notices, Trace& trace) {
    if (writing_.valid()) report(writing_.get(), notices, trace);
    if (!is_wanted(source)) return saved_time_;
    const auto state = std::make_shared<const Checkpoint>(source.checkpoints().newest_checkpoint());
    if (state->positions.empty() || state->steps == saved_steps_) return saved_time_;
    prepare_folder();
    report(write(complete(state), run_), notices, trace);
    return saved_time_;
}

// Creates the folder. Before the first save of this program start, renames the saved run of the previous start and
// removes incomplete files that killed programs have left.
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

AutoSave::Written AutoSave::write(const CheckpointRequest& request, int run) const try {
    const Clock::time_point start = Clock::now();
    const fs::path file = last_run(*folder_);
    std::error_code ignored;
    if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
        throw FileError(file, "cannot be written: it is not a regular file");
    write_saved_state(file, saved_state(request));
    return {request.state->time, seconds_since(start), request.state->steps, "", run};
} catch (const std::bad_alloc&) {
    return {0, 0, 0, "this machine's memory is too small for a copy of the run", run};
} catch (const std::exception& error) {
    return {0, 0, 0, error.what(), run};
}

void AutoSave::report(const Written& done, Notices& notices, Trace& trace) {
    if (!done.error.empty()) {
        if (done.error != std::exchange(last_error_, done.error))
            notices.add(fmt::format("the run was not saved for the next start: {}", done.error));
        return;
    }
    last_error_.clear();
    if (done.run == run_) {
        saved_time_ = done.time;
        saved_steps_ = done.steps;
    }
    trace.event("auto_saved", {{"file", last_run(*folder_).string()},
                               {"time", done.time},
                               {"steps", done.steps},
                               {"milliseconds", 1e3 * done.seconds}});
}

}  // namespace milkomeda
