// The session records a film of its picture: what is seen without panels, in a constant pace however slow the
// window is. While it does, the window shows the frames of the film.
#include <cstdio>
#include <utility>

#include "app/output/output_file.hpp"
#include "app/view/session.hpp"
#include "compute/device/opencl_error.hpp"

namespace milkomeda {

void Session::toggle_film() try {
    if (film_.recording()) return film_.stop();
    if (split_.is_asked_for())
        throw UsageError("two runs are not filmed beside each other: end the comparison (F4) first");
    const glm::ivec2 pixels = window_.framebuffer_size();
    film_.start(name_by_time(".mp4"), pixels.x, pixels.y);
    char words[64];
    std::snprintf(words, sizeof words, " at an even %g frames a second; F9 ends it",
                  FilmRecorder::frames_per_second);
    notices_.add("recording " + film_.file().string() + words);
    trace_.event("film", {{"file", film_.file().string()}, {"state", "recording"}});
} catch (const std::exception& error) {
    notices_.add(in_words(error));
}

// True when this frame is the film's next one. Paused, it films the picture as it is.
bool Session::advance_film(const FrameTime& frame) {
    const glm::ivec2 pixels = window_.framebuffer_size();
    film_wait_ += frame.seconds;
    if (!film_.due(frame.seconds) || pixels.x == 0) return false;
    if (!film_.fits(pixels.x, pixels.y)) {
        notices_.add("the film ends: the window has another size now");
        film_.stop();
        return false;
    }
    FrameTime since_last = frame;
    since_last.seconds = std::exchange(film_wait_, 0);
    Motion& motion = loaded_.motion();
    if (motion.playing()) return motion.advance_film(FilmRecorder::frame_seconds, parameters_, since_last);
    motion.advance(parameters_, since_last);
    return true;
}

double Session::own_seconds() const {
    if (!film_.recording()) return clock_.seconds();
    return film_frame_ ? FilmRecorder::frame_seconds : 0;
}

void Session::tell(const std::optional<FilmRecorder::Done>& film) {
    if (!film) return;
    char length[64];
    std::snprintf(length, sizeof length, "%.1f s, %ld frames",
                  static_cast<double>(film->frames) * FilmRecorder::frame_seconds, film->frames);
    if (film->error.empty())
        notices_.add("film: " + film->file.string() + ", " + length);
    else
        notices_.add("no film: " + film->error);
    trace_.event("film", {{"file", film->file.string()},
                          {"state", film->error.empty() ? "whole" : "failed"},
                          {"frames", film->frames}});
}

}  // namespace milkomeda
