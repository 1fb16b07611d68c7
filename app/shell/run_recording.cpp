#include "app/shell/run_recording.hpp"

#include <fmt/format.h>
#include <limits>

#include "app/io/output_file.hpp"
#include "data/base/units.hpp"
#include "data/system/unused_name.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

void RunRecording::register_commands(CommandRegistry& registry) {
    registry.add(
        {Menu::file, 110, "Record the run", "Ctrl+E",
         "stores moments of the run in one file in the current folder; the file plays back without a device"},
        {.act = [this] { toggle(); },
         .is_on = [this] { return recorder_.recording(); },
         .says = no_notice,
         .why_disabled = [this] { return recorder_.recording() ? "" : run_.source().limits().run_recording; }});
}

void RunRecording::toggle() try {
    if (recorder_.recording()) return recorder_.stop();
    ParticleSource& source = run_.source();
    const std::filesystem::path file = unused_name(name_by_time(".recording"));
    const SceneSetup& initial = run_.loaded.initial();
    const double now = source.frames().status().time, interval = RunRecorder::usual_interval;
    recorder_.start(file, initial.particles, RecordedColumns::all, now, interval, Existing::kept);
    bodies_ = initial.particles.ids.data();
    const std::size_t bodies = initial.particles.size();
    const double left = initial.until - now;  // negative if the run has passed the end of its scene
    const std::string plan =
        left > 0 ? recording_plan(file, bodies, left, interval, RecordedColumns::all)
                 : fmt::format("moments of {} each", size_text(recorded_bytes(bodies, 1, RecordedColumns::all)));
    screen_.notices.add(fmt::format("recording {}: {} at intervals of {} model time units{}; Ctrl+E ends the recording",
                                    file.string(), plan, short_number(interval),
                                    left > 0 ? ", until " + format_model_time(initial.until) : ""));
    screen_.trace.event("recording", {{"file", file.string()}, {"state", "recording"}});
} catch (const std::exception& error) {
    screen_.notices.fail(in_words(error));
}

void RunRecording::advance() {
    if (recorder_.recording() && run_.loaded.initial().particles.ids.data() != bodies_) {
        screen_.notices.add("the recording has ended, because the bodies of the run were replaced");
        recorder_.stop();
    }
    if (recorder_.recording() && !delays_run()) {
        ParticleSource& source = run_.source();
        if (source.frames().is_between_steps() &&
            recorder_.is_due(source.frames().status().time, run_.parameters.timestep))
            recorder_.add(source.frames().read());
    }
    report(recorder_.take_done());
}

double RunRecording::next_time() const {
    return recorder_.recording() ? recorder_.next_time() : std::numeric_limits<double>::infinity();
}

void RunRecording::report(const std::optional<RunRecorder::Done>& done) {
    if (!done) return;
    if (done->error.empty())
        screen_.notices.add(fmt::format("saved the recording {}: {} moments, {}", done->file.string(), done->moments,
                                        size_text(done->bytes)));
    else
        screen_.notices.fail(fmt::format("the recording has ended: {}", done->error));
    screen_.trace.event("recording", {{"file", done->file.string()},
                                      {"state", done->error.empty() ? "whole" : "failed"},
                                      {"moments", done->moments},
                                      {"bytes", static_cast<std::size_t>(done->bytes)}});
}

}  // namespace milkomeda
