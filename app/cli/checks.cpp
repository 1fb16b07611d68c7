#include "app/cli/checks.hpp"

namespace milkomeda {
namespace {

void require(bool holds, const char* message) {
    if (!holds) throw UsageError(message);
}

void exclude(bool one, const char* first, bool other, const char* second) {
    if (one && other) throw UsageError(std::string{first} + " and " + second + " exclude each other");
}

// What the camera may do one at a time.
void check(const CameraOverrides& camera) {
    const bool placed = camera.position || camera.distance || camera.target;
    exclude(camera.sky, "--sky", !camera.follow.empty(), "--follow");
    exclude(camera.sky, "--sky", camera.path, "--path");
    exclude(camera.path, "--path", !camera.follow.empty(), "--follow");
    exclude(camera.path, "--path", placed || camera.yaw || camera.pitch, "--camera");
    require(!camera.sky || !placed,
            "--camera: from the sky only yaw and pitch can be chosen, the place is the star's");
    require(!camera.sky || camera.projection != Projection::orthographic,
            "--sky has no orthographic projection; there are perspective, hammer, dome");
}

}  // namespace

void check(const Options& options) {
    const double rate = options.frames_per_second.value_or(1);
    require(rate >= 0.01 && rate <= 1000, "--fps must lie between 0.01 and 1000");
    require(!options.every || *options.every > 0, "--every must be more than 0");
    require(options.diagnostics_every > 0, "--diagnostics-every must be more than 0");
    require(options.selection.bodies != std::size_t{0}, "--bodies must be at least 1");
    const bool draws = options.bench_subject == BenchSubject::draw;
    require(options.command != Command::bench || draws ||
                (options.bench_modes.empty() && !options.width && !options.detail),
            "--mode, --size and --detail are for bench draw");
    require(!draws || (options.device.empty() && !options.retune && options.plot.empty()),
            "bench draw takes no --device, --retune, --plot");
    const bool has_course_form =
        options.bench_subject == BenchSubject::potential || options.bench_subject == BenchSubject::matrix;
    require(!has_course_form || (!options.retune && options.plot.empty()),
            "bench potential and bench matrix take no --retune, --plot");
    require(options.bench_subject != BenchSubject::mixed || !options.retune, "bench mixed takes no --retune");
    require(options.bench_subject != BenchSubject::build || (options.csv.empty() && options.plot.empty()),
            "bench build takes no --csv, --plot");
    require(options.bench_subject != BenchSubject::matrix || options.bench_bodies.empty(),
            "bench matrix takes no --bodies");
    const bool times_direct = options.bench_subject == BenchSubject::direct && !options.bench_full;
    require(!options.bench_seconds || (times_direct && *options.bench_seconds > 0),
            "--seconds is for bench direct without --full, and more than 0");
    require(options.every == std::nullopt || !options.output.empty() || !options.recording.empty(),
            "--every needs -o FILE or --record FILE");
    require(options.records_velocities || !options.recording.empty(), "--no-velocities is for --record");
    exclude(options.resume, "--resume", !options.settings, "--no-settings");
    exclude(options.resume, "--resume", options.source != Options{}.source, "a scene or file");
    check(options.camera);
}

}  // namespace milkomeda
