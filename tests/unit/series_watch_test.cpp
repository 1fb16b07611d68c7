// Series that grow while a program writes them: complete snapshots, parameter files, and playback.
#include "data/series/series_watch.hpp"

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <thread>

#include "app/playback/follow_progress.hpp"
#include "app/playback/snapshot_series.hpp"
#include "data/series/parameter_file.hpp"
#include "data/series/series_numbers.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;
using namespace std::chrono_literals;

namespace {

// Long enough for a file to be seen before and after a write on a busy machine; the tests wait at most as long as
// needed.
constexpr auto settling = 200ms;

std::string snapshot_at(double time, double mass = 1) {
    return fmt::format("# time {}\nid,mass,x,y,z,vx,vy,vz\n0,{},0,0,0,1,0,0\n1,1,1,0,0,1,0,0\n", time, mass);
}

// Looks until `count` snapshots are complete, at most ten seconds.
std::vector<WatchedFile> look_for(SeriesWatch& watch, std::size_t count) {
    std::vector<WatchedFile> found;
    for (int i = 0; i < 1000 && (found = watch.look()).size() < count; ++i) std::this_thread::sleep_for(10ms);
    return found;
}

}  // namespace

TEST_CASE("series watch: a snapshot is complete only after its file has kept its size") {
    const TemporaryFolder folder;
    SeriesWatch watch{folder / "s_%d.csv", {}, settling};
    CHECK(watch.look().empty());
    folder.put("s_0.csv", snapshot_at(0));
    CHECK_MESSAGE(watch.look().empty(), "the file has just been written");
    REQUIRE(look_for(watch, 1).size() == 1);
    folder.put("s_1.csv", "");
    folder.put("s_2.csv", snapshot_at(2));
    const std::vector<WatchedFile> found = look_for(watch, 2);
    REQUIRE(found.size() == 2);
    CHECK(found[1].file.path.filename() == "s_2.csv");
    CHECK(found[1].file.time == 2);
    std::this_thread::sleep_for(2 * settling);
    CHECK_MESSAGE(watch.look().size() == 2, "an empty file is not complete");
}

TEST_CASE("series watch: a complete snapshot that changes gets a new revision") {
    const TemporaryFolder folder;
    SeriesWatch watch{folder / "s_%d.csv", {}, settling};
    folder.put("s_0.csv", snapshot_at(0));
    REQUIRE(look_for(watch, 1).front().revision == 0);
    folder.put("s_0.csv", snapshot_at(0, 2));
    std::size_t revision = 0;
    for (int i = 0; i < 1000 && (revision = watch.look().front().revision) == 0; ++i) std::this_thread::sleep_for(10ms);
    CHECK(revision == 1);
}

TEST_CASE("series watch: playback takes new snapshots that are later than the last snapshot") {
    const TemporaryFolder folder;
    folder.put("s_0.csv", snapshot_at(0));
    folder.put("s_1.csv", snapshot_at(1));
    const auto watch = std::make_shared<SeriesWatch>(folder / "s_%d.csv", ReadOptions{}, settling);
    REQUIRE(look_for(*watch, 2).size() == 2);
    auto snapshots = std::make_shared<Snapshots>(FollowedRun{watch, 4.0}, ReadOptions{}, Selection{});
    ParticleFile first = read_particle_file(snapshots->files().front().path, snapshots->reading());
    SnapshotSeries series{snapshots, std::make_shared<const ParticleSet>(std::move(first.particles)), 1};
    CHECK_MESSAGE(series.time() == 1, "following begins at the newest snapshot");
    folder.put("s_2.csv", snapshot_at(0.5));  // not later: a restarted run
    folder.put("s_3.csv", snapshot_at(2));
    for (int i = 0; i < 1000 && series.count() < 3; ++i, series.moment()) std::this_thread::sleep_for(10ms);
    REQUIRE(series.count() == 3);
    CHECK(series.last_time() == 2);
    const auto progress = series.progress();
    REQUIRE(progress);
    CHECK(progress->behind == 1);
    CHECK(progress->share == 0.5);
    CHECK(progress->age > 0);
    series.go_to(1.5);
    series.wait();
    series.moment();
    CHECK(series.read().positions[0].x == doctest::Approx(0));
    CHECK(series.interpolated());
}

TEST_CASE("series watch: parameter files say where the snapshots are and when the run ends") {
    const TemporaryFolder folder;
    folder.put("param.txt",
               "% comment\nOutputDir ./out   ; comment\nSnapshotFileBase snap\nTimeMax 8\n"
               "UnitLength_in_cm 1.2342710325965469e22\nUnitMass_in_g 8.9505593062452802e43\n"
               "UnitVelocity_in_cm_per_s 2.2e7\n");
    const RunFiles gadget = run_files_of(folder / "");
    CHECK(gadget.folder.lexically_normal() == (folder / "out").lexically_normal());
    CHECK(gadget.base == "snap");
    REQUIRE(gadget.until);
    CHECK(*gadget.until == doctest::Approx(8));
    folder.put("cosmic.txt", "SnapshotFileBase snap\nTimeMax 1\nComovingIntegrationOn 1\n");
    CHECK_FALSE(read_parameter_file(folder / "cosmic.txt")->until);
    folder.put("notes.txt", "no parameters\n");
    CHECK_FALSE(read_parameter_file(folder / "notes.txt"));
    folder.put("swift.yml",
               "InternalUnitSystem:\n  UnitMass_in_cgs: 1.98848e43\n  UnitLength_in_cgs: 3.08567758e21\n"
               "  UnitVelocity_in_cgs: 1e5\nTimeIntegration:\n  time_end: 1 # 978 Myr\nSnapshots:\n"
               "  basename: snap\n  subdir: out\n");
    const auto swift = read_parameter_file(folder / "swift.yml");
    REQUIRE(swift);
    CHECK(swift->folder.filename() == "out");
    REQUIRE(swift->until);
    // 1 kpc / (1 km/s) is 977.8 million years; the unit of time, rounded to 17.78, limits the agreement.
    CHECK(*swift->until == doctest::Approx(977.8 / 17.78).epsilon(1e-3));
}

TEST_CASE("series watch: a followed run is the newest numbered series") {
    const TemporaryFolder folder;
    CHECK_FALSE(find_followed_run(folder / "", {}));
    folder.put("ics.csv", snapshot_at(0));
    CHECK_FALSE(find_followed_run(folder / "", {}));
    folder.put("snap_003.csv", snapshot_at(3));
    const auto run = find_followed_run(folder / "", {});
    REQUIRE(run);
    CHECK(run->watch->pattern().filename() == "snap_%d.csv");
    CHECK_THROWS_AS(find_followed_run(folder / "missing", {}), FileError);
}

TEST_CASE("series watch: the progress says the newest snapshot, its age, the share and the lag") {
    const FollowProgress progress{.snapshots = 3, .newest = 10, .age = 34, .behind = 1, .share = 0.5};
    CHECK(follow_text(progress) ==
          "Following a run: newest snapshot t = 10.00 (178 Myr), written 34 s ago; 3 snapshots, 50 % of the run; the "
          "picture is 18 Myr behind");
    CHECK(brief_follow_text(progress) == "newest 34 s ago, 50 %");
    CHECK(brief_follow_text({.snapshots = 3, .share = 1}) == "run complete");
}
