// This file is the entry point for libFuzzer (see docs/formats.md). A file of arbitrary bytes must be read, or refused
// with a one-line printable message. The memory for reading must not exceed the amount that the file size permits.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "data/formats/formats.hpp"
#include "tests/formats/validity.hpp"

using namespace milkomeda;

namespace {

[[noreturn]] void report(const char* what, const std::string& detail = "") {
    std::fprintf(stderr, "%s %s\n", what, detail.c_str());
    std::abort();
}

// A file in the folder for temporary files, because the HDF5 library opens only files with a name.
class FuzzedFile {
  public:
    FuzzedFile(const unsigned char* data, std::size_t size)
        : path_(std::filesystem::temp_directory_path() / fmt::format("fuzzed-{}", getpid())) {
        std::ofstream file(path_, std::ios::binary);
        file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
        if (!file.flush()) report("the file for the readers cannot be written:", path_);
    }
    ~FuzzedFile() { std::remove(path_.c_str()); }
    FuzzedFile(const FuzzedFile&) = delete;
    FuzzedFile& operator=(const FuzzedFile&) = delete;

    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

// Counts the results of the child process in which the HDF5 library runs (data/hdf5/hdf5_snapshot.cpp). If the child
// process crashes, the file counts as refused and the fuzzer continues. The number of crashes is printed at the end.
struct Contained {
    std::size_t crashes = 0, refusals = 0, reads = 0;
    ~Contained() {
        std::fprintf(stderr, "%zu files read, %zu refused, %zu of the refused files because the HDF5 library crashed\n",
                     reads, refusals, crashes);
    }
} contained;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const FuzzedFile file(data, size);
    try {
        const ParticleFormat& format = format_of_file(file.path());
        const ParticleFile content = read_particle_file(file.path());
        if (!is_valid(content.particles)) report("invalid particles from", std::string(format.name));
        format.read_time(file.path(), {});
        ++contained.reads;
    } catch (const FileError& error) {
        ++contained.refusals;
        const std::string_view error_message = error.what();
        for (const char* how :
             {"fault", "exception", "Aborted", "CPU time", "without an error message", "Illegal", "Killed"})
            if (error_message.find(how) != error_message.npos) {
                ++contained.crashes;
                break;
            }
        if (!is_error_line(error.what(), file.path())) report("not an error line:", error.what());
    }
    return 0;
}
