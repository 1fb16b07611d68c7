// Output paths, checked before any work is done.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace milkomeda {

// Throws std::runtime_error with one line when the file could not be written: no such folder, a folder
// itself, no permission. Leaves no trace.
void require_writable(const std::filesystem::path& file);

// A file that gains rows while a run goes on, empty. Throws std::runtime_error with one line.
std::ofstream open_for_rows(const std::filesystem::path& file);

// The same as require_writable for a file that is written under another name first (AtomicFile).
void require_replaceable(const std::filesystem::path& file);
// The same for a file of particles, in the format of this name or, if that is empty, of the file's extension.
// Throws UsageError for no format.
void require_particle_output(const std::filesystem::path& file, const std::string& format);

// NAME-%05d.EXT itself if nothing has the name of its first file nor that of its notes, else NAME-2-%05d.EXT,
// NAME-3-%05d.EXT, ...
std::filesystem::path unused_series(const std::filesystem::path& file, const std::string& notes_extension);

// "milkomeda-20240229-235959.png", by the time of day.
std::filesystem::path name_by_time(const std::string& extension);

// A numbered series such as frames-%05d.png. Other uses of '%' are no series.
class FilePattern {
  public:
    static bool matches(const std::filesystem::path& file);
    explicit FilePattern(const std::filesystem::path& file);
    // NAME-%05d.EXT for NAME.EXT; a name that has a number already is taken as it is.
    static FilePattern numbered(const std::filesystem::path& file);
    std::filesystem::path path(long number) const;
    // "frames.json" of frames-%05d.png, "frames-left.json" of frames-%05d-left.png: a name for what is said
    // of all.
    std::filesystem::path without_number(const std::string& extension) const;

  private:
    std::string before_, after_;
    int digits_ = 1;
};

}  // namespace milkomeda
