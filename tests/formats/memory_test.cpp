// Reading a file keeps the columns once in memory, without the text or a second copy.
#include <doctest/doctest.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

constexpr std::size_t bodies = 1'000'000;
constexpr double column_bytes = bodies * (2 * sizeof(Float4) + sizeof(std::uint32_t));

double peak_bytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
    return 0;
}

// Increase of the peak memory of a new process while it reads this file.
double growth_while_reading(const std::filesystem::path& file) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        malloc_trim(0);  // Free pages kept by the allocator would be reused without being counted.
        std::ofstream("/proc/self/clear_refs") << 5 << std::flush;  // Resets the peak (proc(5)).
        const double before = peak_bytes();
        const bool whole = read_particles(file).size() == bodies;
        const double growth = whole ? peak_bytes() - before : 0;
        _exit(write(ends[1], &growth, sizeof growth) == sizeof growth ? 0 : 1);
    }
    double growth = 0;
    CHECK(read(ends[0], &growth, sizeof growth) == sizeof growth);
    waitpid(child, nullptr, 0);
    close(ends[0]), close(ends[1]);
    return growth;
}

}  // namespace

TEST_CASE("reading a million bodies takes at most a quarter more memory than their columns") {
    const TemporaryFolder folder;
    const std::array names{"x.tab", "x.csv", "x.nemo", "x.tipsy", "x.gadget2", "x.hdf5"};
    {
        ParticleSet particles;
        particles.positions.resize(bodies, {0.1f, 0.2f, 0.3f, 0.4f});
        particles.velocities.resize(bodies, {0.5f, 0.6f, 0.7f, 0});
        particles.ids.resize(bodies);
        for (std::uint32_t id = 0; id < bodies; ++id) particles.ids[id] = id;
        particles.components = {{"disk", "", 0, bodies, 0}};
        for (const char* name : names) write_particles(folder / name, particles);
    }
    for (const char* name : names) {
        CAPTURE(name);
        const double growth = growth_while_reading(folder / name);
        CHECK(growth > 0.9 * column_bytes);  // The measurement works.
        // The quarter covers an index of 4 bytes a body, tags of 1 byte, blocks, and the growth of columns
        // while their size is estimated. The text would need 32 MB more, a second copy 36 MB.
        CHECK(growth < 1.25 * column_bytes + 4e6);
    }
}
