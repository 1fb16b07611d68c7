// Output paths, checked before any work is done.
#pragma once

#include <filesystem>
#include <string>

namespace milkomeda {

// Throws std::runtime_error with one line when the file could not be written: no such folder, a folder
// itself, no permission. Leaves no trace.
void require_writable(const std::filesystem::path& file);

// The same for a file that is written under another name and then takes the place of the old one.
void require_replaceable(const std::filesystem::path& file);
// The same for a file of particles, by whose name the format is chosen. Throws UsageError for no format.
void require_particle_output(const std::filesystem::path& file);

// A file that stands under its name when it is whole, and not at all before.
class UnfinishedFile {
  public:
    explicit UnfinishedFile(const std::filesystem::path& file);
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    // Where to write: in the same folder, with the same extension.
    const std::filesystem::path& path() const { return unfinished_; }
    void finish();

  private:
    std::filesystem::path file_, unfinished_;
};

// A numbered series such as frames-%05d.png. Other uses of '%' are no series.
class FilePattern {
  public:
    static bool matches(const std::filesystem::path& file);
    explicit FilePattern(const std::filesystem::path& file);
    // NAME-%05d.EXT for NAME.EXT; a name that has a number already is taken as it is.
    static FilePattern numbered(const std::filesystem::path& file);
    std::filesystem::path path(long number) const;

  private:
    std::string before_, after_;
    int digits_ = 1;
};

}  // namespace milkomeda
