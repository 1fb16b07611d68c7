// While a file is read, memory must contain its columns once, without the text of the file and without a second copy of
// the columns.
#include <doctest/doctest.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <numeric>

#include "tests/formats/foreign_hdf5.hpp"

using namespace milkomeda;

namespace {

constexpr std::size_t million_bodies = 1'000'000;
constexpr double column_bytes = million_bodies * (2 * sizeof(Float4) + sizeof(std::uint32_t));

double peak_bytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
    return 0;
}

// Returns the number of bytes by which the peak memory of a new process grows while the process reads this file.
double growth_while_reading(const std::filesystem::path& file) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        // Returns free heap pages to the system. Otherwise, the file reader would reuse these pages without growth.
        malloc_trim(0);
        // Resets the peak memory of the process (see proc(5)).
        std::ofstream("/proc/self/clear_refs") << 5 << std::flush;
        const double before = peak_bytes();
        const bool whole = read_particles(file).size() == million_bodies;
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

TEST_CASE("reading a million bodies takes at most 1.25 times the memory of their numbers") {
    const TemporaryFolder folder;
    const std::array names{"x.tab", "x.csv", "x.nemo", "x.tipsy", "x.gadget2", "x.hdf5"};
    {
        ParticleSet particles;
        particles.positions.resize(million_bodies, {0.1f, 0.2f, 0.3f, 0.4f});
        particles.velocities.resize(million_bodies, {0.5f, 0.6f, 0.7f, 0});
        particles.ids.resize(million_bodies);
        for (std::uint32_t id = 0; id < million_bodies; ++id) particles.ids[id] = id;
        particles.components = {{"disk", "", 0, million_bodies, 0}};
        for (const char* name : names) write_particles(folder / name, particles);
    }
    for (const char* name : names) {
        CAPTURE(name);
        const double growth = growth_while_reading(folder / name);
        // A smaller growth would mean that the measurement does not work.
        CHECK(growth > 0.9 * column_bytes);
        // The additional quarter covers 4 bytes of index and 1 byte of tags per body, read buffers, and columns that
        // grow while their final size is unknown. Keeping the text would take 32 MB more, and a second copy of the
        // columns 36 MB more.
        CHECK(growth < 1.25 * column_bytes + 4e6);
    }
}

TEST_CASE("reading a snapshot of four files takes at most 3 times the memory of its numbers") {
    const TemporaryFolder folder;
    constexpr std::uint32_t files = 4, rows = million_bodies / files;
    for (std::uint32_t part = 0; part < files; ++part) {
        const Hdf5Builder build(folder / ("x." + std::to_string(part) + ".hdf5"));
        const Hdf5Handle header = build.group("Header"), group = build.group("PartType1");
        build.attribute(header, "NumPart_ThisFile", std::array{0.0, double{rows}}, H5T_STD_I32LE);
        build.attribute(header, "NumFilesPerSnapshot", files, H5T_STD_I32LE);
        std::vector<double> numbers(3 * rows, 0.5), ids(rows);
        std::iota(ids.begin(), ids.end(), 1.0 + part * rows);
        build.numbers(group, "Coordinates", numbers, 3, H5T_IEEE_F64LE);
        build.numbers(group, "Velocities", numbers, 3, H5T_IEEE_F32LE);
        build.numbers(group, "Masses", std::span{numbers}.first(rows), 1, H5T_IEEE_F32LE);
        build.numbers(group, "ParticleIDs", ids, 1, H5T_STD_U64LE);
    }
    const double growth = growth_while_reading(folder / "x.0.hdf5");
    CHECK(growth > 0.9 * column_bytes);
    CHECK(growth < 3 * column_bytes);
}
