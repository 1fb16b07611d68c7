#include "app/shell/export_trial.hpp"

#include <utility>

#include "app/io/output_file.hpp"
#include "data/files/small_file.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

constexpr const char* is_being_drawn = "The preview is being drawn";

}  // namespace

void ExportTrial::request(const std::string& key) {
    constexpr double settling_seconds = 0.4;
    if (key == key_) return;
    job_.reset();
    times_.clear();
    expected_seconds_.reset();
    key_ = key;
    note_ = is_being_drawn;
    is_requested_ = true;
    begin_at_ = time_in(settling_seconds);
}

void ExportTrial::end() {
    job_.reset();
    key_.clear();
    note_.clear();
    is_requested_ = false;
    folder_.reset();
}

fs::path ExportTrial::state_file() {
    if (!folder_) folder_.emplace("milkomeda-export");
    fs::path file = folder() / "trial.milkomeda";
    fs::remove(file);
    return file;
}

void ExportTrial::begin(const ExportSource& source, const ExportChoice& choice) {
    is_requested_ = false;
    source_ = source;
    choice_ = choice;
    start_next();
}

void ExportTrial::fail(const std::string& reason) {
    is_requested_ = false;
    note_ = "No preview: " + reason;
}

void ExportTrial::start_next() { job_.emplace(trial_words(source_, choice_, trial_widths[times_.size()], folder())); }

bool ExportTrial::advance() {
    if (!job_ || !job_->advance() || job_->state() == RenderJob::State::running) return false;
    take_result();
    return true;
}

// Takes the result of the trial that has ended, and starts the next trial.
void ExportTrial::take_result() try {
    if (job_->state() != RenderJob::State::complete) {
        fail(job_->message());
        job_.reset();
        return;
    }
    const auto [width, height] = trial_size(choice_, trial_widths[times_.size()]);
    times_.push_back({static_cast<double>(width) * height, job_->seconds(), job_->progress().seconds_per_frame()});
    job_.reset();
    if (times_.size() == 1) {
        const fs::path picture = first_file(trial_output(choice_, folder()));
        if (const auto content = read_small_file(picture)) preview_ = picture_texture(picture.string(), *content);
        note_.clear();
    }
    if (times_.size() < trial_widths.size()) return start_next();
    expected_seconds_ = milkomeda::expected_seconds(choice_, times_[0], times_[1]);
} catch (const std::exception& error) {  // the preview cannot be read
    fail(error.what());
}

}  // namespace milkomeda
