// Whatever a file holds, it reads or is refused with one printable line.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "data/random.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

const std::string table =
    "# mass x y z vx vy vz\n"
    "4.98914e-05 1.70056 -19.0035 6.83187 -0.305732 0.958783 -0.149375\n"
    "4.98914e-05 1.76395 -19.1034 6.80479 -0.773282 0.381192 -0.298558\n"
    "\n"
    "0.000104525 -1e-3 0 12e5 .5 -7. 1\n";

// One small damage: a byte changed, a piece cut out, doubled, or the end lost.
std::string damaged(std::string content, Random& random) {
    const auto place = [&] { return random.below(static_cast<std::uint32_t>(content.size())); };
    if (content.empty()) return content;
    const std::uint32_t at = place();
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
            content.insert(place(), content.substr(at, 1 + random.below(20)));
            break;
        case 4:
            content.resize(at);
            break;
    }
    return content;
}

bool is_sound(const Particles& particles) {
    const auto finite = [](const Float4& a) {
        return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z) && std::isfinite(a.w);
    };
    std::size_t covered = 0;
    for (const Component& component : particles.components) covered += component.count;
    return particles.size() > 0 && covered == particles.size() &&
           particles.velocities.size() == particles.size() && particles.ids.size() == particles.size() &&
           total_mass(particles) > 0 &&
           std::all_of(particles.positions.begin(), particles.positions.end(), finite) &&
           std::all_of(particles.velocities.begin(), particles.velocities.end(), finite);
}

void fuzz(const std::string& whole, std::uint64_t stream, int& read, int& refused) {
    const TemporaryFolder folder;
    Random random(1, stream);
    for (int i = 0; i < 4000; ++i) {
        std::string content = whole;
        for (std::uint32_t times = 1 + random.below(3); times > 0; --times)
            content = damaged(content, random);
        const auto file = folder.put("fuzzed.tab", content);
        CAPTURE(content);
        try {
            const Particles particles = read_particles(file);
            REQUIRE(is_sound(particles));
            ++read;
        } catch (const FileError& error) {
            const std::string complaint = error.what();
            CAPTURE(complaint);
            REQUIRE(complaint.starts_with(file.string() + ":"));
            REQUIRE(
                std::all_of(complaint.begin(), complaint.end(), [](char c) { return c >= ' ' && c <= '~'; }));
            ++refused;
        }
    }
}

}  // namespace

TEST_CASE("damaged tables read or are refused in one line") {
    int read = 0, refused = 0;
    fuzz(table, 1, read, refused);
    // Both happen often, or the test would say little.
    CHECK(read > 400);
    CHECK(refused > 400);
}

TEST_CASE("damaged gzip files read or are refused in one line") {
    int read = 0, refused = 0;
    fuzz(gzipped(table), 2, read, refused);
    CHECK(read > 10);  // only damage to what gzip's header says of time and system goes unseen
    CHECK(refused > 400);
}
