// An ffmpeg that does not do as it says; a script of the test's stands in for it.
#include "app/film/ffmpeg.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/files/atomic_file.hpp"
#include "tests/unit/ffmpeg_stand_in.hpp"

using namespace milkomeda;

namespace {

// What is said of a film of a few frames, larger than a pipe holds.
std::string failure_of(const std::string& script) {
    const FfmpegStandIn stand_in{script};
    constexpr int width = 200, height = 200;
    const std::vector<std::uint8_t> frame(4 * width * height);
    try {
        const AtomicFile file{stand_in.file()};
        Ffmpeg ffmpeg{file.descriptor(), film_formats().front(), width, height, 60, std::chrono::seconds{2}};
        for (int i = 0; i < 3; ++i) ffmpeg.write(frame);
        ffmpeg.finish();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

const std::string stalls = "ffmpeg stalls: it has done nothing for 2 seconds, and was ended";

}  // namespace

TEST_CASE("an ffmpeg that takes no frames is ended") {
    CHECK(failure_of("exec sleep 1000") == stalls);
}

TEST_CASE("an ffmpeg that does not end is ended") {
    CHECK(failure_of("cat >/dev/null; exec sleep 1000") == stalls);
    CHECK(failure_of("cat >/dev/null; echo some >&3; exec sleep 1000") == stalls);
}

TEST_CASE("an ffmpeg that leaves nothing is not believed") {
    CHECK(failure_of("cat >/dev/null") == "ffmpeg wrote no film, and says that it did");
    CHECK(failure_of("cat >/dev/null; rm -f film.mp4; exit 0") ==
          "ffmpeg wrote no film, and says that it did");
}

TEST_CASE("an ffmpeg that is slow is waited for") {
    CHECK(failure_of("cat >/dev/null; for i in 1 2 3 4 5 6 7 8; do sleep 0.5; echo $i >&3; done") == "");
}
