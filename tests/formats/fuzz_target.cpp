// This file is the entry point for libFuzzer (see docs/formats.md). A file of arbitrary bytes must be read, or refused
// with a one-line printable message. The memory for reading must not exceed the amount that the file size permits.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "data/formats/formats.hpp"
#include "tests/formats/validity.hpp"

using namespace milkomeda;

namespace {

[[noreturn]] void report(const char* what, const std::string& detail = "") {
    std::fprintf(stderr, "%s %s\n", what, detail.c_str());
    std::abort();
}

// A file in memory that has a path.
class MemoryFile {
  public:
    MemoryFile(const unsigned char* data, std::size_t size) : descriptor_(memfd_create("fuzzed", MFD_CLOEXEC)) {
        if (descriptor_ < 0 || write(descriptor_, data, size) != static_cast<ssize_t>(size)) report("no memory file");
    }
    ~MemoryFile() { close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
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
    const MemoryFile file(data, size);
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
