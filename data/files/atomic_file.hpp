// A file that stands under its name when it is whole, and not at all before.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

#include "data/files/descriptor.hpp"
#include "data/files/unfinished.hpp"

namespace milkomeda {

// What stands under a file's name already, or does when it is finished. Where it is kept, the new file takes
// another name (unused_name).
enum class Existing { replaced, kept };

// Why nothing can be written under this name; empty: that remains to be tried. A pipe is asked, not opened:
// it would take that for all there is to come.
std::string why_unwritable(const std::filesystem::path& file);

// What is written goes into a temporary file, which a failure or a signal removes, and from there:
// - to the place of the old file, whose mode and owner it takes on; where a link leads, if the name is one;
// - into the old file, if that has more names (hard links), is a mount, is what another process has open, or
//   has an owner, rights or notes (extended attributes) that cannot be kept otherwise;
// - to whoever reads, where the name is of a device, a pipe, standard output, or another open file
//   (/dev/fd/3).
class AtomicFile {
  public:
    // Throws FileError: no such folder, a folder itself, a link to nothing, no permission.
    explicit AtomicFile(const std::filesystem::path& file, Existing existing = Existing::replaced);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    // Where to write: open for as long as this lives, and under a name that is nobody else's.
    int descriptor() const { return descriptor_; }
    std::filesystem::path path() const;
    // Once all is written and closed. Throws FileError.
    void finish();
    // Under this name instead, in the same folder; false where something has it. Throws FileError.
    bool finish_if_free(const std::filesystem::path& name);
    // The same under a name that nothing has, in the folder of the temporary file, as a file that is new: no
    // more can read it than could read the old one.
    void finish_unused();
    // The file's own name, or that which it took instead.
    const std::filesystem::path& name() const { return name_; }
    // The same for what must outlive a power cut from then on: waits for the disk, before the file stands
    // under its name and after.
    void finish_lasting();
    // Throws FileError for the file under its own name.
    [[noreturn]] void fail(const std::string& reason) const;

  private:
    void create_temporary(const std::filesystem::path& folder, const std::optional<struct stat>& old);
    bool take_after(const struct stat& old) const;
    void rewrite();
    void require_on_disk(const std::filesystem::path& place, int descriptor) const;
    void pass_on(const struct stat& reader) const;
    bool copy_to(int other) const;  // errno says why not

    Existing existing_;
    std::filesystem::path name_, file_, temporary_;  // file_: where links lead
    std::optional<UnfinishedFile> unfinished_;
    Descriptor descriptor_;
};

}  // namespace milkomeda
