// Atomic writing: a file appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "data/system/descriptor.hpp"
#include "data/system/signal_cleanup.hpp"

namespace milkomeda {

// What happens to an existing file with the requested name: the new file replaces the existing file, or the existing
// file is kept and the new file gets an unused name (unused_name()).
enum class Existing { replaced, kept };

// Returns the reason why a file cannot be written, or an empty string if no obstacle is known. Pipes are not
// opened for this check, because closing a pipe would signal the end of the data to its reader.
std::string why_unwritable(const std::filesystem::path& file);

// Writes data to a temporary file, which is removed on failure or by a signal. finish() then transfers the
// data:
// - normally the temporary file replaces the existing file and gets its mode and owner; symbolic links are followed;
// - the content of the existing file is overwritten if this file has several hard links, is a mount point, is named by
// a descriptor of another process (/proc/17/fd/3), or has an owner or attributes that cannot be copied;
// - the data is copied to the name if it is a device, a pipe, standard output or an open file (/dev/fd/3).
class AtomicFile {
  public:
    // Throws FileError if the folder does not exist, the name is a folder or a dangling link, or permission is missing.
    explicit AtomicFile(const std::filesystem::path& file, Existing existing = Existing::replaced);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    // Descriptor of the temporary file, which stays open during the lifetime of this object, and the path in /proc that
    // opens the temporary file.
    int descriptor() const { return descriptor_; }
    std::filesystem::path path() const;
    // Transfers the data to the final name. Must be called after all data is written and all streams on path() are
    // closed. Throws FileError.
    void finish();
    // Finishes under the path `name`, which must be in the folder of the temporary file. Returns false if a file with
    // this name exists. Throws FileError.
    bool finish_if_free(const std::filesystem::path& name);
    // Finishes under an unused name in the folder of the temporary file. If a file with the requested name exists, the
    // new file is readable by no more users than that file.
    void finish_unused();
    // Returns the final name of the file, which differs from the requested name if an existing file was kept.
    const std::filesystem::path& name() const { return name_; }
    // Finishes like finish(). In addition, waits until the data and the new name are on the disk, so that a later power
    // failure does not destroy the file.
    void finish_lasting();
    // Throws FileError with the name of the final file and `reason`.
    [[noreturn]] void fail(const std::string& reason) const;

  private:
    struct OldFile;  // information about the existing file with the requested name

    void create_temporary(const std::filesystem::path& folder, const OldFile& old);
    bool take_after(const OldFile& old) const;
    void rewrite();
    void require_on_disk(const std::filesystem::path& place, int descriptor) const;
    void pass_on(const OldFile& reader) const;
    bool copy_to(int other) const;  // returns false on failure; errno then holds the reason

    Existing existing_;
    // name_: final name; file_: name_ after following symbolic links; temporary_: name of the temporary file
    std::filesystem::path name_, file_, temporary_;
    std::optional<UnfinishedFile> unfinished_;
    Descriptor descriptor_;
};

}  // namespace milkomeda
