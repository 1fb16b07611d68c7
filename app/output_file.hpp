// Output paths, checked before any work is done.
#pragma once

#include <filesystem>
#include <string>

namespace milkomeda {

// Throws std::runtime_error with one line when the file could not be written: no such folder, a folder
// itself, no permission. Leaves no trace.
void require_writable(const std::filesystem::path& file);

// A numbered series such as frames-%05d.png. Other uses of '%' are no series.
class FilePattern {
  public:
    static bool matches(const std::filesystem::path& file);
    explicit FilePattern(const std::filesystem::path& file);
    // NAME-%05d.EXT for NAME.EXT.
    static FilePattern numbered(const std::filesystem::path& file);
    std::filesystem::path path(long number) const;

  private:
    std::string before_, after_;
    int digits_ = 1;
};

}  // namespace milkomeda
