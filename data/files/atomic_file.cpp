#include "data/files/atomic_file.hpp"

#include <unistd.h>

#include <atomic>

#include "data/files/file_error.hpp"

namespace milkomeda {

namespace fs = std::filesystem;

AtomicFile::AtomicFile(const fs::path& file) : file_(file) {
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) fail("it is a folder");
    if (fs::is_symlink(file, ignored)) file_ = fs::weakly_canonical(file, ignored);
    const fs::path folder = file_.parent_path();
    if (!folder.empty() && !fs::is_directory(folder, ignored)) fail("there is no folder " + folder.string());

    static std::atomic<unsigned> count{0};
    temporary_ =
        folder / (".milkomeda-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ".part");
    temporary_ += file_.extension();
}

AtomicFile::~AtomicFile() {
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void AtomicFile::finish() {
    std::error_code error;
    fs::rename(temporary_, file_, error);
    if (error) fail(error.message());
    temporary_.clear();
}

void AtomicFile::fail(const std::string& reason) const {
    throw FileError(file_, "cannot be written: " + reason);
}

}  // namespace milkomeda
