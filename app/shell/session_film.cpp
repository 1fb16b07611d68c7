// The session records a film of what a person does and sees: its picture without panels, at exact frame
// times however slow the window is, or as the clock on the wall has it. While it does, the window shows the
// frames of the film, which are drawn as render draws them: render --again makes the film again.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/io/video_format.hpp"
#include "app/io/output_file.hpp"
#include "app/shell/session.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/system/memory.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {

void Session::toggle_film() try {
    if (film_.recording()) return end_film();
    if (split_.is_asked_for())
        throw UsageError("two runs are not filmed beside each other: end the comparison (F4) first");
    const glm::ivec2 pixels = window_.framebuffer_size();
    const std::string ending = film_format_ == ".png" ? "-%05d.png" : film_format_;
    film_.start(name_by_time(ending), pixels.x, pixels.y);
    film_notes_ = {};
    char words[80];
    std::snprintf(words, sizeof words,
                  film_.is_exact() ? " at an even %g frames a second, however long each takes"
                                   : " in real time, %g frames a second",
                  VideoRecorder::frames_per_second);
    notices_.add("recording " + film_.file().string() + words + "; F10 ends it");
    trace_.event("film", {{"file", film_.file().string()},
                          {"state", "recording"},
                          {"times", film_.is_exact() ? "exact" : "real"}});
} catch (const std::exception& error) {
    notices_.add(in_words(error));
}

void Session::end_film() {
    film_.stop(film_comment());
}

// True when this frame is the film's next one. Where time rests it films the picture as it is.
bool Session::advance_to_video_frame(const FrameTime& frame) {
    const glm::ivec2 pixels = window_.framebuffer_size();
    film_wait_ += frame.seconds;
    if (!film_.is_exact() && !is_held()) loaded_.particle_source().frames().advance(parameters_, frame);
    if (!film_.due(frame.seconds) || pixels.x == 0) return false;
    if (!film_.fits(pixels.x, pixels.y)) {
        notices_.add("the film ends: the window has another size now");
        end_film();
        return false;
    }
    FrameTime since_last = frame;
    since_last.seconds = std::exchange(film_wait_, 0);
    if (!film_.is_exact() || is_held()) return true;
    ParticleSource& source = loaded_.particle_source();
    if (source.transport().playing())
        return source.frames().advance_to_video_frame(VideoRecorder::frame_seconds, parameters_, since_last);
    source.frames().advance(parameters_, since_last);
    return true;
}

double Session::own_seconds() const {
    if (!film_.recording() || !film_.is_exact()) return clock_.seconds();
    return film_frame_ ? VideoRecorder::frame_seconds : 0;
}

// The run that is filmed is another one than before: other bodies, or a time line of its own.
bool Session::is_other_run() const {
    const RunHistory* const line = loaded_.particle_source().checkpoints().run_history();
    return film_notes_.bodies != loaded_.initial().particles.ids.data() ||
           film_notes_.first_step != (line ? line->start().steps : 0);
}

// What the film's next run goes on from: its source, where it began there; else a state file beside the film.
// Where none can be written the film goes on, and cannot be made again.
std::string Session::begin_filmed_run() {
    const SceneSetup& initial = loaded_.initial();
    ParticleSource& source = loaded_.particle_source();
    const RunHistory* const line = source.checkpoints().run_history();
    const bool is_first = film_notes_.words.empty();
    film_notes_.bodies = initial.particles.ids.data();
    film_notes_.first_step = line ? line->start().steps : 0;
    const bool from_source =
        is_first && !start_ && !initial.resumed && film_notes_.first_step == 0 && initial.course.done == 0;
    if (is_first) {
        const SolverSlot* const slot = source.solver_slot();
        film_notes_.initial = loaded_.held_initial();
        film_notes_.parameters = parameters_;
        film_notes_.solver = slot ? saved_solver(device_context_, slot->choice()) : SavedSolver{};
        const glm::ivec2 pixels = window_.framebuffer_size();
        film_notes_.words = {"render"};
        std::vector<std::string>& words = film_notes_.words;
        if (from_source || source.series()) {
            const std::vector<std::string> shown = command_words(present_view(), assets_);
            words.insert(words.end(), shown.begin(), shown.end());
        } else if (!options_.device.names.empty()) {
            words.insert(words.end(), {"--device", options_.device.names});
        }
        words.insert(words.end(),
                     {"--size", std::to_string(pixels.x) + "x" + std::to_string(pixels.y), "--fps",
                      std::to_string(static_cast<int>(VideoRecorder::frames_per_second))});
    }
    if (from_source || !source.limits().fits_state_file) return {};
    std::filesystem::path file = film_.file();
    if (FilePattern::matches(file)) file = FilePattern{file}.without_number(".milkomeda");
    file = unused_name(file.replace_extension(".milkomeda"));
    tools_.let_go(loaded_);  // a file has no galaxy where a hand shows it
    source.frames().finish_step(parameters_);
    const auto state = std::make_shared<const Checkpoint>(source.checkpoints().make_checkpoint());
    try {
        write_saved_state(file, saved_state(held(state)));
    } catch (const FileError& error) {
        film_notes_.why_not_again = error.what();
        return {};
    }
    return file.filename().string();
}

// What this frame shows; `times`: as many frames of the film are it.
void Session::note_film_frame(int times) {
    ParticleSource& source = loaded_.particle_source();
    VideoFrame frame;
    if (film_notes_.words.empty() || is_other_run()) {
        frame.start = begin_filmed_run();
        if (film_notes_.start.empty() && film_notes_.frames == 0) film_notes_.start = frame.start;
    }
    const RunHistory* const line = source.checkpoints().run_history();
    const SimulationStatus status = source.frames().status();
    frame.steps = status.steps;
    frame.time = loaded_.shown_time();
    frame.ahead =
        source.frames().is_between_steps() ? loaded_.moment().time_offset : loaded_.shown_time() - status.time;
    RunHistory::Changes changes = line ? line->changes() : RunHistory::Changes{};
    std::erase_if(changes, [&](const auto& change) { return change.from.steps >= status.steps; });
    const std::size_t count = changes.size();
    frame.changes = {std::make_shared<const RunHistory::Changes>(std::move(changes)), count};
    frame.camera = shown_camera();
    frame.look = look_;
    frame.show = annotations_.shown;
    frame.shown = loaded_.initial().shown;
    if (const auto slice = slice_.shown()) frame.slice = {*slice, parameters_.gravity, parameters_.softening};
    const long trail_changes = annotations_.trail_changes();
    if (film_notes_.frames == 0 || film_notes_.trail_changes != trail_changes)
        frame.trails = annotations_.trails_in(loaded_.initial().particles);
    film_notes_.trail_changes = trail_changes;
    if (const std::string& limit = source.limits().video_recipe; !limit.empty())
        film_notes_.why_not_again = limit;
    if (tools_.holds()) film_notes_.why_not_again = "what was done to a galaxy in the hand is no part of it";
    for (int i = 0; i < times; ++i) {
        film_notes_.script.add(frame);
        frame.start.clear();
        frame.trails.reset();
    }
    film_notes_.frames += times;
}

std::string Session::film_comment() {
    if (film_notes_.words.empty()) return {};
    const std::string& why_not = film_notes_.why_not_again;
    if (!why_not.empty()) notices_.add("render --again does not make this film: " + why_not);
    return provenance({film_notes_.words, *film_notes_.initial, film_notes_.parameters, film_notes_.solver,
                       options_.scene.seed, film_notes_.start, why_not.empty() ? &film_notes_.script : nullptr, "",
                       why_not});
}

void Session::tell(const std::optional<VideoRecorder::Done>& film) {
    if (!film) return;
    char length[64];
    std::snprintf(length, sizeof length, "%.1f s, %ld frames",
                  static_cast<double>(film->frames) * VideoRecorder::frame_seconds, film->frames);
    if (film->error.empty())
        notices_.add("film: " + film->file.string() + ", " + length);
    else
        notices_.add("no film: " + film->error);
    trace_.event("film", {{"file", film->file.string()},
                          {"state", film->error.empty() ? "whole" : "failed"},
                          {"frames", film->frames}});
    film_notes_ = {};
    film_target_.reset();
    release_unused_memory();
}

// One entry for each format; the one that is chosen says so.
std::vector<Control> Session::film_format_controls() {
    std::vector<Control> entries;
    const auto entry = [&](const std::string& extension, const std::string& name) {
        entries.push_back({.menu = Menu::file,
                           .title = name,
                           .keys = "",
                           .act = [this, extension] { film_format_ = extension; },
                           .is_on = [this, extension] { return film_format_ == extension; }});
    };
    for (const VideoFormat& format : video_formats())
        entry(std::string{format.extension}, std::string{format.name});
    entry(".png", "PNG, numbered pictures");
    return entries;
}

}  // namespace milkomeda
