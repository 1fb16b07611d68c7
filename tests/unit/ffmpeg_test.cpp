// These tests check how the program handles faulty ffmpeg programs. Each faulty ffmpeg is a shell script in a test.
#include "app/io/ffmpeg.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "data/system/atomic_file.hpp"
#include "tests/unit/ffmpeg_stand_in.hpp"

using namespace milkomeda;

namespace {

// Encodes a few frames, each larger than a pipe buffer, with this script as ffmpeg. Returns the error message.
std::string failure_of(const std::string& script) {
    const FfmpegStandIn stand_in{script};
    constexpr int width = 200, height = 200;
    const std::vector<std::uint8_t> frame(4 * width * height);
    try {
        const AtomicFile file{stand_in.file()};
        Ffmpeg ffmpeg{file.descriptor(), video_formats().front(), width, height, 60, std::chrono::seconds{2}};
        for (int i = 0; i < 3; ++i) ffmpeg.write(frame);
        ffmpeg.finish();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

Descriptor file_in_memory(const std::string& content, int least_number) {
    const Descriptor file{memfd_create("video", MFD_CLOEXEC)};
    REQUIRE(write(file, content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    return Descriptor{fcntl(file, F_DUPFD_CLOEXEC, least_number)};
}

// Calls copy_complete() with files whose descriptors are `video_number` and `output_number`, or the next unused
// numbers. Returns the content of the output file.
std::string completed_output(int video_number, int output_number) {
    const FfmpegStandIn stand_in{"cat /proc/self/fd/5 /proc/self/fd/4 >/proc/self/fd/3"};
    const Descriptor video = file_in_memory("video", video_number), output = file_in_memory("", output_number);
    Ffmpeg::copy_complete(video, output, video_formats().front(), "made so");
    std::string content(100, '\0');
    content.resize(static_cast<std::size_t>(pread(output, content.data(), content.size(), 0)));
    return content;
}

bool ends(pid_t process) {
    for (int waits = 0; waits < 500 && kill(process, 0) == 0; ++waits)
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    return kill(process, 0) != 0;
}

const std::string stalls = "ffmpeg was stopped, because ffmpeg neither read nor wrote any data for 2 seconds";

}  // namespace

TEST_CASE("an ffmpeg process that reads no frames is ended") { CHECK(failure_of("exec sleep 1000") == stalls); }

TEST_CASE("an ffmpeg process that does not exit is ended") {
    CHECK(failure_of("cat >/dev/null; exec sleep 1000") == stalls);
    CHECK(failure_of("cat >/dev/null; echo some >&3; exec sleep 1000") == stalls);
}

TEST_CASE("an ffmpeg process that reports success without output causes an error message") {
    CHECK(failure_of("cat >/dev/null") == "ffmpeg reported success but produced no output");
    CHECK(failure_of("cat >/dev/null; rm -f video.mp4; exit 0") == "ffmpeg reported success but produced no output");
}

TEST_CASE("a slow ffmpeg process that makes progress is not ended") {
    CHECK(failure_of("cat >/dev/null; for i in 1 2 3 4 5 6 7 8; do sleep 0.5; echo $i >&3; done") == "");
}

TEST_CASE("child processes of an ffmpeg script are ended together with the script") {
    const std::filesystem::path note = std::filesystem::temp_directory_path() / ("sleeper-" + std::to_string(getpid()));
    CHECK(failure_of("sleep 1000 & echo $! >" + note.string() + "; wait") == stalls);
    pid_t sleeper = 0;
    std::ifstream{note} >> sleeper;
    std::filesystem::remove(note);
    REQUIRE(sleeper > 0);
    CHECK(ends(sleeper));
}

TEST_CASE("ffmpeg receives the video and the output file, whatever numbers their file descriptors have") {
    const std::string whole = ";FFMETADATA1\ncomment=made so\nvideo";
    for (int number = 98; number < 108; ++number) {
        CHECK(completed_output(number, 200) == whole);
        CHECK(completed_output(200, number) == whole);
        CHECK(completed_output(number, number) == whole);
    }
}

TEST_CASE("a video can be written while the limit of open files is low") {
    rlimit before{};
    getrlimit(RLIMIT_NOFILE, &before);
    const rlimit few{50, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    const std::string failure = failure_of("cat >/dev/null; echo video >&3");
    setrlimit(RLIMIT_NOFILE, &before);
    CHECK(failure == "");
}

TEST_CASE("the error refers to ffmpeg's own message only if ffmpeg has printed a message") {
    CHECK(failure_of("cat >/dev/null; exit 3") == "ffmpeg failed");
    CHECK(failure_of("cat >/dev/null; echo no encoder >&2; exit 3") ==
          "ffmpeg failed (the message of ffmpeg is above)");
    CHECK(failure_of("exit 3") == "ffmpeg ended before the video was complete");
    CHECK(failure_of("echo no encoder >&2; exit 3") ==
          "ffmpeg ended before the video was complete (the message of ffmpeg is above)");
}
