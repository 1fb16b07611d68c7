#include "app/shell/run_recording.hpp"

#include <limits>

#include "app/cli/usage_error.hpp"
#include "app/io/output_file.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/system/unused_name.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

void RunRecording::register_commands(CommandRegistry& registry) {
    registry.add({.menu = Menu::file,
                  .title = "Record the run",
                  .keys = "Ctrl+E",
                  .detail = "stores snapshots of the run in one file in the current folder; the file plays "
                            "back without a device",
                  .presses = {with_control(U'e')},
                  .act = [this] { toggle(); },
                  .is_on = [this] { return recorder_.recording(); },
                  .says = [] { return std::string{}; },
                  .place = 110});
}

void RunRecording::toggle() try {
    if (recorder_.recording()) return recorder_.stop();
    ParticleSource& source = run_.source();
    require_possible(source.limits().run_recording);
    const std::filesystem::path file = unused_name(name_by_time(".recording"));
    const SceneSetup& initial = run_.loaded.initial();
    const double now = source.frames().status().time, interval = RunRecorder::usual_interval;
    recorder_.start(file, initial.particles, RecordedColumns::all, now, interval, Existing::kept);
    bodies_ = initial.particles.ids.data();
    screen_.notices.add(
        "recording " + file.string() + ", a moment every " + short_number(interval) + ": " +
        recording_plan(file, initial.particles.size(), initial.until - now, interval, RecordedColumns::all) +
        " until t = " + short_number(initial.until) + "; Ctrl+E ends it");
    screen_.trace.event("recording", {{"file", file.string()}, {"state", "recording"}});
} catch (const std::exception& error) {
    screen_.notices.add(in_words(error));
}

void RunRecording::advance() {
    if (recorder_.recording() && run_.loaded.initial().particles.ids.data() != bodies_) {
        screen_.notices.add("the recording ends: the run has other bodies now");
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
        screen_.notices.add("recording: " + done->file.string() + ", " + std::to_string(done->moments) + " moments, " +
                            size_text(done->bytes));
    else
        screen_.notices.add("the recording ends: " + done->error);
    screen_.trace.event("recording", {{"file", done->file.string()},
                                      {"state", done->error.empty() ? "whole" : "failed"},
                                      {"moments", done->moments},
                                      {"bytes", static_cast<std::size_t>(done->bytes)}});
}

}  // namespace milkomeda
