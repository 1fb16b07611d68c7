// The session records its run: moments of it, to be played back without computing them again.
#include <limits>

#include "app/io/output_file.hpp"
#include "app/shell/session.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/system/unused_name.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

void Session::toggle_recording() try {
    if (recorder_.recording()) return recorder_.stop();
    ParticleSource& source = loaded_.particle_source();
    require_possible(source.limits().run_recording);
    const std::filesystem::path file = unused_name(name_by_time(".recording"));
    const SceneSetup& initial = loaded_.initial();
    const double now = source.frames().status().time, interval = RunRecorder::usual_interval;
    recorder_.start(file, initial.particles, RecordedColumns::all, now, interval, Existing::kept);
    recorded_bodies_ = initial.particles.ids.data();
    notices_.add(
        "recording " + file.string() + ", a moment every " + short_number(interval) + ": " +
        recording_plan(file, initial.particles.size(), initial.until - now, interval, RecordedColumns::all) +
        " until t = " + short_number(initial.until) + "; Ctrl+E ends it");
    trace_.event("recording", {{"file", file.string()}, {"state", "recording"}});
} catch (const std::exception& error) {
    notices_.add(in_words(error));
}

// Other bodies would be another recording.
void Session::advance_recording() {
    if (recorder_.recording() && loaded_.initial().particles.ids.data() != recorded_bodies_) {
        notices_.add("the recording ends: there are other bodies now");
        recorder_.stop();
    }
    if (waits_for_recorder() || !recorder_.recording()) return tell(recorder_.take_done());
    ParticleSource& source = loaded_.particle_source();
    if (source.frames().is_between_steps() &&
        recorder_.is_due(source.frames().status().time, parameters_.timestep))
        recorder_.add(source.frames().read());
    tell(recorder_.take_done());
}

// The run waits where the disk is slower than it.
bool Session::waits_for_recorder() const {
    return recorder_.recording() && !recorder_.has_room();
}

double Session::next_recorded_time() const {
    return recorder_.recording() ? recorder_.next_time() : std::numeric_limits<double>::infinity();
}

void Session::tell(const std::optional<RunRecorder::Done>& done) {
    if (!done) return;
    const std::string what = std::to_string(done->moments) + " moments, " + size_text(done->bytes);
    if (done->error.empty())
        notices_.add("recording: " + done->file.string() + ", " + what);
    else
        notices_.add("the recording ends: " + done->error);
    trace_.event("recording", {{"file", done->file.string()},
                               {"state", done->error.empty() ? "whole" : "failed"},
                               {"moments", done->moments},
                               {"bytes", static_cast<std::size_t>(done->bytes)}});
}

}  // namespace milkomeda
