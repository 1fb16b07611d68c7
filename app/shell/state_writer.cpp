#include "app/shell/state_writer.hpp"

#include <fmt/format.h>
#include <new>
#include <utility>

#include "app/io/output_file.hpp"
#include "app/shell/screen.hpp"
#include "app/shell/view_state.hpp"
#include "data/base/parallel.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/system/unused_name.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr const char* too_small = "no file is saved: this machine's memory is too small for a copy of the bodies";

std::string message_of(const std::exception& error) {
    return dynamic_cast<const std::bad_alloc*>(&error) ? too_small : error.what();
}

}  // namespace

void StateFileWriter::request(const std::string& file, Then then) {
    if (file.empty()) throw std::runtime_error("no file is saved: the file has no name");
    require_particle_output(file, "");
    wanted_ = file;
    then_ = std::move(then);
}

void StateFileWriter::advance() try {
    if (is_ready(writing_)) report(writing_.get());
    ParticleSource& source = run_.source();
    // A run that was paused during a step completes the step.
    if (wanted_ && !source.frames().is_between_steps() && !source.transport().moving()) source.transport().step();
    if (!wanted_ || writing_.valid() || !source.frames().is_between_steps()) return;
    writing_then_ = then_;
    // If the device fails during this checkpoint, the request remains in `wanted_` for the next device.
    if (format_for_writing(*wanted_).name == state_format && !run_.loaded.initial().mixed) {
        auto state = std::make_shared<const Checkpoint>(source.checkpoints().make_checkpoint());
        CheckpointRequest request = checkpoint_request(run_, view_, std::move(state));
        const std::filesystem::path file = *std::exchange(wanted_, std::nullopt);
        writing_ = in_background([file, request = std::move(request)] { return write_state(file, request); });
        return;
    }
    ParticleSet now = source.frames().read();
    const std::filesystem::path file = unused_name(*std::exchange(wanted_, std::nullopt));
    writing_ = in_background([file, now = std::move(now)] { return write(file, now); });
} catch (const std::bad_alloc&) {
    wanted_.reset();
    report({.error = too_small});
}

void StateFileWriter::finish() {
    while (wanted_ || writing_.valid()) {
        run_.source().checkpoints().finish_step(run_.parameters);
        if (writing_.valid()) writing_.wait();
        advance();
    }
}

void StateFileWriter::finish_writing() {
    if (writing_.valid()) report(writing_.get());
    if (wanted_)
        screen_.notices.fail(fmt::format("{} is not saved, because the current step has not ended", wanted_->string()));
}

void StateFileWriter::report(const Written& done) {
    if (writing_then_) return std::exchange(writing_then_, {})(done.file, done.error);
    if (!done.error.empty()) return screen_.notices.fail(done.error);
    screen_.notices.add(fmt::format("saved {}: {} bodies, {} ({}), {}{}", done.file.string(), count_text(done.bodies),
                                    format_model_time(done.time), format_time(done.time), done.format,
                                    done.lost.empty() ? "" : "; " + done.lost));
    screen_.trace.event(
        "saved", {{"file", done.file.string()}, {"bodies", done.bodies}, {"time", done.time}, {"format", done.format}});
}

StateFileWriter::Written StateFileWriter::write(const std::filesystem::path& file, const ParticleSet& particles) try {
    const ParticleFormat& format = format_for_writing(file);
    write_particles(file, particles);
    return {file, particles.size(), particles.time, std::string{format.name}, lost_components(format, particles), ""};
} catch (const std::exception& error) {
    return {.error = message_of(error)};
}

StateFileWriter::Written StateFileWriter::write_state(const std::filesystem::path& file,
                                                      const CheckpointRequest& request) try {
    const std::filesystem::path name = write_saved_state(file, saved_state(request), Existing::kept);
    return {name, request.initial->particles.size(), request.state->time, std::string{state_format}, "", ""};
} catch (const std::exception& error) {
    return {.error = message_of(error)};
}

}  // namespace milkomeda
