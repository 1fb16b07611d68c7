#include "app/shell/state_writer.hpp"

#include <fmt/format.h>
#include <chrono>
#include <cstdio>
#include <new>
#include <utility>

#include "app/io/output_file.hpp"
#include "data/base/parallel.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

constexpr const char* too_small = "no file is saved: this machine's memory is too small for a copy of the bodies";

}  // namespace

void StateWriter::request(const std::string& file) {
    if (file.empty()) throw std::runtime_error("no file is saved: the file has no name");
    require_particle_output(file, "");
    wanted_ = file;
}

void StateWriter::advance(const LoadedScene& loaded, const CheckpointRequester& complete, Notices& notices,
                          Trace& trace) try {
    const bool written = writing_.valid() && writing_.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    if (written) report(writing_.get(), notices, trace);
    if (!wanted_ || writing_.valid() || !loaded.particle_source().frames().is_between_steps()) return;
    // If the device fails during this checkpoint, the request remains in `wanted_` for the next device.
    if (format_for_writing(*wanted_).name == state_format && !loaded.initial().mixed) {
        CheckpointRequest run =
            complete(std::make_shared<const Checkpoint>(loaded.particle_source().checkpoints().make_checkpoint()));
        const std::filesystem::path file = *std::exchange(wanted_, std::nullopt);
        writing_ = in_background([file, run = std::move(run)] { return write_state(file, run); });
        return;
    }
    ParticleSet now = loaded.particle_source().frames().read();
    const std::filesystem::path file = unused_name(*std::exchange(wanted_, std::nullopt));
    writing_ = in_background([file, now = std::move(now)] { return write(file, now); });
} catch (const std::bad_alloc&) {
    wanted_.reset();
    notices.add(too_small);
}

void StateWriter::finish(LoadedScene& loaded, const SimulationParameters& parameters,
                         const CheckpointRequester& complete, Notices& notices, Trace& trace) {
    while (wanted_ || writing_.valid()) {
        loaded.particle_source().frames().finish_step(parameters);
        if (writing_.valid()) writing_.wait();
        advance(loaded, hold, notices, trace);
    }
}

void StateWriter::finish_writing(Notices& notices, Trace& trace) {
    if (writing_.valid()) report(writing_.get(), notices, trace);
    if (wanted_) notices.add(fmt::format("{} is not saved, because the current step has not ended", wanted_->string()));
}

void StateWriter::report(const Written& done, Notices& notices, Trace& trace) {
    if (!done.error.empty()) return notices.add(done.error);
    notices.add(fmt::format("saved {}: {} bodies, t = {:.2f} ({}), {}{}", done.file.string(), done.bodies, done.time,
                            format_time(done.time), done.format, done.lost.empty() ? "" : "; " + done.lost));
    trace.event("saved",
                {{"file", done.file.string()}, {"bodies", done.bodies}, {"time", done.time}, {"format", done.format}});
}

StateWriter::Written StateWriter::failed(const std::exception& error) {
    Written nothing;
    nothing.error = dynamic_cast<const std::bad_alloc*>(&error) ? too_small : error.what();
    return nothing;
}

StateWriter::Written StateWriter::write(const std::filesystem::path& file, const ParticleSet& particles) try {
    const ParticleFormat& format = format_for_writing(file);
    write_particles(file, particles);
    return {file, particles.size(), particles.time, std::string{format.name}, lost_components(format, particles), ""};
} catch (const std::exception& error) {
    return failed(error);
}

StateWriter::Written StateWriter::write_state(const std::filesystem::path& file, const CheckpointRequest& run) try {
    const std::filesystem::path name = write_saved_state(file, saved_state(run), Existing::kept);
    return {name, run.initial->particles.size(), run.state->time, std::string{state_format}, "", ""};
} catch (const std::exception& error) {
    return failed(error);
}

}  // namespace milkomeda
