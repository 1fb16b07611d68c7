// A stand-in for ffmpeg: a script takes the place of ffmpeg in PATH while the object exists.
#pragma once

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace milkomeda {

class FfmpegStandIn {
  public:
    explicit FfmpegStandIn(const std::string& script) {
        std::string name = std::filesystem::temp_directory_path() / "milkomeda-ffmpeg-XXXXXX";
        folder_ = mkdtemp(name.data());
        std::ofstream{folder_ / "ffmpeg"} << "#!/bin/sh\n" << script << '\n';
        chmod((folder_ / "ffmpeg").c_str(), 0755);
        setenv("PATH", (folder_.string() + ":" + path_).c_str(), 1);
    }
    ~FfmpegStandIn() {
        setenv("PATH", path_.c_str(), 1);
        std::filesystem::remove_all(folder_);
    }
    std::filesystem::path file() const { return folder_ / "video.mp4"; }

  private:
    std::string path_ = getenv("PATH");
    std::filesystem::path folder_;
};

}  // namespace milkomeda
