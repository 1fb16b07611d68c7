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

constexpr int frame_width = 16, frame_height = 16;
constexpr double seconds_per_frame = VideoRecorder::frame_seconds;

Image picture() { return {frame_width, frame_height, std::vector<std::uint8_t>(4 * frame_width * frame_height)}; }

// Adds `seconds` of wall-clock time and returns whether the next video frame is due. Waits until the encoder has
// received the previous frame.
bool is_due(VideoRecorder& video, double seconds) {
    for (int waits = 0; waits < 1000 && !video.due(waits == 0 ? seconds : 0); ++waits)
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    return video.due(0);
}

VideoRecorder::Done done(VideoRecorder& video) {
    const auto result = video.finish();
    REQUIRE(result.has_value());
    return *result;
}

}  // namespace

TEST_CASE("a recorded video has a fixed frame rate, independent of the frame rate of the window") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo video >&3"};
    VideoRecorder video;
    CHECK_FALSE(video.due(1));  // No frame is due, because no recording is running.
    video.start(ffmpeg.file(), frame_width, frame_height);
    CHECK(video.recording());
    CHECK(video.fits(frame_width, frame_height));
    CHECK_FALSE(video.fits(frame_width, frame_height + 1));
    REQUIRE(video.due(0));  // The first frame of a video is due at once.
    video.add(picture());
    CHECK_FALSE(is_due(video, 0.5 * seconds_per_frame));
    CHECK(is_due(video, 0.5 * seconds_per_frame));
    video.add(picture());
    CHECK(is_due(video, 100));  // After a long delay only one frame is due. Missed frames are not added.
    video.add(picture());
    CHECK(is_due(video, 0.1 * seconds_per_frame));
    video.add(picture());
    CHECK_FALSE(is_due(video, 0.1 * seconds_per_frame));
    CHECK(video.frames() == 4);
    CHECK(video.seconds() == doctest::Approx(4 * seconds_per_frame));
    const VideoRecorder::Done result = done(video);
    CHECK(result.error == "");
    CHECK(result.file == ffmpeg.file());
    CHECK(result.frames == 4);
    CHECK(std::filesystem::exists(ffmpeg.file()));
    CHECK_FALSE(video.recording());
    CHECK_FALSE(video.finish().has_value());
}

TEST_CASE("the video recorder reports how long the window took for the newest recorded frame") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo video >&3"};
    VideoRecorder video;
    video.start(ffmpeg.file(), frame_width, frame_height);
    is_due(video, 7);  // A window frame before the first video frame is not counted.
    CHECK(video.seconds_a_frame() == 0);
    video.add(picture());
    is_due(video, 1.25);
    CHECK(video.seconds_a_frame() == 1.25);
    is_due(video, 0.01);  // This window frame was too short to be recorded.
    CHECK(video.seconds_a_frame() == 1.25);
    done(video);
    video.start(ffmpeg.file(), frame_width, frame_height);
    CHECK(video.seconds_a_frame() == 0);
    done(video);
}

TEST_CASE("a recorded video never replaces an existing file") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo video >&3"};
    std::ofstream{ffmpeg.file()} << "old";
    VideoRecorder video;
    video.start(ffmpeg.file(), frame_width, frame_height);
    CHECK(video.file().filename() == "video-2.mp4");
    video.add(picture());
    video.stop();
    CHECK(done(video).file.filename() == "video-2.mp4");
    CHECK(std::filesystem::file_size(ffmpeg.file()) == 3);
}

TEST_CASE("two videos recorded at the same time under one name become two files") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo video >&3"};
    VideoRecorder one, other;
    for (VideoRecorder* video : {&one, &other}) {
        video->start(ffmpeg.file(), frame_width, frame_height);
        video->add(picture());
    }
    CHECK(done(one).file == ffmpeg.file());
    const VideoRecorder::Done result = done(other);
    CHECK(result.error == "");
    CHECK(result.file.filename() == "video-2.mp4");
    CHECK(std::filesystem::exists(result.file));
}

TEST_CASE("numbered pictures and their notes never replace existing files") {
    const FfmpegStandIn folder{""};
    const auto named = [&](const char* name) { return folder.file().parent_path() / name; };
    std::ofstream{named("f-00000.png")} << "mine";
    std::ofstream{named("f-2.json")} << "mine";
    VideoRecorder one, other;
    for (VideoRecorder* video : {&one, &other}) video->start(named("f-%05d.png"), frame_width, frame_height);
    CHECK(one.file().filename() == "f-3-%05d.png");
    std::set<std::string> files;
    for (VideoRecorder* video : {&one, &other}) {
        video->add(picture());
        const auto result = video->finish("{}");
        REQUIRE(result.has_value());
        CHECK(result->error == "");
        files.insert(result->file.filename());
    }
    CHECK(files == std::set<std::string>{"f-3-%05d.png", "f-3-2-%05d.png"});
    for (const char* name : {"f-3-00000.png", "f-3.json", "f-3-2-00000.png", "f-3-2.json"})
        CHECK_MESSAGE(std::filesystem::exists(named(name)), name);
    CHECK(std::filesystem::file_size(named("f-00000.png")) == 4);
    CHECK(std::filesystem::file_size(named("f-2.json")) == 4);
}

TEST_CASE("a failed video recording reports its error once and leaves no file") {
    const FfmpegStandIn ffmpeg{"exit 1"};
    VideoRecorder video;
    video.start(ffmpeg.file(), frame_width, frame_height);
    for (int i = 0; i < 1000 && video.recording(); ++i)
        if (is_due(video, seconds_per_frame)) video.add(picture());
    CHECK_FALSE(video.recording());
    const auto result = video.take_done();
    REQUIRE(result.has_value());
    CHECK(result->error == "ffmpeg ended before the video was complete");
    CHECK_FALSE(video.take_done().has_value());
    CHECK_FALSE(std::filesystem::exists(ffmpeg.file()));
}

TEST_CASE("finishing a video without frames is reported as an error") {
    const FfmpegStandIn ffmpeg{"cat >/dev/null; echo video >&3"};
    VideoRecorder video;
    video.start(ffmpeg.file(), frame_width, frame_height);
    CHECK(done(video).error.ends_with("the video has no frames"));
}

TEST_CASE("if ffmpeg is missing, the error message says which package to install") {
    const FfmpegStandIn ffmpeg{""};
    setenv("PATH", "/nonexistent", 1);
    VideoRecorder video;
    CHECK_THROWS_WITH_AS(video.start(ffmpeg.file(), frame_width, frame_height),
                         doctest::Contains("apt-get install ffmpeg"), std::runtime_error);
    CHECK_FALSE(video.recording());
}

TEST_CASE("a picture that must not replace an existing file takes the next unused name") {
    const FfmpegStandIn folder{""};
    const std::filesystem::path seen = folder.file().replace_filename("seen.png");
    write_small_file(seen, "is here");
    const std::filesystem::path other = write_picture(seen, picture(), {}, Existing::kept);
    CHECK(other.filename() == "seen-2.png");
    CHECK(std::filesystem::exists(other));
    CHECK(read_small_file(seen) == "is here");
}
