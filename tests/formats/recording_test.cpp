// Every moment of a recording must be read back, and an incomplete recording must be refused.
#include <doctest/doctest.h>

#include "data/base/random.hpp"
#include "data/series/series.hpp"
#include "data/state/recording.hpp"
#include "tests/formats/any_particles.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

// Returns bodies at x = row + time. The velocities of the bodies match this motion.
ParticleSet moving(std::size_t bodies, double time) {
    ParticleSet particles = any_particles(bodies);
    for (std::size_t row = 0; row < bodies; ++row) {
        particles.positions[row] = {static_cast<float>(static_cast<double>(row) + time), 0.5f, -2, 0.25f};
        particles.velocities[row] = {1, 0, 3e-38f, 0};
        particles.ids[row] = static_cast<std::uint32_t>(bodies - row);
    }
    particles.components = {{"disk", "milky-way", 0, bodies, 0}};
    particles.time = time;
    return particles;
}

void record(const std::filesystem::path& file, std::size_t bodies, int moments, RecordedColumns columns) {
    RecordingWriter writer(file, moving(bodies, 0), columns);
    for (int i = 0; i < moments; ++i) {
        const ParticleSet now = moving(bodies, 0.25 * i);
        writer.add(now.time, now.positions, now.velocities);
    }
    writer.finish();
}

}  // namespace

TEST_CASE("every moment of a recording is read back bit for bit, in any order") {
    const TemporaryFolder folder;
    const auto file = folder / "a.recording";
    constexpr std::size_t bodies = 40'000;  // This number of bodies needs several chunks of a recording.
    record(file, bodies, 5, RecordedColumns::all);
    CHECK(recorded_times(file) == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
    for (const std::size_t moment : {4, 0, 2}) {
        const ParticleSet expected = moving(bodies, 0.25 * static_cast<double>(moment));
        const ParticleSet read = read_recorded(file, moment);
        CHECK(same_bits(read.positions, expected.positions));
        CHECK(same_bits(read.velocities, expected.velocities));
        CHECK(read.ids == expected.ids);
        CHECK(read.time == expected.time);
        CHECK(full_name(read.components.at(0)) == "milky-way disk");
    }
    CHECK_THROWS_AS(read_recorded(file, 5), FileError);
    CHECK(folder.files() == 1);
    const auto series = find_series(file);
    REQUIRE(series.size() == 5);
    CHECK(is_series(file));
    CHECK(*series[3].time == 0.75);
    CHECK(read_snapshot(series[3], {}).particles.positions.front().x ==
          // Rows are in the order of ids, so the last row comes first.
          static_cast<float>(bodies - 1 + 0.75));
}

TEST_CASE("a recording keeps the smoothing lengths of gas and the births of young stars bit for bit") {
    const TemporaryFolder folder;
    const auto moment = [](double time) {
        ParticleSet particles = moving(9, time);
        particles.components = {{"disk", "milky-way", 0, 4, 0}, {"gas", "milky-way", 4, 5, 0}};
        for (std::size_t row = 4; row < 8; ++row)
            particles.velocities[row].w = static_cast<float>(0.1 * static_cast<double>(row) + time / 3);
        particles.velocities[8].w = -4090.3f;  // a young star
        return particles;
    };
    for (const RecordedColumns columns : {RecordedColumns::all, RecordedColumns::positions}) {
        const auto file = folder / "gas.recording";
        RecordingWriter writer(file, moment(0), columns);
        for (const double time : {0.0, 1.0}) writer.add(time, moment(time).positions, moment(time).velocities);
        writer.finish();
        for (const std::size_t index : {0, 1}) {
            const ParticleSet expected = moment(static_cast<double>(index)), read = read_recorded(file, index);
            for (std::size_t row = 0; row < 9; ++row) CHECK(read.velocities[row].w == expected.velocities[row].w);
        }
    }
}

TEST_CASE("velocities omitted from a recording are computed from neighboring moments") {
    const TemporaryFolder folder;
    record(folder / "a.recording", 10, 3, RecordedColumns::positions);
    for (const std::size_t moment : {0, 1, 2}) {
        const ParticleSet read = read_recorded(folder / "a.recording", moment);
        CHECK(read.velocities[3].x == 1);
        CHECK(read.velocities[3].z == 0);
    }
}

TEST_CASE("a recording writer destroyed early leaves a complete file, or no file if it has written no moment") {
    const TemporaryFolder folder;
    {
        RecordingWriter writer(folder / "a.recording", moving(10, 0), RecordedColumns::all);
        writer.add(0, moving(10, 0).positions, moving(10, 0).velocities);
    }
    CHECK(recorded_times(folder / "a.recording").size() == 1);
    { const RecordingWriter writer(folder / "b.recording", moving(10, 0), RecordedColumns::all); }
    CHECK(folder.files() == 1);
    CHECK_THROWS_AS(RecordingWriter(folder / "nowhere" / "c.recording", moving(10, 0), RecordedColumns::all),
                    FileError);
}

TEST_CASE("two recordings started at the same time under one name become two files") {
    const TemporaryFolder folder;
    const auto begin = [&] {
        return RecordingWriter(folder / "ä.recording", moving(10, 0), RecordedColumns::all, Existing::kept);
    };
    RecordingWriter one = begin(), other = begin();
    for (RecordingWriter* writer : {&one, &other}) {
        writer->add(0, moving(10, 0).positions, moving(10, 0).velocities);
        writer->finish();
    }
    CHECK(one.file() == folder / "ä.recording");
    CHECK(other.file() == folder / "ä-2.recording");
    CHECK(recorded_times(other.file()).size() == 1);
}

TEST_CASE("a randomly damaged recording is read or refused with a one-line message") {
    const TemporaryFolder folder;
    record(folder / "a.recording", 30, 4, RecordedColumns::all);
    const std::string whole = content_of(folder / "a.recording");
    Random random(3);
    int read = 0, refused = 0;
    for (int i = 0; i < 80; ++i) {
        std::string content = whole;
        constexpr std::array<unsigned char, 5> bytes{0, 1, 0x7f, 0x80, 0xff};
        const std::size_t at = 512 + random.below(static_cast<std::uint32_t>(content.size() - 512));
        for (std::size_t k = 0; k < (std::size_t{1} << random.below(4)) && at + k < content.size(); ++k)
            content[at + k] = static_cast<char>(bytes[random.below(bytes.size())]);
        if (random.below(8) == 0) content.resize(at);
        const auto file = folder.put("x.recording", content);
        try {
            for (const SeriesFile& moment : find_series(file)) read_snapshot(moment, {});
            ++read;
        } catch (const FileError& error) {
            ++refused;
            CHECK(std::string{error.what()}.find('\n') == std::string::npos);
        }
    }
    CHECK(read > 5);  // Damage to unused bytes between HDF5 objects leaves a file readable.
    CHECK(refused > 5);
}
