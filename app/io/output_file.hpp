// Checks of output paths before any work begins, and names of output files.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace milkomeda {

// Throws std::runtime_error with a one-line message if the file cannot be written, for example because its folder is
// missing or permission is denied. Creates no file.
void require_writable(const std::filesystem::path& file);

// Opens an empty text file to which rows are added during a run. Throws std::runtime_error with a one-line message if
// the file cannot be written.
std::ofstream open_for_rows(const std::filesystem::path& file);
// Adds a row to the open file with the name `file`. Throws std::runtime_error with a one-line message if the disk is
// full.
void add_row(std::ofstream& stream, const std::filesystem::path& file, const std::string& row);

// Throws like require_writable() if no temporary file can be created in the folder of `file`. AtomicFile writes a
// temporary file there, which then replaces `file`.
void require_replaceable(const std::filesystem::path& file);
// Checks a particle file like require_replaceable(), and throws UsageError if its format is unknown. The format
// is `format`, or the format of the file's extension if `format` is empty.
void require_particle_output(const std::filesystem::path& file, const std::string& format);

// Returns the pattern `file` (NAME-%05d.EXT) if its first file and the file NAME with the extension `notes_extension`
// do not exist. Otherwise returns the first unused pattern of NAME-2-%05d.EXT, NAME-3-%05d.EXT, ...
std::filesystem::path unused_series(const std::filesystem::path& file, const std::string& notes_extension);

// Returns a name with the present date and time: "milkomeda-20240229-235959.png".
std::filesystem::path name_by_time(const std::string& extension);

// Pattern for the names of numbered files, such as frames-%05d.png.
class FilePattern {
  public:
    // Returns true if the file name contains a number placeholder such as %05d.
    static bool matches(const std::filesystem::path& file);
    // Throws std::invalid_argument if the file name contains no number placeholder.
    explicit FilePattern(const std::filesystem::path& file);
    // Returns the pattern `file` if it contains a placeholder; for NAME.EXT, returns NAME-%05d.EXT.
    static FilePattern numbered(const std::filesystem::path& file);
    std::filesystem::path path(long number) const;
    // Returns the name of a file that describes all numbered files: "frames.json" for frames-%05d.png, and
    // "frames-left.json" for frames-%05d-left.png.
    std::filesystem::path without_number(const std::string& extension) const;

  private:
    std::string before_, after_;
    int digits_ = 1;
};

// Returns the file number 0 of the pattern `output`; returns `output` itself if it contains no placeholder.
std::filesystem::path first_file(const std::filesystem::path& output);

}  // namespace milkomeda
