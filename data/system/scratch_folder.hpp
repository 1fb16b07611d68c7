// A temporary folder that is deleted with its files.
#pragma once

#include <filesystem>
#include <string>

namespace milkomeda {

class ScratchFolder {
  public:
    // Creates a folder in the folder for temporary files, whose name begins with `name` and which only this user can
    // read. Throws std::filesystem::filesystem_error on failure.
    explicit ScratchFolder(const std::string& name);
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace milkomeda
