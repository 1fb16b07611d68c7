// Atomic writing: a file appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "data/system/descriptor.hpp"
#include "data/system/signal_cleanup.hpp"

namespace milkomeda {

// What happens if the name is taken when the file is finished: the old file is replaced, or it is kept and
// the new file takes another name (unused_name()).
enum class Existing { replaced, kept };

// Returns why a file cannot be written, empty if no obstacle is known. Pipes are not opened for the check,
// because the reader would take the closing for the end of the data.
std::string why_unwritable(const std::filesystem::path& file);

// Data goes to a temporary file, which is removed on failure or by a signal. finish() then transfers it:
// - normally it replaces the old file and takes over its mode and owner; symbolic links are followed;
// - it overwrites the content of the old file if that has several names (hard links), is a mount point, is
// open in another process, or has an owner, rights or extended attributes that cannot be kept otherwise;
// - it copies to the reader if the name is a device, a pipe, standard output, or an open file (/dev/fd/3).
class AtomicFile {
  public:
    // Throws FileError if the folder does not exist, the name is a folder or a dangling link, or permission
    // is missing.
    explicit AtomicFile(const std::filesystem::path& file, Existing existing = Existing::replaced);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    // Where to write: a descriptor that stays open during the object's life, and the temporary file's unique
    // name.
    int descriptor() const { return descriptor_; }
    std::filesystem::path path() const;
    // Call when everything is written and closed. Throws FileError.
    void finish();
    // Finishes under another name in the same folder; returns false if the name is taken. Throws FileError.
    bool finish_if_free(const std::filesystem::path& name);
    // Finishes under an unused name in the folder of the temporary file. The result is a new file, readable
    // for no more users than the old file.
    void finish_unused();
    // Final name of the file; differs from the requested name if that was taken.
    const std::filesystem::path& name() const { return name_; }
    // Like finish(), but the file survives a power failure afterwards: waits for the disk before and after
    // the renaming.
    void finish_lasting();
    // Throws FileError that names the final file.
    [[noreturn]] void fail(const std::string& reason) const;

  private:
    struct OldFile;  // the file that has the name before

    void create_temporary(const std::filesystem::path& folder, const OldFile& old);
    bool take_after(const OldFile& old) const;
    void rewrite();
    void require_on_disk(const std::filesystem::path& place, int descriptor) const;
    void pass_on(const OldFile& reader) const;
    bool copy_to(int other) const;  // On failure, errno holds the reason.

    Existing existing_;
    std::filesystem::path name_, file_, temporary_;  // file_: the name after following symbolic links
    std::optional<UnfinishedFile> unfinished_;
    Descriptor descriptor_;
};

}  // namespace milkomeda
