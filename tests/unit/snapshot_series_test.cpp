// Series whose snapshots have other rows, bodies or components than the first snapshot.
#include "app/playback/snapshot_series.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "app/scene/component_origin.hpp"
#include "data/particles/row_order.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

struct Body {
    std::uint64_t id;
    double x;  // position at the time of the snapshot; the body moves with the velocity 1
    std::string component = "star";
};

struct Series {
    TemporaryFolder folder;
    Selection selection{};

    void put(double time, const std::vector<Body>& bodies, bool with_ids = true) const {
        std::string text = fmt::format("# time {}\n{}component,mass,x,y,z,vx,vy,vz\n", time, with_ids ? "id," : "");
        for (const Body& body : bodies)
            text += fmt::format("{}{},1,{},0,0,1,0,0\n", with_ids ? fmt::format("{},", body.id) : "", body.component,
                                body.x);
        folder.put(fmt::format("s_{}.csv", time), text);
    }

    SnapshotSeries open() const {
        auto snapshots = std::make_shared<Snapshots>((folder / "s_*.csv").string(), ReadOptions{}, selection);
        ParticleFile first = read_particle_file(snapshots->files().front().path, snapshots->reading());
        snapshots->first_has_ids = first.has_ids;
        ParticleSet particles = select(first.particles, selection);
        shuffle_components(particles);
        return {std::move(snapshots), std::make_shared<const ParticleSet>(std::move(particles)), 1};
    }
};

// Returns the shown bodies at a time as a map from positions to the names of components.
std::map<double, std::string> shown_at(SnapshotSeries& series, double time) {
    series.go_to(time);
    series.wait();
    series.moment();
    const ParticleSet now = series.read();
    REQUIRE(now.velocities.size() == now.size());
    REQUIRE(now.ids.size() == now.size());
    std::map<double, std::string> shown;
    for (const Component& component : now.components)
        for (std::size_t i = 0; i < component.count; ++i)
            shown[std::round(1000 * double{now.positions[component.first + i].x}) / 1000] = component.name;
    CHECK(shown.size() == now.size());
    return shown;
}

using Shown = std::map<double, std::string>;

}  // namespace

TEST_CASE("a body is shown from its first snapshot on and until its last snapshot") {
    Series files;
    files.put(0, {{1, 10}, {2, 20}, {3, 30}});
    files.put(1, {{3, 31}, {4, 41}, {1, 11}});
    files.put(2, {{4, 42}, {1, 12}});
    SnapshotSeries series = files.open();
    CHECK(shown_at(series, 0) == Shown{{10, "star"}, {20, "star"}, {30, "star"}});
    CHECK(series.take_notice() == "");
    CHECK(shown_at(series, 0.5) == Shown{{10.5, "star"}, {30.5, "star"}});
    CHECK(series.interpolated());
    CHECK(series.take_notice() ==
          "1 of 3 bodies in s_1.csv are not found in s_0.csv, and 1 of 3 bodies are missing; bodies are matched by id, "
          "and shown from their first snapshot on or until their last snapshot");
    CHECK(shown_at(series, 1) == Shown{{11, "star"}, {31, "star"}, {41, "star"}});
    CHECK(shown_at(series, 1.5) == Shown{{11.5, "star"}, {41.5, "star"}});
    CHECK(shown_at(series, 2) == Shown{{12, "star"}, {42, "star"}});
    CHECK(shown_at(series, 0.25) == Shown{{10.25, "star"}, {30.25, "star"}});
    CHECK(series.note() == "");
    CHECK(series.take_notice() == "");
}

TEST_CASE("a body that becomes a star belongs to the component `star` from its first snapshot as a star on") {
    Series files;
    files.put(0, {{1, 10, "gas"}, {2, 20, "gas"}, {3, 30, "star"}});
    files.put(1, {{1, 11, "gas"}, {2, 21, "star"}, {3, 31, "star"}});
    files.put(2, {{1, 12, "star"}, {2, 22, "star"}, {3, 32, "star"}});
    SnapshotSeries series = files.open();
    CHECK(shown_at(series, 0.5) == Shown{{10.5, "gas"}, {20.5, "gas"}, {30.5, "star"}});
    CHECK(shown_at(series, 1.5) == Shown{{11.5, "gas"}, {21.5, "star"}, {31.5, "star"}});
    CHECK(shown_at(series, 2) == Shown{{12, "star"}, {22, "star"}, {32, "star"}});
    CHECK(series.take_notice() == "");  // no body appears or disappears
}

TEST_CASE("snapshots with shuffled rows show the bodies of the first snapshot") {
    Series files;
    files.put(0, {{7, 10}, {5, 20}, {1, 30}});
    files.put(1, {{1, 31}, {7, 11}, {5, 21}});
    SnapshotSeries series = files.open();
    const auto bodies = series.moment().bodies;
    CHECK(shown_at(series, 0.5) == Shown{{10.5, "star"}, {20.5, "star"}, {30.5, "star"}});
    series.go_to(1);
    series.wait();
    CHECK(series.moment().bodies.get() == bodies.get());  // only positions and velocities change
}

TEST_CASE("64-bit ids match although a new smallest id shifts their ranks") {
    constexpr std::uint64_t large = 5'000'000'000;
    Series files;
    files.put(0, {{large + 3, 10}, {2 * large, 20}});
    files.put(1, {{large + 1, 31}, {2 * large, 21}, {large + 3, 11}});
    SnapshotSeries series = files.open();
    CHECK(shown_at(series, 0.5) == Shown{{10.5, "star"}, {20.5, "star"}});
    CHECK(shown_at(series, 1) == Shown{{11, "star"}, {21, "star"}, {31, "star"}});
}

TEST_CASE("bodies with equal ids are matched by the order of their rows only if their number is constant") {
    Series files;
    files.put(0, {{1, 10}, {2, 20}, {1, 30}});
    files.put(1, {{2, 21}, {1, 11}, {1, 31}});
    files.put(2, {{2, 22}, {1, 12}, {1, 32}, {1, 42}});
    SnapshotSeries series = files.open();
    CHECK(shown_at(series, 0.5) == Shown{{10.5, "star"}, {20.5, "star"}, {30.5, "star"}});
    CHECK(shown_at(series, 1.5) == Shown{{21.5, "star"}});
    CHECK(shown_at(series, 2).size() == 4);
}

TEST_CASE("snapshots without ids are matched by rows, but not if their numbers of bodies differ") {
    Series files;
    files.put(0, {{0, 10}, {0, 20}}, false);
    files.put(1, {{0, 11}, {0, 21}}, false);
    files.put(2, {{0, 22}}, false);
    SnapshotSeries series = files.open();
    CHECK(shown_at(series, 0.5) == Shown{{10.5, "star"}, {20.5, "star"}});
    CHECK(shown_at(series, 1.25) == Shown{{11, "star"}, {21, "star"}});
    CHECK(series.note().find("s_1.csv and s_2.csv cannot be matched by id") != std::string::npos);
    CHECK(shown_at(series, 1.75) == Shown{{22, "star"}});
}

TEST_CASE("a selection of few bodies shows the same bodies in all snapshots") {
    Series files;
    std::vector<Body> first, second;
    for (std::uint64_t i = 0; i < 100; ++i) {
        first.push_back({i, 10.0 * static_cast<double>(i)});
        if (i != 3) second.push_back({i, 10.0 * static_cast<double>(i) + 1});
    }
    files.put(0, first);
    files.put(1, second);
    files.selection.bodies = 10;
    SnapshotSeries series = files.open();
    series.wait();
    series.moment();
    const auto ids = series.read().ids;
    series.go_to(1);
    series.wait();
    series.moment();
    const ParticleSet later = series.read();
    CHECK(later.ids == ids);
    CHECK(total_mass(later) == doctest::Approx(99));
}

TEST_CASE("bodies of the first snapshot keep their radii in later snapshots, and components their colors") {
    ParticleSet first;
    for (const float x : {-2.0f, -1.0f, 1.0f, 3.0f}) {
        first.positions.push_back({x, 0, 0, 1});
        first.velocities.push_back({0, 0, 0, 0});
        first.ids.push_back(static_cast<std::uint32_t>(first.ids.size()));
    }
    first.components = {{"gas", "b", 0, 2, 2}, {"star", "a", 2, 2, 2}};
    const auto held = std::make_shared<const ParticleSet>(first);
    const SeriesStart start{held, origins_of(*held)};
    ParticleSet later = first;
    later.components = {{"star", "a", 0, 3, 3}, {"gas", "c", 3, 1, 1}};
    later.ids = {1, 3, 9, 0};  // body 1 has become a star
    const std::vector<ComponentOrigin> origins = origins_of(later, start);
    CHECK((*origins[0].radii)[0] == (*start.origins[0].radii)[1]);
    CHECK((*origins[0].radii)[1] == (*start.origins[1].radii)[1]);
    CHECK((*origins[1].radii)[0] == (*start.origins[0].radii)[0]);
    CHECK(origins[0].galaxy == start.origins[1].galaxy);
    CHECK(origins[0].half_radius == start.origins[1].half_radius);
    CHECK(origins[1].galaxy > start.origins[0].galaxy);
    CHECK(origins[1].galaxy > start.origins[1].galaxy);
}
