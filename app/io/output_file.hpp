// Checks of output paths before any work begins, and names of output files.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace milkomeda {

// Throws std::runtime_error with one line if the file cannot be written: its folder is missing, its name is a
// folder, or permission is denied. Creates no file.
void require_writable(const std::filesystem::path& file);

// Opens an empty text file to which rows are added during a run. Throws std::runtime_error with one line if
// the file cannot be written.
std::ofstream open_for_rows(const std::filesystem::path& file);

// Checks a file that is written under a temporary name first (AtomicFile). Throws like require_writable().
void require_replaceable(const std::filesystem::path& file);
// Checks a particle file like require_replaceable(). Its format is `format`, or if `format` is empty the
// format of the extension. Throws UsageError if the format is unknown.
void require_particle_output(const std::filesystem::path& file, const std::string& format);

// Returns the pattern `file` (NAME-%05d.EXT) if the names of its first file and of its notes file are unused.
// Otherwise returns the first unused pattern of NAME-2-%05d.EXT, NAME-3-%05d.EXT, ...
std::filesystem::path unused_series(const std::filesystem::path& file, const std::string& notes_extension);

// Returns a name with the present date and time: "milkomeda-20240229-235959.png".
std::filesystem::path name_by_time(const std::string& extension);

// Pattern for the names of numbered files, such as frames-%05d.png.
class FilePattern {
  public:
    static bool matches(const std::filesystem::path& file);
    explicit FilePattern(const std::filesystem::path& file);
    // Returns NAME-%05d.EXT for NAME.EXT. Returns names that already have a number placeholder unchanged.
    static FilePattern numbered(const std::filesystem::path& file);
    std::filesystem::path path(long number) const;
    // Returns the name of a file that describes all numbered files: "frames.json" for frames-%05d.png,
    // "frames-left.json" for frames-%05d-left.png.
    std::filesystem::path without_number(const std::string& extension) const;

  private:
    std::string before_, after_;
    int digits_ = 1;
};

}  // namespace milkomeda
