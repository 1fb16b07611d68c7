// An ffmpeg that does not do as it says; a script of the test's stands in for it.
#include "app/output/ffmpeg.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/files/atomic_file.hpp"

using namespace milkomeda;

namespace {

namespace fs = std::filesystem;

class StandIn {
  public:
    explicit StandIn(const std::string& script) {
        std::string name = fs::temp_directory_path() / "milkomeda-ffmpeg-XXXXXX";
        folder_ = mkdtemp(name.data());
        std::ofstream{folder_ / "ffmpeg"} << "#!/bin/sh\n" << script << '\n';
        chmod((folder_ / "ffmpeg").c_str(), 0755);
        setenv("PATH", (folder_.string() + ":" + path_).c_str(), 1);
    }
    ~StandIn() {
        setenv("PATH", path_.c_str(), 1);
        fs::remove_all(folder_);
    }
    fs::path file() const { return folder_ / "film.mp4"; }

  private:
    std::string path_ = getenv("PATH");
    fs::path folder_;
};

// What is said of a film of a few frames, larger than a pipe holds.
std::string failure_of(const std::string& script) {
    const StandIn stand_in{script};
    constexpr int width = 200, height = 200;
    const std::vector<std::uint8_t> frame(4 * width * height);
    try {
        const AtomicFile file{stand_in.file()};
        Ffmpeg ffmpeg{file.descriptor(), FilmFormat::mp4, width, height, 60, std::chrono::seconds{2}};
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
