#include "app/shell/match_confirmation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/io/json_text.hpp"
#include "app/io/output_file.hpp"
#include "app/io/picture_file.hpp"
#include "data/files/small_file.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Returns a line of progress without its bar: "run with live galaxies  30 %  1.2 of 4 time units  2:10 left".
std::string without_bar(const std::string& line) {
    const std::size_t begin = line.find(" ["), end = line.find(']');
    return begin == line.npos || end == line.npos ? line : line.substr(0, begin) + line.substr(end + 1);
}

fs::path report_beside(fs::path scene) { return scene.replace_extension(".html"); }

// Returns the file of the picture. A built-in picture has no file, so a copy is written to `folder`.
fs::path file_of(const MatchPicture& picture, const fs::path& folder) {
    if (!picture.is_built_in()) return picture.file();
    const GrayPicture& gray = picture.picture();
    Image copy{static_cast<int>(gray.columns), static_cast<int>(gray.rows), {}};
    for (const float value : gray.values) {
        const auto level = static_cast<std::uint8_t>(std::lround(255 * value));
        copy.rgba.insert(copy.rgba.end(), {level, level, level, 255});
    }
    return write_picture(folder / "picture.png", copy);
}

std::optional<double> score_of(const nlohmann::ordered_json& terms) {
    return terms.is_object() ? std::optional{terms.at("score").get<double>()} : std::nullopt;
}

}  // namespace

void MatchConfirmation::start(const MatchResult& result, std::size_t model, const fs::path& scene) {
    require_replaceable(scene);
    require_replaceable(report_beside(scene));
    folder_.emplace("milkomeda-confirm");
    const fs::path &folder = folder_->path(), models = folder / "models.toml", pair = folder / "marks.pair";
    write_small_file(models, match_toml(match_json(result)));
    write_pair(pair, tool_.picture()->described());
    const ConfirmStatus& choice = tool_.confirming;
    std::vector<std::string> words{"confirm", models.string(), "--family", std::to_string(model + 1)};
    const auto add = [&words](const char* option, const std::string& value) {
        words.insert(words.end(), {option, value});
    };
    add("--picture", file_of(*tool_.picture(), folder).string());
    add("--pair", pair.string());
    add("--bodies", std::to_string(choice.bodies));
    add("--corrections", std::to_string(choice.corrections));
    add("--output", (folder / "scene.toml").string());
    add("--report", (folder / "report.html").string());
    if (!run_.options.device.names.empty()) add("--device", run_.options.device.names);
    if (!run_.options.program.assets.empty()) add("--assets", run_.options.program.assets.string());
    if (!run_.options.program.saved_settings) words.emplace_back("--no-settings");
    words.emplace_back("--json");
    scene_ = scene;
    summary_.clear();
    job_.emplace(std::move(words));
    tool_.confirming.progress = "starting ...";
    tool_.confirming.fault.clear();
    tool_.confirming.result.reset();
}

void MatchConfirmation::cancel() {
    if (job_) job_->cancel();
}

void MatchConfirmation::take_lines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        if (line.starts_with('{')) summary_ = line;
        if (line.find(" [") != line.npos) tool_.confirming.progress = without_bar(line);
    }
}

void MatchConfirmation::advance() {
    if (!job_) return;
    take_lines(job_->take_lines());
    if (job_->state() != ProgramJob::State::running) report_end();
}

bool MatchConfirmation::has_news() {
    if (!job_) return false;
    const std::vector<std::string> lines = job_->take_lines();
    take_lines(lines);
    return !lines.empty() || job_->state() != ProgramJob::State::running;
}

// Shows how the command has ended, and removes its folder.
void MatchConfirmation::report_end() {
    ConfirmStatus& status = tool_.confirming;
    status.progress.reset();
    try {
        if (job_->state() == ProgramJob::State::failed)
            throw std::runtime_error(job_->message().empty() ? "the command ended without a message" : job_->message());
        if (job_->state() == ProgramJob::State::complete) take_result();
    } catch (const std::exception& error) {
        status.fault = fmt::format("the confirmation failed: {}", error.what());
    }
    if (!status.fault.empty())
        screen_.notices.fail(status.fault);
    else if (status.result)
        screen_.notices.add(fmt::format("wrote the scene {} and the report {}", status.result->scene.string(),
                                        status.result->report.string()));
    else
        screen_.notices.add("the confirmation was canceled: no file was written");
    job_.reset();
    folder_.reset();
}

// Copies the files of the command to the names that the user has chosen.
void MatchConfirmation::take_result() {
    const auto json = parse_json(summary_);
    ConfirmStatus::Result result{.is_confirmed = json.at("is_confirmed").get<bool>(),
                                 .bodies = json.at("bodies").get<std::size_t>(),
                                 .corrections = json.at("corrections").get<std::size_t>(),
                                 .place_error = json.at("place_error").get<double>(),
                                 .live = score_of(json.at("score")),
                                 .restricted = score_of(json.at("score_restricted")),
                                 .scene = scene_,
                                 .report = report_beside(scene_)};
    constexpr std::size_t most_bytes = std::size_t{64} << 20;
    const auto copy = [](const fs::path& from, const fs::path& to) {
        write_small_file(to, read_small_file(from, most_bytes).value());
    };
    copy(folder_->path() / "scene.toml", result.scene);
    copy(folder_->path() / "report.html", result.report);
    tool_.confirming.result = std::move(result);
}

void MatchConfirmation::finish() {
    if (!job_) return;
    job_->cancel();
    constexpr double patience_seconds = 5;
    job_->wait(patience_seconds);
    job_.reset();
    folder_.reset();
}

}  // namespace milkomeda
