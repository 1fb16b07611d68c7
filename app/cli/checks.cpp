#include "app/cli/checks.hpp"

#include <fmt/format.h>

namespace milkomeda {
namespace {

void require(bool holds, const char* message) {
    if (!holds) throw UsageError(message);
}

void exclude(bool has_first, const char* first, bool has_second, const char* second) {
    if (has_first && has_second) throw UsageError(fmt::format("{} and {} exclude each other", first, second));
}

void check(const CameraOverrides& camera) {
    const bool placed = camera.position || camera.distance || camera.target;
    exclude(camera.sky, "--sky", !camera.follow.empty(), "--follow");
    exclude(camera.sky, "--sky", camera.path, "--path");
    exclude(camera.path, "--path", !camera.follow.empty(), "--follow");
    exclude(camera.path, "--path", placed || camera.yaw || camera.pitch, "--camera");
    require(!camera.sky || !placed,
            "--camera: with --sky, only yaw and pitch can be chosen, because the camera is at a star");
    require(!camera.sky || camera.projection != Projection::orthographic,
            "--sky has no orthographic projection; use perspective, hammer or dome");
}

}  // namespace

void check(const RenderOptions& options) {
    const double rate = options.frames_per_second.value_or(1);
    require(rate >= 0.01 && rate <= 1000, "--fps must lie between 0.01 and 1000");
}

void check(const SimulateOptions& options) {
    require(!options.every || *options.every > 0, "--every must be more than 0");
    require(options.diagnostics_every > 0, "--diagnostics-every must be more than 0");
    require(!options.every || !options.output.file.empty() || !options.recording.empty(),
            "--every needs -o FILE or --record FILE");
    require(options.records_velocities || !options.recording.empty(), "--no-velocities needs --record FILE");
}

void check(const BenchCommandOptions& options) {
    const auto measures = [&](BenchSubject subject) { return options.subject == subject; };
    const bool draws = measures(BenchSubject::draw), retune = options.device.retune;
    const bool csv = !options.csv.empty(), plot = !options.plot.empty();
    const PictureOptions& picture = options.picture;
    require(draws || (options.modes.empty() && !picture.width && !picture.detail),
            "only bench draw takes --mode, --size, --detail");
    require(!draws || (options.device.names.empty() && !retune && !plot),
            "bench draw takes no --device, --retune, --plot");
    require(!(measures(BenchSubject::potential) || measures(BenchSubject::matrix)) || (!retune && !plot),
            "bench potential and bench matrix take no --retune, --plot");
    require(!measures(BenchSubject::mixed) || !retune, "bench mixed takes no --retune");
    require(!measures(BenchSubject::build) || (!csv && !plot), "bench build takes no --csv, --plot");
    require(!measures(BenchSubject::matrix) || options.bodies.empty(), "bench matrix takes no --bodies");
    require(!options.seconds || (measures(BenchSubject::direct) && !options.full && *options.seconds > 0),
            "--seconds must be more than 0, and only bench direct without --full takes --seconds");
}

void check(const SceneOptions& scene, const ProgramOptions& program) {
    require(scene.selection.bodies != std::size_t{0}, "--bodies must be at least 1");
    exclude(scene.resume, "--resume", !program.saved_settings, "--no-settings");
    exclude(scene.resume, "--resume", scene.source != default_scene, "a scene or file");
    check(scene.camera);
}

}  // namespace milkomeda
