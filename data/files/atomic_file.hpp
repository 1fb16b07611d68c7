// A file that stands under its name when it is whole, and not at all before.
#pragma once

#include <filesystem>
#include <string>

namespace milkomeda {

// Throws FileError: no such folder, a folder itself. A link stays a link.
class AtomicFile {
  public:
    explicit AtomicFile(const std::filesystem::path& file);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    // Where to write: in the same folder, with the same extension.
    const std::filesystem::path& path() const { return temporary_; }
    // Once all is written and closed.
    void finish();
    // Throws FileError for the file under its own name.
    [[noreturn]] void fail(const std::string& reason) const;

  private:
    std::filesystem::path file_, temporary_;
};

}  // namespace milkomeda
