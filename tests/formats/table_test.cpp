#include <doctest/doctest.h>

#include <chrono>

#include "tests/formats/files.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

TEST_CASE("the seven columns of a table are read as mass, position and velocity") {
    const TemporaryFolder folder;
    const ParticleSet particles =
        read_particles(folder.put("two.tab", "4.5e-5 1 2 3 4 5 6\n9e-5 -1 -2.5 -3 -4 -5 -6\n"));
    REQUIRE(particles.size() == 2);
    const Float4 p = particles.positions[0], v = particles.velocities[0];
    CHECK(p.w == 4.5e-5f);
    CHECK((p.x == 1 && p.y == 2 && p.z == 3));
    CHECK((v.x == 4 && v.y == 5 && v.z == 6 && v.w == 0));
    CHECK(particles.positions[1].y == -2.5f);
    CHECK(particles.ids == std::vector<std::uint32_t>{0, 1});
    CHECK(particles.components.size() == 2);
    CHECK(particles.time == 0);
}

TEST_CASE("a table may contain spaces, empty lines, comments and any line ends") {
    const TemporaryFolder folder;
    const std::string text =
        "# mass x y z vx vy vz\n"
        "\n"
        "   1\t2  3 4 5 6 7   \r\n"
        " \t \r\n"
        "  # indented\n"
        "#\n"
        "+1 +2 -3 .5 5. 1E3 1e-3";  // The last line has no line end.
    const ParticleSet particles = read_particles(folder.put("free.tab", text));
    REQUIRE(particles.size() == 2);
    CHECK(particles.positions[0].x == 2);
    CHECK(particles.velocities[0].z == 7);
    CHECK(particles.positions[1].w == 1);
    CHECK(particles.positions[1].y == -3);
    CHECK(particles.positions[1].z == 0.5f);
    CHECK(particles.velocities[1].x == 5);
    CHECK(particles.velocities[1].y == 1000);
    CHECK(particles.velocities[1].z == 0.001f);
}

TEST_CASE("gzip compression is recognized by the content of a table, independently of the file name") {
    const TemporaryFolder folder;
    const std::string text = "1 2 3 4 5 6 7\n";
    CHECK(read_particles(folder.put("a.tab.gz", gzipped(text))).positions[0].x == 2);
    CHECK(read_particles(folder.put("b.tab", gzipped(text))).positions[0].x == 2);
    CHECK(read_particles(folder.put("c.tab.gz", text)).positions[0].x == 2);
    CHECK(read_particles(folder.put("d", text)).positions[0].x == 2);
    // This content is two concatenated gzip files, as `cat a.gz b.gz` writes them.
    CHECK(read_particles(folder.put("e.tab.gz", gzipped(text) + gzipped(text))).size() == 2);
}

TEST_CASE("table numbers too small for a float become zero, and denormal numbers are preserved") {
    const TemporaryFolder folder;
    const ParticleSet particles = read_particles(folder.put("tiny.tab", "1 1e-50 -1e-400 1e-40 0 -0 0\n"));
    const Float4 p = particles.positions[0];
    CHECK(p.x == 0);
    CHECK(p.y == 0);
    CHECK(p.z == 1e-40f);
    CHECK(p.z > 0);
    CHECK(std::signbit(particles.velocities[0].y));
}

TEST_CASE("a table may contain massless rows beside rows with mass") {
    const TemporaryFolder folder;
    const ParticleSet particles =
        read_particles(folder.put("test.tab", "0 1 2 3 4 5 6\n1 1 2 3 4 5 6\n-0 1 2 3 4 5 6\n"));
    CHECK(particles.size() == 3);
    CHECK(total_mass(particles) == 1);
}

TEST_CASE("lines of a table may cross the block boundaries of the reader") {
    const TemporaryFolder folder;
    // These 50,000 lines of different lengths are 1.5 MB of text, or about 25 blocks of the reader.
    std::string text;
    for (int i = 0; i < 50'000; ++i)
        text += "1 " + std::to_string(i) + std::string(static_cast<std::size_t>(i % 17), ' ') + " 0 0 0 0 0\n";
    for (const std::string& content : {text, gzipped(text)}) {
        const ParticleSet particles = read_particles(folder.put("long.tab", content));
        REQUIRE(particles.size() == 50'000);
        for (std::size_t i = 0; i < particles.size(); ++i) REQUIRE(particles.positions[i].x == static_cast<float>(i));
    }
}

TEST_CASE("a generated scene is read back from a table with its components") {
    const TemporaryFolder folder;
    const ParticleSet made = generate_encounter(2000, 1);
    write_particles(folder / "scene.tab", made);
    const ParticleSet read = read_particles(folder / "scene.tab");
    REQUIRE(read.components.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(full_name(read.components[i]) == full_name(made.components[i]));
        CHECK(read.components[i].count == made.components[i].count);
    }
}

TEST_CASE("the time for writing and reading a table of the full dataset size is printed") {
    const TemporaryFolder folder;
    const ParticleSet made = generate_encounter(81'920, 1);
    for (const std::string name : {"large.tab", "large.tab.gz"}) {
        const auto start = std::chrono::steady_clock::now();
        write_particles(folder / name, made);
        const auto written = std::chrono::steady_clock::now();
        CHECK(read_particles(folder / name).size() == made.size());
        const auto read = std::chrono::steady_clock::now();
        using Milliseconds = std::chrono::duration<double, std::milli>;
        MESSAGE(name, ": written in ", Milliseconds(written - start).count(), " ms, read in ",
                Milliseconds(read - written).count(), " ms");
    }
}

TEST_CASE("a sparse table file with a hole of half a terabyte is refused without using memory for the hole") {
    const TemporaryFolder folder;
    std::string rows;
    for (int row = 0; row < 70'000; ++row) rows += "1 2 3 4 5 6 7\n";
    const auto file = folder.put("hole.tab", rows);
    std::filesystem::resize_file(file, std::uintmax_t{500} << 30);
    CHECK_THROWS_WITH_AS(read_particles(file), doctest::Contains("hole.tab:70001:"), FileError);
}
