// A file with arbitrary content must be read, or refused with a one-line printable message.
#include <doctest/doctest.h>

#include "data/base/random.hpp"
#include "tests/formats/foreign_files.hpp"
#include "tests/formats/validity.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

const std::string table =
    "# mass x y z vx vy vz\n"
    "4.98914e-05 1.70056 -19.0035 6.83187 -0.305732 0.958783 -0.149375\n"
    "4.98914e-05 1.76395 -19.1034 6.80479 -0.773282 0.381192 -0.298558\n"
    "\n"
    "0.000104525 -1e-3 0 12e5 .5 -7. 1\n";

// Returns `content` with one small defect: a changed byte, a removed or repeated part, or a missing end.
std::string damaged(std::string content, Random& random) {
    const auto random_offset = [&] { return random.below(static_cast<std::uint32_t>(content.size())); };
    if (content.empty()) return content;
    const std::uint32_t at = random_offset();
    switch (random.below(5)) {
        case 0:
            content[at] = static_cast<char>(random.below(256));
            break;
        case 1:
            content[at] = "0123456789+-.eE#naif \t\r\n"[random.below(24)];
            break;
        case 2:
            content.erase(at, 1 + random.below(20));
            break;
        case 3:
            content.insert(random_offset(), content.substr(at, 1 + random.below(20)));
            break;
        case 4:
            content.resize(at);
            break;
    }
    return content;
}

// Returns binary content in which an extreme value replaces a number, in little-endian or big-endian byte order.
std::string damaged_number(std::string content, Random& random) {
    constexpr std::array<std::uint64_t, 8> numbers{0, 1, 0x7f, 0xff, 0x7fffffff, 0xffffffff, 0x7ff0000000000000, ~0ull};
    const std::size_t size = std::size_t{1} << random.below(4);
    if (content.size() < size) return content;
    const std::size_t at = random.below(static_cast<std::uint32_t>(content.size() - size + 1));
    Bytes bytes(random.below(2) != 0);
    bytes.add(numbers[random.below(numbers.size())]);
    return content.replace(at, size, bytes.content().substr(0, size));
}

void fuzz(const std::string& whole, std::uint64_t stream, int times, int& read, int& refused, bool binary = false) {
    const TemporaryFolder folder;
    Random random(1, stream);
    for (int i = 0; i < times; ++i) {
        std::string content = whole;
        for (std::uint32_t damages = 1 + random.below(3); damages > 0; --damages)
            content = binary && random.below(2) ? damaged_number(content, random) : damaged(content, random);
        const auto file = folder.put("fuzzed.tab", content);
        CAPTURE(i);
        if (!binary) CAPTURE(content);
        try {
            const ParticleSet particles = read_particles(file);
            REQUIRE(is_valid(particles));
            ++read;
        } catch (const FileError& error) {
            const std::string error_message = error.what();
            CAPTURE(error_message);
            REQUIRE(is_error_line(error_message, file.string()));
            ++refused;
        }
    }
}

}  // namespace

TEST_CASE("randomly damaged tables are read or refused with a one-line message") {
    int read = 0, refused = 0;
    fuzz(table, 1, 4000, read, refused);
    // The test is meaningful only if many damaged files are read and many damaged files are refused.
    CHECK(read > 400);
    CHECK(refused > 400);
}

TEST_CASE("randomly damaged gzip files are read or refused with a one-line message") {
    int read = 0, refused = 0;
    fuzz(gzipped(table), 2, 4000, read, refused);
    // Most damage to a gzip file is detected. Changes of the time and system fields in the header of the file are not
    // detected.
    CHECK(read > 10);
    CHECK(refused > 400);
}

TEST_CASE("randomly damaged files of every format are read or refused with a one-line message") {
    const TemporaryFolder folder;
    std::map<std::string, std::string> files = foreign_files();
    ParticleSet particles = generate_encounter(12, 1);
    particles.time = 2.5;
    for (const ParticleFormat& format : particle_formats()) {
        const std::string name = "ours" + std::string(format.extensions.front());
        write_particles(folder / name, particles);
        files[name] = content_of(folder / name);
    }
    std::uint64_t stream = 3;
    for (const auto& [name, content] : files) {
        CAPTURE(name);
        int read = 0, refused = 0;
        const bool binary = !name.ends_with(".csv") && !name.ends_with(".tab");
        fuzz(content, stream++, 300, read, refused, binary);
        CHECK(read > 3);
        CHECK(refused > 30);
    }
}
