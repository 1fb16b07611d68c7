#include "app/io/run_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "data/base/parallel.hpp"
#include "data/text/error_message.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

RunRecorder::~RunRecorder() { stop(); }

void RunRecorder::start(const std::filesystem::path& file, const ParticleSet& bodies, RecordedColumns columns,
                        double first_time, double interval, Existing existing) {
    if (works()) throw std::runtime_error("the previous recording is still being written");
    auto writer = std::make_unique<RecordingWriter>(file, bodies, columns, existing);
    file_ = file;
    moments_ = 0;
    first_time_ = first_time;
    interval_ = interval;
    const auto queue = std::make_shared<Queue>();
    writing_ = in_thread(
        [writer = std::move(writer), file, queue]() mutable { return write(std::move(writer), file, queue); });
    queue_ = queue;
}

void RunRecorder::stop() {
    if (!queue_) return;
    {
        const std::lock_guard lock{queue_->mutex};
        queue_->ends = true;
    }
    queue_->changed.notify_all();
    queue_.reset();
}

std::uint64_t RunRecorder::bytes() const {
    if (!queue_) return 0;
    const std::lock_guard lock{queue_->mutex};
    return queue_->bytes;
}

bool RunRecorder::queue_is_full() const {
    if (!queue_) return false;
    const std::lock_guard lock{queue_->mutex};
    return queue_->is_full();
}

void RunRecorder::add(ParticleSet moment) {
    std::unique_lock lock{queue_->mutex};
    queue_->changed.wait(lock, [this] { return !queue_->is_full(); });
    // If the run has advanced by several intervals since the last recorded moment, skips the missed moments.
    const double passed = std::floor((moment.time - next_time()) / interval_ + 1e-6);
    if (passed > 0) first_time_ += passed * interval_;
    ++moments_;
    queue_->moments.push_back(std::move(moment));
    queue_->changed.notify_all();
}

RunRecorder::Done RunRecorder::write(std::unique_ptr<RecordingWriter> writer, std::filesystem::path file,
                                     std::shared_ptr<Queue> queue) {
    Done done;
    done.file = std::move(file);
    try {
        for (;;) {
            ParticleSet moment;
            {
                std::unique_lock lock{queue->mutex};
                queue->changed.wait(lock, [&] { return queue->ends || !queue->moments.empty(); });
                if (queue->moments.empty()) break;
                moment = std::move(queue->moments.front());
                queue->moments.pop_front();
            }
            queue->changed.notify_all();
            writer->add(moment.time, moment.positions, moment.velocities);
            ++done.moments;
            const std::lock_guard lock{queue->mutex};
            queue->bytes = writer->bytes();
        }
        writer->finish();
        done.file = writer->file();
        done.bytes = writer->bytes();
    } catch (const std::exception& error) {
        done.error = message_of(error);
        const std::lock_guard lock{queue->mutex};
        queue->has_failed = true;
    }
    queue->changed.notify_all();
    return done;
}

std::optional<RunRecorder::Done> RunRecorder::take_done() {
    if (!is_ready(writing_)) return {};
    queue_.reset();
    return writing_.get();
}

std::optional<RunRecorder::Done> RunRecorder::finish() {
    stop();
    if (!writing_.valid()) return {};
    return writing_.get();
}

std::string recording_plan(const std::filesystem::path& file, std::size_t bodies, double duration, double interval,
                           RecordedColumns columns) {
    const auto moments = static_cast<std::size_t>(std::max(0.0, std::floor(duration / interval + 1e-6))) + 1;
    const std::uint64_t bytes = recorded_bytes(bodies, moments, columns);
    std::error_code error;
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    const std::filesystem::space_info disk = std::filesystem::space(folder, error);
    const bool is_too_large = !error && disk.available < bytes;
    return fmt::format("about {}, {} moments of {} bodies{}", size_text(bytes), moments, bodies,
                       is_too_large ? "; the disk has room for " + size_text(disk.available) : "");
}

}  // namespace milkomeda
