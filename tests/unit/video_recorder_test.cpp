// The frame rate of a video recorded from a window, and the message at its end.
#include "app/capture/video_recorder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <set>
#include <thread>

#include "app/io/picture_file.hpp"
#include "data/files/small_file.hpp"
#include "tests/unit/ffmpeg_stand_in.hpp"

using namespace milkomeda;

namespace {

constexpr int width = 16, height = 16;
constexpr double frame = VideoRecorder::frame_seconds;

Image picture() { return {width, height, std::vector<std::uint8_t>(4 * width * height)}; }

// Adds `seconds` and returns whether the next video frame is due. Waits until the encoder has received the
// previous frame.
bool is_due(VideoRecorder& film, double seconds) {
    for (int waits = 0; waits < 1000 && !film.due(waits == 0 ? seconds : 0); ++waits)
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    return film.due(0);
}

VideoRecorder::Done done(VideoRecorder& film) {
    const auto told = film.finish();
    REQUIRE(told.has_value());
    return *told;
}

}  // namespace

TEST_CASE("a video has a fixed frame rate, whatever the frame rate of the window is") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo film >&3"};
    VideoRecorder film;
    CHECK_FALSE(film.due(1));  // No frame is due, because no recording is running.
    film.start(ffmpeg.file(), width, height);
    CHECK(film.recording());
    CHECK(film.fits(width, height));
    CHECK_FALSE(film.fits(width, height + 1));
    REQUIRE(film.due(0));  // The first frame of a video is due at once.
    film.add(picture());
    CHECK_FALSE(is_due(film, 0.5 * frame));
    CHECK(is_due(film, 0.5 * frame));
    film.add(picture());
    CHECK(is_due(film, 100));  // After a long delay only one frame is due; missed frames are not added.
    film.add(picture());
    CHECK(is_due(film, 0.1 * frame));
    film.add(picture());
    CHECK_FALSE(is_due(film, 0.1 * frame));
    CHECK(film.frames() == 4);
    CHECK(film.seconds() == doctest::Approx(4 * frame));
    const VideoRecorder::Done told = done(film);
    CHECK(told.error == "");
    CHECK(told.file == ffmpeg.file());
    CHECK(told.frames == 4);
    CHECK(std::filesystem::exists(ffmpeg.file()));
    CHECK_FALSE(film.recording());
    CHECK_FALSE(film.finish().has_value());
}

TEST_CASE("the video recorder reports how long the window took for its newest recorded frame") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo film >&3"};
    VideoRecorder film;
    film.start(ffmpeg.file(), width, height);
    is_due(film, 7);  // A window frame before the first video frame is not counted.
    CHECK(film.seconds_a_frame() == 0);
    film.add(picture());
    is_due(film, 1.25);
    CHECK(film.seconds_a_frame() == 1.25);
    is_due(film, 0.01);  // This window frame was too short to be recorded.
    CHECK(film.seconds_a_frame() == 1.25);
    done(film);
    film.start(ffmpeg.file(), width, height);
    CHECK(film.seconds_a_frame() == 0);
    done(film);
}

TEST_CASE("a video never replaces an existing file") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo film >&3"};
    std::ofstream{ffmpeg.file()} << "old";
    VideoRecorder film;
    film.start(ffmpeg.file(), width, height);
    CHECK(film.file().filename() == "film-2.mp4");
    film.add(picture());
    film.stop();
    CHECK(done(film).file.filename() == "film-2.mp4");
    CHECK(std::filesystem::file_size(ffmpeg.file()) == 3);
}

TEST_CASE("two videos started under one name become two files") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo film >&3"};
    VideoRecorder one, other;
    for (VideoRecorder* film : {&one, &other}) {
        film->start(ffmpeg.file(), width, height);
        film->add(picture());
    }
    CHECK(done(one).file == ffmpeg.file());
    const VideoRecorder::Done told = done(other);
    CHECK(told.error == "");
    CHECK(told.file.filename() == "film-2.mp4");
    CHECK(std::filesystem::exists(told.file));
}

TEST_CASE("numbered pictures and their notes never replace existing files") {
    const FfmpegStandIn folder{""};
    const auto named = [&](const char* name) { return folder.file().parent_path() / name; };
    std::ofstream{named("f-00000.png")} << "mine";
    std::ofstream{named("f-2.json")} << "mine";
    VideoRecorder one, other;
    for (VideoRecorder* film : {&one, &other}) film->start(named("f-%05d.png"), width, height);
    CHECK(one.file().filename() == "f-3-%05d.png");
    std::set<std::string> files;
    for (VideoRecorder* film : {&one, &other}) {
        film->add(picture());
        const auto told = film->finish("{}");
        REQUIRE(told.has_value());
        CHECK(told->error == "");
        files.insert(told->file.filename());
    }
    CHECK(files == std::set<std::string>{"f-3-%05d.png", "f-3-2-%05d.png"});
    for (const char* name : {"f-3-00000.png", "f-3.json", "f-3-2-00000.png", "f-3-2.json"})
        CHECK_MESSAGE(std::filesystem::exists(named(name)), name);
    CHECK(std::filesystem::file_size(named("f-00000.png")) == 4);
    CHECK(std::filesystem::file_size(named("f-2.json")) == 4);
}

TEST_CASE("a failed video reports its error once and leaves no file") {
    const FfmpegStandIn ffmpeg{"exit 1"};
    VideoRecorder film;
    film.start(ffmpeg.file(), width, height);
    for (int i = 0; i < 1000 && film.recording(); ++i)
        if (is_due(film, frame)) film.add(picture());
    CHECK_FALSE(film.recording());
    const auto told = film.take_done();
    REQUIRE(told.has_value());
    CHECK(told->error == "ffmpeg ended before the video was complete");
    CHECK_FALSE(film.take_done().has_value());
    CHECK_FALSE(std::filesystem::exists(ffmpeg.file()));
}

TEST_CASE("finishing a video without frames is reported as an error") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo film >&3"};
    VideoRecorder film;
    film.start(ffmpeg.file(), width, height);
    CHECK(done(film).error.ends_with("the video has no frames"));
}

TEST_CASE("without ffmpeg the error message says which package to install") {
    const FfmpegStandIn ffmpeg{""};
    setenv("PATH", "/nonexistent", 1);
    VideoRecorder film;
    CHECK_THROWS_WITH_AS(film.start(ffmpeg.file(), width, height), doctest::Contains("apt-get install ffmpeg"),
                         std::runtime_error);
    CHECK_FALSE(film.recording());
}

TEST_CASE("a picture that must keep an existing file takes the next free name") {
    const FfmpegStandIn folder{""};
    const std::filesystem::path seen = folder.file().replace_filename("seen.png");
    write_small_file(seen, "is here");
    const std::filesystem::path other = write_picture(seen, picture(), {}, Existing::kept);
    CHECK(other.filename() == "seen-2.png");
    CHECK(std::filesystem::exists(other));
    CHECK(read_small_file(seen) == "is here");
}
