#include "app/capture/video_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "data/base/parallel.hpp"
#include "data/text/error_message.hpp"

namespace milkomeda {

void VideoRecorder::start(const std::filesystem::path& file, int width, int height) {
    if (ending_.valid()) throw std::runtime_error("the previous video is still being written");
    sink_ = open_frame_sink(unused_video_name(file), width, height, frames_per_second, Existing::kept);
    file_ = sink_->file();
    width_ = width, height_ = height;
    in_real_time_ = real_time;
    frames_ = 0;
    waited_ = frame_seconds;
    seconds_a_frame_ = 0;
    is_video_frame_ = false;
}

// Completes the video in a thread, because ffmpeg may still have to encode frames of a whole second.
void VideoRecorder::stop(const std::string& comment) {
    if (!recording()) return;
    ending_ = in_background([comment, sink = std::exchange(sink_, nullptr), taking_in = std::move(taking_in_),
                             done = Done{file_, frames_, ""}]() mutable {
        try {
            if (taking_in.valid()) taking_in.get();
            sink->finish(comment);
        } catch (const std::exception& error) {
            done.error = failure_of(message_of(error), *sink);
        }
        done.file = sink->file();
        return done;
    });
}

bool VideoRecorder::due(double window_seconds) {
    // Upper limit of `waited_` in seconds, for exact frame times: a slow window frame makes at most two video frames
    // due.
    constexpr double most_waited = 2 * frame_seconds;
    waited_ += window_seconds;
    if (std::exchange(is_video_frame_, false)) seconds_a_frame_ = window_seconds;
    if (!in_real_time_) waited_ = std::min(waited_, most_waited);
    // A video frame may be early by this time in seconds, because window frames rarely end exactly when a video frame
    // is due.
    constexpr double early = 0.1 * frame_seconds;
    return recording() && waited_ > frame_seconds - early && (!taking_in_.valid() || is_ready(taking_in_));
}

int VideoRecorder::add(Image frame) try {
    if (!recording()) return 0;
    const int times =
        in_real_time_ ? std::max(1, static_cast<int>(std::lround(std::floor(waited_ / frame_seconds)))) : 1;
    waited_ -= times * frame_seconds;
    if (taking_in_.valid()) taking_in_.get();
    frames_ += times;
    is_video_frame_ = true;
    taking_in_ = in_background([sink = sink_, image = std::move(frame), times] {
        for (int i = 0; i < times; ++i) sink->add(image);
    });
    return times;
} catch (const std::exception& error) {  // ffmpeg has failed: the video ends
    std::promise<Done> told;
    told.set_value({file_, frames_, failure_of(message_of(error), *sink_)});
    ending_ = told.get_future();
    sink_.reset();
    return 0;
}

std::optional<VideoRecorder::Done> VideoRecorder::take_done() {
    if (!is_ready(ending_)) return std::nullopt;
    return ending_.get();
}

std::optional<VideoRecorder::Done> VideoRecorder::finish(const std::string& comment) {
    stop(comment);
    if (!ending_.valid()) return std::nullopt;
    return ending_.get();
}

}  // namespace milkomeda
