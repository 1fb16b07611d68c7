#include "data/unfinished_file.hpp"

#include <unistd.h>

#include <atomic>

#include "data/file_error.hpp"

namespace milkomeda {

namespace fs = std::filesystem;

UnfinishedFile::UnfinishedFile(const fs::path& file) : file_(file) {
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) fail("it is a folder");
    if (fs::is_symlink(file, ignored)) file_ = fs::weakly_canonical(file, ignored);
    const fs::path folder = file_.parent_path();
    if (!folder.empty() && !fs::is_directory(folder, ignored)) fail("there is no folder " + folder.string());

    static std::atomic<unsigned> count{0};
    unfinished_ =
        folder / (".milkomeda-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ".part");
    unfinished_ += file_.extension();
}

UnfinishedFile::~UnfinishedFile() {
    std::error_code ignored;
    if (!unfinished_.empty()) fs::remove(unfinished_, ignored);
}

void UnfinishedFile::finish() {
    std::error_code error;
    fs::rename(unfinished_, file_, error);
    if (error) fail(error.message());
    unfinished_.clear();
}

void UnfinishedFile::fail(const std::string& reason) const {
    throw FileError(file_, "cannot be written: " + reason);
}

}  // namespace milkomeda
